"""How worlds are shared out to threads."""

import pytest

from torsor.batch.run import shares


@pytest.mark.parametrize('chunk', [0, 1, 5, 1000])
@pytest.mark.parametrize('width', [1, 4, 8])
@pytest.mark.parametrize('threads', [1, 2, 7])
@pytest.mark.parametrize('worlds', [0, 1, 7, 64, 257])
def test_every_world_is_in_one_share(worlds, threads, width, chunk):
    found = list(shares(worlds, threads, width, chunk))
    assert [world for start, end in found for world in range(start, end)] == list(range(worlds))
    assert all(start < end for start, end in found)
    assert all((end - start) % width == 0 for start, end in found[:-1])


def test_one_thread_takes_all():
    assert list(shares(100, 1, 8)) == [(0, 100)]


def test_a_chunk_is_what_the_user_says_in_whole_packs():
    assert list(shares(20, 2, 1, 6)) == [(0, 6), (6, 12), (12, 18), (18, 20)]
    assert list(shares(20, 2, 4, 6)) == [(0, 8), (8, 16), (16, 20)]


@pytest.mark.parametrize('threads', [2, 4, 16])
def test_shares_become_smaller_to_the_end(threads):
    sizes = [end - start for start, end in shares(10_000, threads, 4)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-threads:] == [4] * threads  # whoever comes last, the others wait for one pack at most
    assert len(sizes) < 50 * threads
