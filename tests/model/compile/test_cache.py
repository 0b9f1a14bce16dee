"""What is computed once per content of a file."""

import os
import threading
import time
from typing import NamedTuple

import numpy as np
import pytest

from model.asset_files import bumpy, obj
from torsor.jit.cache import folder
from torsor.model.compile import cache
from torsor.model.compile.cache import Cache, clean_up, flattened, packed, rebuilt, unpacked
from torsor.model.compile.mesh.obj import read_obj
from torsor.model.compile.mesh.process import Mesh, Settings, process
from torsor.model.files import Files, Source


class Inner(NamedTuple):
    """Something inside a result."""

    numbers: np.ndarray


class Result(NamedTuple):
    """A result."""

    size: int
    pair: tuple[float, float]
    inner: Inner


@pytest.fixture
def place(tmp_path, monkeypatch):
    """An empty folder for files."""
    monkeypatch.setenv('TORSOR_CACHE_DIR', str(tmp_path))
    monkeypatch.delenv('TORSOR_ASSET_CACHE', raising=False)
    folder.cache_clear()
    yield tmp_path / 'assets'
    folder.cache_clear()


class Counter:
    """A computation that counts how often it runs."""

    def __init__(self):
        self.runs = 0

    def __call__(self, content: bytes) -> Result:
        self.runs += 1
        return Result(len(content), (1.5, 2.5), Inner(np.arange(3)))


def same(a: Result, b: Result) -> bool:
    return a.size == b.size and a.pair == b.pair and np.array_equal(a.inner.numbers, b.inner.numbers)


def test_taken_apart_and_put_together():
    result = Counter()(b'abc')
    assert same(rebuilt(Result, flattened(result)), result)
    mesh = process(read_obj(obj(*bumpy(0))), Settings(needs_hull=True))
    again = rebuilt(Mesh, flattened(mesh))
    assert again.size == mesh.size
    assert all(np.array_equal(a, flattened(again)[name]) for name, a in flattened(mesh).items())


def test_in_memory(place):
    compute, results = Counter(), Cache('test', Result)
    first = results.get('a', Source('x', b'content'), compute)
    assert results.get('a', Source('y', b'content'), compute) is first
    assert compute.runs == 1
    results.get('b', Source('x', b'content'), compute)
    results.get('a', Source('x', b'another'), compute)
    assert compute.runs == 3
    assert not place.exists() or not list(place.iterdir())  # none of them took long


def test_two_threads_that_ask_for_the_same_compute_it_once(place):
    begun, compute, results = threading.Event(), Counter(), Cache('test', Result)

    def slow(content: bytes) -> Result:
        begun.set()
        time.sleep(0.05)
        return compute(content)

    found: list[Result] = []
    first = threading.Thread(target=lambda: found.append(results.get('a', Source('x', b'content'), slow)))
    first.start()
    assert begun.wait(10)
    found.append(results.get('a', Source('y', b'content'), compute))
    first.join()
    assert compute.runs == 1
    assert found[0] is found[1]


def test_after_an_error_it_is_computed_again(place):
    compute, results = Counter(), Cache('test', Result)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            results.get('a', Source('x', b'content'), lambda content: 1 // 0)
    assert results.get('a', Source('x', b'content'), compute).size == 7


def test_what_was_used_least_recently_makes_room(place):
    compute, results = Counter(), Cache('test', Result, memory=100)  # the arrays of a result have 24 bytes
    for content in (b'a', b'b', b'c', b'a', b'd', b'e'):
        results.get('', Source('', content), compute)
    assert compute.runs == 5
    assert results.used <= 100
    results.get('', Source('', b'a'), compute)
    assert compute.runs == 5
    results.get('', Source('', b'b'), compute)
    assert compute.runs == 6


def test_on_disk(place, monkeypatch):
    monkeypatch.setattr(cache, 'SLOW', -1.0)
    compute = Counter()
    first = Cache('test', Result).get('a', Source('', b'content'), compute)
    assert same(Cache('test', Result).get('a', Source('', b'content'), compute), first)
    assert compute.runs == 1
    for path in place.iterdir():
        path.write_bytes(path.read_bytes()[:-30])
    assert same(Cache('test', Result).get('a', Source('', b'content'), compute), first)
    assert compute.runs == 2


def test_files_can_be_switched_off(place, monkeypatch):
    monkeypatch.setattr(cache, 'SLOW', -1.0)
    monkeypatch.setenv('TORSOR_ASSET_CACHE', '0')
    Cache('test', Result).get('a', Source('', b'content'), Counter())
    assert not place.exists()


def test_the_oldest_files_are_removed(tmp_path):
    for age in range(10):
        path = tmp_path / str(age)
        path.write_bytes(bytes(100))
        os.utime(path, (1e9 - age, 1e9 - age))
    clean_up(tmp_path, 1000)
    assert len(list(tmp_path.iterdir())) == 10
    clean_up(tmp_path, 500)
    assert sorted(path.name for path in tmp_path.iterdir()) == ['0', '1', '2', '3']


def test_the_folder_is_looked_at_when_much_was_written(place, monkeypatch):
    looks = []
    monkeypatch.setattr(cache, 'SLOW', -1.0)
    monkeypatch.setattr(cache, 'clean_up', lambda folder, limit: looks.append(limit))
    monkeypatch.setattr(cache, '_unseen', {'bytes': 0.0})
    for limit, most in ((10**9, 0), (1000, 20)):
        monkeypatch.setenv('TORSOR_ASSET_CACHE', str(limit))
        for number in range(20):
            Cache('test', Result).get('a', Source('', f'{limit} {number}'.encode()), Counter())
        assert len(looks) == most


def test_a_file_that_is_written_to_is_read_again(tmp_path, place):
    path = tmp_path / 'file'
    compute, results = Counter(), Cache('test', Result)
    for content in (b'a', b'a', b'bc'):
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
        assert results.get('', Files().source(str(path)), compute).size == len(content)
    assert compute.runs == 2


def test_arrays_are_packed_to_the_last_bit():
    arrays = {'a': np.arange(6, dtype=np.int32).reshape(2, 3), 'none': np.zeros((0, 3)), 'one': np.array(np.nan),
              'text': np.array('Δ'), 'yes': np.array([True, False])}
    found = unpacked(packed(arrays))
    assert list(found) == list(arrays)
    for name, array in arrays.items():
        assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
        assert found[name].tobytes() == array.tobytes()


def test_damaged_files_are_noticed():
    content = packed({'a': np.arange(100.0)})
    for damaged in (b'', content[:-1], content[:50], content[:60] + b'!' + content[61:], content + b'\0'):
        with pytest.raises(ValueError, match=r'checksum|not found'):
            unpacked(damaged)


def test_some_results_are_kept_in_memory_only(place, monkeypatch):
    monkeypatch.setattr(cache, 'SLOW', -1.0)
    compute, results = Counter(), Cache('test', Result, on_disk=False)
    for _ in range(2):
        results.get('a', Source('', b'content'), compute)
    assert compute.runs == 1
    assert not place.exists()
