"""What all tests share."""

from hypothesis import HealthCheck, settings

# Property tests try the same cases each time, so that a failure is the change's doing; the first case may compile.
COMMON = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
settings.register_profile('same', COMMON, derandomize=True)
settings.register_profile('new', COMMON)  # other cases each time: pytest --hypothesis-profile new
settings.load_profile('same')


def pytest_configure(config):
    """Name the tests that stand for the whole suite when kernels run as plain Python, which is slow."""
    config.addinivalue_line('markers', 'python_mode: quick; also run with NUMBA_DISABLE_JIT=1')
