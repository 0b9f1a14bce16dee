"""What all tests share."""


def pytest_configure(config):
    """Name the tests that stand for the whole suite when kernels run as plain Python, which is slow."""
    config.addinivalue_line('markers', 'python_mode: quick; also run with NUMBA_DISABLE_JIT=1')
