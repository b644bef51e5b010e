"""What solvers give, alone and side by side."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import Floats
from .errors import NotConverged
from .names import Names
from .plots import plot_history, svg_history


@dataclass(frozen=True)
class Residuals:
    """How far x is from a solution, recomputed from x."""

    natural: float
    """Max-norm of x − proj(x − w)."""
    worst_row: int
    """The row of the above."""
    fischer: float | None
    energy_mean: float
    energy_max: float
    relative: float | None
    """For cones: the 2-norm of the map over that of b."""


@dataclass(frozen=True)
class Result:
    """What a solver gave. Not converging is no exception: see `raise_if_failed`."""

    problem: str
    """The problem's name."""
    solver: str
    status: str
    """"converged", "max_iterations", "stagnated", "cycled", "capped", "diverged" or "unsolvable"."""
    x: Floats
    """The solution, or the best iterate seen."""
    w: Floats
    """A x + b, recomputed."""
    residuals: Residuals
    tolerance: float
    """What was asked for."""
    time_s: float
    counts: dict[str, int]
    """Iterations, inner iterations, products, factorisations, pivots."""
    labels: NDArray[np.int64] | None = None
    """Index sets at x: −1 lower, 0 free, 1 upper; for methods that have them."""
    history: dict[str, Floats] = field(default_factory=dict)
    """"iteration", "time" and "residual", where a history was asked for."""

    @property
    def converged(self) -> bool:
        """Whether the residual is below the tolerance."""
        return self.status == "converged"

    @property
    def iterations(self) -> int:
        """Outer iterations."""
        return self.counts["iterations"]

    def raise_if_failed(self) -> Result:
        """Itself, or a `NotConverged` that says how it ended."""
        if not self.converged:
            raise NotConverged(
                f"{self.solver} on {self.problem}: {self.status} after {self.iterations} "
                f"iterations, natural residual {self.residuals.natural:.1e} at row "
                f"{self.residuals.worst_row}, tolerance {self.tolerance:.1e}"
            )
        return self

    def __repr__(self) -> str:
        return (
            f"Result({self.solver} on {self.problem}: {self.status}, {self.iterations} iterations, "
            f"natural residual {self.residuals.natural:.1e}, {1e3 * self.time_s:.3g} ms)"
        )

    def _repr_html_(self) -> str:
        line = html.escape(repr(self))
        picture = svg_history({self.solver: self.history}) if self.history else ""
        return f"<div><code>{line}</code>{picture}</div>"


class Table(Sequence[Result]):
    """Results of several solvers, one row each; refusals are kept beside them."""

    def __init__(self, results: Sequence[Result], refused: Mapping[str, str]) -> None:
        self.results = list(results)
        """One for every solver that took the problem."""
        self.refused = dict(refused)
        """Why the others did not, by name."""

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            for result in self.results:
                if result.solver == key:
                    return result
            return Names("solver", [result.solver for result in self.results])[key]
        return self.results[key]

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def rows(self) -> list[dict[str, Any]]:
        """The figures as dictionaries."""
        return [
            {
                "problem": result.problem,
                "solver": result.solver,
                "status": result.status,
                "iterations": result.iterations,
                "natural": result.residuals.natural,
                "relative": result.residuals.relative,
                "time_s": result.time_s,
            }
            for result in self.results
        ]

    def to_pandas(self) -> Any:
        """The figures as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows())

    def plot(self) -> Any:
        """Residual over iterations with matplotlib; needs `history=True`."""
        return plot_history({result.solver: result.history for result in self.results})

    def __repr__(self) -> str:
        lines = [f"{'solver':<18}{'status':<16}{'iterations':>10}{'natural':>11}{'ms':>10}"]
        lines += [
            f"{row['solver']:<18}{row['status']:<16}{row['iterations']:>10}"
            f"{row['natural']:>11.1e}{1e3 * row['time_s']:>10.3g}"
            for row in self.rows()
        ]
        lines += [f"{name:<18}refused: {reason}" for name, reason in self.refused.items()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        histories = {result.solver: result.history for result in self.results if result.history}
        return f"<pre>{html.escape(repr(self))}</pre>{svg_history(histories) if histories else ''}"


__all__ = ["Residuals", "Result", "Table"]
