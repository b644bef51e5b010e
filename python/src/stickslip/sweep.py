"""Many runs with different parameters, on whatever engine there is.

The engine is any `concurrent.futures.Executor`: threads, processes, or Dask by
`client.get_executor()`. Tasks that are done are kept in a file, so that a
sweep that was killed goes on where it was.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from typing import Any, Union

import numpy as np

from . import _stickslip
from .errors import ArgumentError, ArgumentTypeError
from .journal import Bar, Journal, read
from .scene import PathLike, Scene, load

Task = Callable[..., Mapping[str, Any]]
"""Gets the parameters and `seed` as keywords, and gives figures by name."""

_MOST_TRIES = 5
"""How often a task is given out again when its worker is lost."""


@dataclass(frozen=True)
class SweepTable:
    """One row per task, in the order of the parameters."""

    rows: list[dict[str, Any]]
    """Parameters, "seed", figures, and "error" where a task failed (else None)."""

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, key: str) -> list[Any]:
        """A column."""
        if not any(key in row for row in self.rows):
            known = sorted({name for row in self.rows for name in row})
            raise ArgumentError(f"there is no column {key!r}; there are {', '.join(known)}")
        return [row.get(key) for row in self.rows]

    @property
    def failed(self) -> list[dict[str, Any]]:
        """The rows of tasks that failed."""
        return [row for row in self.rows if row["error"] is not None]

    def to_pandas(self) -> Any:
        """The table as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows)

    def __repr__(self) -> str:
        return f"SweepTable({len(self.rows)} tasks, {len(self.failed)} failed)"


def grid(parameters: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """Every combination of the values."""
    names = list(parameters)
    return [dict(zip(names, values)) for values in itertools.product(*parameters.values())]


def sweep(
    task: Union[Task, Scene, str],
    parameters: Any,
    *,
    executor: Executor | None = None,
    progress: bool = True,
    resume: PathLike | None = None,
    seconds: float | None = None,
) -> SweepTable:
    """Runs a function or a scene for every set of parameters.

    `parameters` is a grid (a dictionary of lists), a list of dictionaries, or
    a DataFrame. A scene, or the name of one, is run to its end (or for
    `seconds`) with the parameters as in `load`, and gives its figures. A
    function gets the parameters and `seed` as keywords and gives a dictionary;
    the seed follows from the parameters alone. With `resume` finished tasks
    are kept in that file, one line each.
    """
    if isinstance(task, (Scene, str)):
        function: Task = _SceneTask(task, seconds)
    elif callable(task):
        function = task
    else:
        raise ArgumentTypeError(f"task: a function or a scene is needed, not {type(task).__name__}")
    sets = _sets(parameters)
    keys = [_key(each) for each in sets]
    done = read(resume) if resume is not None else {}
    open_tasks = [at for at, key in enumerate(keys) if key not in done]
    bar = Bar(len(sets), len(sets) - len(open_tasks), progress)
    with Journal(resume) as journal:
        for at, row in _results(function, sets, open_tasks, executor):
            done[keys[at]] = row
            journal.note(keys[at], row)
            bar.step()
    bar.close()
    return SweepTable([
        {**each, "seed": _seed(key), **done[key]} for each, key in zip(sets, keys)
    ])


def _results(
    function: Task, sets: list[dict[str, Any]], tasks: list[int], executor: Executor | None
) -> Iterator[tuple[int, dict[str, Any]]]:
    if executor is None:
        for at in tasks:
            yield at, _run(function, sets[at], one_thread=False)
        return
    tries = dict.fromkeys(tasks, 0)
    waiting: dict[Future[dict[str, Any]], int] = {}

    def give_out(at: int) -> None:
        tries[at] += 1
        waiting[executor.submit(_run, function, sets[at])] = at

    for at in tasks:
        give_out(at)
    while waiting:
        finished, _ = wait(list(waiting), return_when=FIRST_COMPLETED)
        for future in finished:
            at = waiting.pop(future)
            lost = future.exception()
            if lost is None:
                yield at, future.result()
            elif tries[at] < _MOST_TRIES and _still_works(executor):
                # The worker is gone, not the task: those fail with a row.
                give_out(at)
            else:
                yield at, {"error": f"{type(lost).__name__}: {lost}"}


def _still_works(executor: Executor) -> bool:
    return not getattr(executor, "_broken", False)


def _run(function: Task, given: Mapping[str, Any], one_thread: bool = True) -> dict[str, Any]:
    """One task; what it raises is part of its row."""
    if one_thread and _in_worker():
        # Workers are not to fight for cores; results do not depend on it.
        _stickslip.set_threads(1)
    try:
        figures = function(**given, seed=_seed(_key(given)))
        if not isinstance(figures, Mapping):
            raise ArgumentTypeError(
                f"task: a dictionary of figures is needed, not {type(figures).__name__}"
            )
        return {**{str(name): _plain(value) for name, value in figures.items()}, "error": None}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


_PARENT = os.getpid()


def _in_worker() -> bool:
    import multiprocessing

    return (
        multiprocessing.parent_process() is not None
        or os.getpid() != _PARENT
        or "distributed.worker" in sys.modules and "DASK_WORKER_NAME" in os.environ
    )


class _SceneTask:
    """Runs a scene to its end."""

    def __init__(self, scene: Scene | str, seconds: float | None) -> None:
        self.scene, self.seconds = scene, seconds

    def __call__(self, *, seed: int, **given: Any) -> dict[str, Any]:
        given.setdefault("seed", seed % 2**32)
        if isinstance(self.scene, Scene):
            source, file, numbers, _, changes = self.scene._recipe
            known = {key: given.pop(key) for key in list(given) if key in changes or key == "seed"}
            merged = {**numbers, **given}
            scene = Scene(source, file, parameters=merged, **{**changes, **known})
        else:
            scene = load(self.scene, **given)
        length = self.seconds if self.seconds is not None else scene.seconds
        sim = scene.simulate()
        begun = sim.energy
        report = sim.run(max(1, round(length / scene.dt)))
        return {
            "hash": sim.hash,
            "steps": sim.steps,
            "converged": report.converged,
            "failed_solves": report.failed_solves,
            "iterations": report.iterations,
            "residual": report.residual,
            "penetration": report.penetration,
            "joint_error": report.joint_error,
            "energy_start": begun,
            "energy_end": sim.energy,
        }


def _sets(parameters: Any) -> list[dict[str, Any]]:
    if isinstance(parameters, Mapping):
        for name, values in parameters.items():
            if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
                raise ArgumentTypeError(f"parameters[{name!r}]: a list of values is needed")
        sets = grid({str(name): list(values) for name, values in parameters.items()})
    elif hasattr(parameters, "to_dict") and hasattr(parameters, "columns"):
        sets = parameters.to_dict("records")
    elif isinstance(parameters, Iterable) and not isinstance(parameters, (str, bytes)):
        sets = list(parameters)
    else:
        kind = type(parameters).__name__
        raise ArgumentTypeError(f"parameters: a grid, a list or a DataFrame is needed, not {kind}")
    made = []
    for at, each in enumerate(sets):
        if not isinstance(each, Mapping):
            raise ArgumentTypeError(f"parameters[{at}]: a dictionary is needed")
        made.append({str(name): _plain(value) for name, value in each.items()})
    return made


def _plain(value: Any) -> Any:
    """The value as JSON can keep it to the bit."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise ArgumentTypeError(f"{type(value).__name__} cannot be kept in a table: {value!r:.60}")


def _key(given: Mapping[str, Any]) -> str:
    return json.dumps(given, sort_keys=True)


def _seed(key: str) -> int:
    """A seed that follows from the parameters alone."""
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:6], "little")


__all__ = ["SweepTable", "grid", "sweep"]
