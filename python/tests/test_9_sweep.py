"""Sweeps: in order, resumable, and the same table on every engine, whoever is killed."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest

import stickslip as ss

GRID = {"angle": [10, 20, 26, 27, 30], "friction": [0.3, 0.5]}


def measure(angle: float, friction: float, seed: int) -> dict[str, Any]:
    """How far a crate slides."""
    sim = ss.load("incline", angle=angle, friction=friction).simulate()
    begun = sim.position[1]
    sim.run(20)
    slid = sim.position[1] - begun
    return {"slid": slid, "hash": sim.hash, "seed_used": seed}


def slow(angle: float, friction: float, seed: int) -> dict[str, Any]:
    """The same, slowly enough to be killed in the middle."""
    time.sleep(0.05)
    return measure(angle, friction, seed)


def test_serial_and_threads_agree() -> None:
    serial = ss.sweep(measure, GRID, progress=False)
    assert len(serial) == 10 and serial["angle"] == [a for a in GRID["angle"] for _ in range(2)]
    assert not serial.failed and serial["seed"] == serial["seed_used"]
    with ThreadPoolExecutor(3) as pool:
        assert ss.sweep(measure, GRID, executor=pool, progress=False).rows == serial.rows


def test_forked_processes_agree() -> None:
    # After this process has used threads of its own, which a fork loses.
    ss.load("tower").simulate().run(2)
    serial = ss.sweep("stack", {"n": [1, 2]}, progress=False, seconds=0.2)
    with ProcessPoolExecutor(2) as pool:
        table = ss.sweep("stack", {"n": [1, 2]}, executor=pool, progress=False, seconds=0.2)
    assert table.rows == serial.rows and not table.failed


def test_failures_are_rows() -> None:
    def task(n: int, seed: int) -> dict[str, Any]:
        if n == 2:
            raise ValueError("two is too many")
        return {"twice": 2 * n}

    table = ss.sweep(task, [{"n": 1}, {"n": 2}, {"n": 3}], progress=False)
    assert table["error"] == [None, "ValueError: two is too many", None]
    assert table["twice"] == [2, None, 6] and len(table.failed) == 1


def test_a_sweep_goes_on(tmp_path: pathlib.Path) -> None:
    path, done = tmp_path / "sweep.jsonl", []

    def task(n: int, seed: int) -> dict[str, Any]:
        done.append(n)
        if n == 3 and len(done) == 4:
            raise KeyboardInterrupt
        return {"square": n * n}

    sets = [{"n": n} for n in range(6)]
    with pytest.raises(KeyboardInterrupt):
        ss.sweep(task, sets, progress=False, resume=path)
    assert len(path.read_text().splitlines()) == 3
    with path.open("a") as file:
        file.write('{"key": "cut o')
    table = ss.sweep(task, sets, progress=False, resume=path)
    assert table["square"] == [0, 1, 4, 9, 16, 25]
    assert done == [0, 1, 2, 3, 3, 4, 5]
    assert all(json.loads(line) for line in path.read_text().splitlines())
    path.write_text("nonsense\n")
    with pytest.raises(ss.Error, match="line 1"):
        ss.sweep(task, sets, progress=False, resume=path)


def test_frames_are_parameters_too() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"angle": [10.0, 20.0], "friction": [0.5, 0.5]})
    table = ss.sweep(measure, frame, progress=False)
    assert list(table.to_pandas()["angle"]) == [10.0, 20.0]


def test_dask_gives_the_same_table_with_a_worker_killed() -> None:
    distributed = pytest.importorskip("distributed")
    grid = {"angle": [10, 20, 25, 26, 27, 30], "friction": [0.2, 0.3, 0.4, 0.5]}
    serial = ss.sweep(slow, grid, progress=False)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        pids = list(client.run(os.getpid).values())
        executor = client.get_executor()

        class Killer:
            """Kills a worker when the first results are in."""

            killed = False

            def submit(self, *words: Any) -> Any:
                return executor.submit(*words)

        import threading

        def kill() -> None:
            time.sleep(0.4)
            os.kill(pids[0], signal.SIGKILL)
            Killer.killed = True

        thread = threading.Thread(target=kill)
        thread.start()
        table = ss.sweep(slow, grid, executor=executor, progress=False)
        thread.join()
        assert Killer.killed
    assert table.rows == serial.rows
    assert not table.failed
