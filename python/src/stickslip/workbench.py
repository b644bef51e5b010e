"""The solvers that compete for complementarity problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _stickslip
from .arrays import count, floats, number, text
from .errors import ArgumentError, ArgumentTypeError, Refusal
from .problem import Problem
from .result import Residuals, Result, Table
from .scene import _mapping, _option


def solve(
    problem: Problem,
    solver: str | None = None,
    *,
    options: Mapping[str, object] | None = None,
    tolerance: float | None = None,
    max_iterations: int | None = None,
    start: ArrayLike | None = None,
    history: bool = False,
    threads: int | None = None,
) -> Result:
    """Solves a problem; without a name, by the best known method for its kind."""
    if not isinstance(problem, Problem):
        raise ArgumentTypeError(f"problem: a Problem is needed, not {type(problem).__name__}")
    name = text("solver", solver) if solver is not None else _preferred(problem)
    asked = {
        "options": {
            text("options", key): _option(value)
            for key, value in _mapping("options", options).items()
        },
        "tolerance": None if tolerance is None else number("tolerance", tolerance, 0.0),
        "max_iterations": (
            None if max_iterations is None else count("max_iterations", max_iterations)
        ),
        "start": None if start is None else floats("start", start, (problem.size,)).tolist(),
        "history": bool(history),
        "threads": None if threads is None else count("threads", threads, 1),
    }
    found = _stickslip.solve(problem._core, name, asked)
    lines = {
        key: found.pop(f"history_{key}") for key in ("iteration", "time", "residual")
    }
    residuals = Residuals(**found.pop("residuals"))
    kept = lines if history else {}
    return Result(problem=problem.name, residuals=residuals, history=kept, **found)


def _preferred(problem: Problem) -> str:
    if problem.kind in ("ncp", "ccp"):
        return "cone-ip"
    starts, columns, values = problem.csr()
    rows = np.repeat(np.arange(problem.size), np.diff(starts))
    one = np.lexsort((columns, rows))
    two = np.lexsort((rows, columns))
    symmetric = (
        np.array_equal(rows[one], columns[two])
        and np.array_equal(columns[one], rows[two])
        and np.allclose(values[one], values[two], rtol=1e-12, atol=0.0)
    )
    return "bpp" if symmetric else "lemke"


def compare(
    problem: Problem,
    solvers: Sequence[str] | None = None,
    *,
    history: bool = False,
    **asked: Any,
) -> Table:
    """Several solvers on the same problem, each from a cold start, one after the other.

    Without names, all that take the problem. What a solver is asked for is as
    in `solve`.
    """
    if isinstance(solvers, str):
        raise ArgumentTypeError("solvers: a list of names is needed, not one name")
    chosen = list(solvers) if solvers is not None else [known.name for known in _solvers()]
    results, refused = [], {}
    for name in chosen:
        try:
            results.append(solve(problem, name, history=history, **asked))
        except Refusal as refusal:
            if solvers is not None and "there is no solver" in str(refusal):
                raise
            refused[name] = str(refusal)
    return Table(results, refused if solvers is not None else {})


@dataclass(frozen=True)
class SolverOption:
    """An option of a solver."""

    name: str
    default: str
    help: str


@dataclass(frozen=True)
class Solver:
    """What is known of a solver."""

    name: str
    family: str
    summary: str
    kinds: tuple[str, ...]
    """The kinds of problems that it takes."""
    coupled: bool
    """Whether it takes friction bounds that follow the normal impulse."""
    symmetric: bool
    """Whether it needs a symmetric A."""
    options: tuple[SolverOption, ...]


def _solvers() -> list[Solver]:
    return [
        Solver(name, family, summary, tuple(kinds), coupled, symmetric,
               tuple(SolverOption(*option) for option in options))
        for name, family, summary, kinds, coupled, symmetric, options in _stickslip.solvers()
    ]


def solvers(kind: str | None = None) -> dict[str, Solver]:
    """Every solver by name, or those that take a kind of problem."""
    if kind is not None and kind not in ("lcp", "blcp", "ncp", "ccp"):
        raise ArgumentError(f"kind: there is no {kind!r}; there are lcp, blcp, ncp, ccp")
    return {known.name: known for known in _solvers() if kind is None or kind in known.kinds}


__all__ = ["Solver", "SolverOption", "compare", "solve", "solvers"]
