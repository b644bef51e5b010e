"""Complementarity problems, from matrices and from files."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _stickslip
from .arrays import Floats, floats, text
from .errors import ArgumentError, ArgumentTypeError
from .scene import PathLike

_Matrix = tuple[str, int, int, NDArray[np.int64], NDArray[np.int64], Floats]


def _matrix(name: str, given: Any, size: int | None = None) -> _Matrix:
    """A matrix for the other side: dense, or anything with scipy's formats."""
    form = getattr(given, "format", None)
    if form in ("csr", "csc"):
        parts = (given.indptr, given.indices, given.data)
    elif hasattr(given, "tocoo"):
        given = given.tocoo()
        form, parts = "coo", (given.row, given.col, given.data)
    else:
        dense = floats(name, given, ("n", "n"))
        keep = dense != 0
        np.fill_diagonal(keep, True)
        row, col = np.nonzero(keep)
        form, parts, given = "coo", (row, col, dense[row, col]), dense
    rows, cols = (int(length) for length in given.shape)
    if size is not None and (rows, cols) != (size, size):
        raise ArgumentError(f"{name}: the shape is ({rows}, {cols}), but must be ({size}, {size})")
    first, second, values = parts
    return (
        form,
        rows,
        cols,
        np.ascontiguousarray(first, dtype=np.int64),
        np.ascontiguousarray(second, dtype=np.int64),
        floats(name, values, ("entries",)),
    )


def _contacts(given: Any) -> list[tuple[int, list[int], float]]:
    """Contacts as (normal, tangent, tangent, mu), or structured with those names."""
    if given is None:
        return []
    array = np.asarray(given)
    if array.dtype.names is not None:
        needed = ("normal", "tangents", "mu")
        if any(name not in array.dtype.names for name in needed):
            raise ArgumentError(f"contacts: the fields {needed} are needed, not {array.dtype.names}")
        return [
            (int(row["normal"]), [int(at) for at in np.ravel(row["tangents"])], float(row["mu"]))
            for row in array
        ]
    if array.size == 0:
        return []
    table = floats("contacts", given, ("contacts", "3 or 4"))
    if table.shape[1] not in (3, 4):
        raise ArgumentError(
            f"contacts: the shape is {table.shape}, but rows are (normal, tangent, tangent, mu)"
        )
    indices = table[:, :-1]
    wrong = (indices < 0) | (indices != np.floor(indices))
    if wrong.any():
        at = int(np.argwhere(wrong)[0][0])
        raise ArgumentError(f"contacts: row {at} is {table[at]}, but rows of A count from 0")
    return [
        (int(row[0]), [int(at) for at in row[1:-1]], float(row[-1])) for row in table
    ]


class Problem:
    """w = A x + b with x in its set and −w in the normal cone: checked, and it pickles.

    >>> import stickslip as ss
    >>> problem = ss.Problem.lcp([[2.0, 1.0], [1.0, 2.0]], [-3.0, 1.0])
    >>> ss.solve(problem).x
    array([1.5, 0. ])
    """

    def __init__(self, core: _stickslip.ProblemCore) -> None:
        if not isinstance(core, _stickslip.ProblemCore):
            raise ArgumentTypeError("core: use Problem.lcp, .blcp, .ncp, .ccp, .factored or .read")
        self._core = core

    @staticmethod
    def _make(
        kind: str,
        a: Any,
        b: ArrayLike,
        name: str,
        contacts: Any = None,
        lo: ArrayLike | None = None,
        hi: ArrayLike | None = None,
        factors: tuple[_Matrix, _Matrix, Floats] | None = None,
    ) -> Problem:
        right = floats("b", b, ("n",))
        size = len(right)
        matrix = None if a is None else _matrix("A", a, size)

        def bound(name: str, given: ArrayLike | None) -> Floats | None:
            if given is None:
                return None
            filled = np.asarray(given)
            if filled.dtype.kind not in "fiu":
                return floats(name, given, (size,))
            inside = np.where(np.isinf(filled), 0.0, filled)
            floats(name, inside, (size,))
            return np.ascontiguousarray(filled, dtype=np.float64)

        made = _stickslip.ProblemCore.make(
            text("name", name), kind, matrix, factors, right,
            bound("lo", lo), bound("hi", hi), _contacts(contacts),
        )
        return Problem(made)

    @classmethod
    def lcp(cls, A: Any, b: ArrayLike, *, name: str = "lcp") -> Problem:
        """0 ≤ x ⊥ A x + b ≥ 0; A may be unsymmetric, dense or sparse."""
        return cls._make("lcp", A, b, name)

    @classmethod
    def blcp(
        cls,
        A: Any,
        b: ArrayLike,
        lo: ArrayLike | None = None,
        hi: ArrayLike | None = None,
        contacts: Any = None,
        *,
        name: str = "blcp",
    ) -> Problem:
        """lo ≤ x ≤ hi; tangents named in `contacts` have the bounds ±mu·x[normal]."""
        return cls._make("blcp", A, b, name, contacts, lo, hi)

    @classmethod
    def ncp(cls, A: Any, b: ArrayLike, contacts: Any, *, name: str = "ncp") -> Problem:
        """Exact Coulomb friction in every contact."""
        return cls._make("ncp", A, b, name, contacts)

    @classmethod
    def ccp(cls, A: Any, b: ArrayLike, contacts: Any, *, name: str = "ccp") -> Problem:
        """The convex relaxation of Coulomb friction."""
        return cls._make("ccp", A, b, name, contacts)

    @classmethod
    def factored(
        cls,
        J: Any,
        Minv: Any,
        C: ArrayLike,
        b: ArrayLike,
        *,
        kind: str = "blcp",
        lo: ArrayLike | None = None,
        hi: ArrayLike | None = None,
        contacts: Any = None,
        name: str = "factored",
    ) -> Problem:
        """A = J M⁻¹ Jᵀ + diag(C), never formed by methods that need not."""
        right = floats("b", b, ("n",))
        jacobian, inverse = _matrix("J", J), _matrix("Minv", Minv)
        if jacobian[1] != len(right):
            raise ArgumentError(f"J: has {jacobian[1]} rows, but b has {len(right)} numbers")
        if inverse[1:3] != (jacobian[2], jacobian[2]):
            found, size = inverse[1:3], jacobian[2]
            raise ArgumentError(f"Minv: the shape is {found}, but must be ({size}, {size})")
        diagonal = floats("C", C, (len(right),))
        factors = (jacobian, inverse, diagonal)
        return cls._make(text("kind", kind), None, right, name, contacts, lo, hi, factors)

    @classmethod
    def read(cls, path: PathLike) -> Problem:
        """A problem file: JSON, HDF5 in FCLib's layout, Matrix Market."""
        return cls(_stickslip.ProblemCore.read(os.fspath(path)))

    def write(self, path: PathLike) -> None:
        """Writes a problem file in the format of its ending."""
        self._core.write(os.fspath(path))

    @property
    def name(self) -> str:
        """A name for tables."""
        return self._core.name

    @property
    def kind(self) -> str:
        """"lcp", "blcp", "ncp" or "ccp"."""
        return self._core.kind

    @property
    def size(self) -> int:
        """Rows."""
        return self._core.size

    @property
    def b(self) -> Floats:
        """The constant part of w."""
        return self._core.vector("b")

    @property
    def lo(self) -> Floats:
        """Lower bounds."""
        return self._core.vector("lo")

    @property
    def hi(self) -> Floats:
        """Upper bounds."""
        return self._core.vector("hi")

    @property
    def contacts(self) -> list[tuple[int, list[int], float]]:
        """Normal row, tangent rows and friction coefficient of every contact."""
        return self._core.contacts()

    def csr(self) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
        """A in compressed rows: starts, columns, values."""
        return self._core.matrix()

    def dense(self) -> Floats:
        """A as a dense array."""
        starts, columns, values = self.csr()
        full = np.zeros((self.size, self.size))
        rows = np.repeat(np.arange(self.size), np.diff(starts))
        full[rows, columns] = values
        return full

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._core.to_json(), self.name)

    def __repr__(self) -> str:
        return f"Problem({self.name!r}, {self.kind}, {self.size} rows, {self._core.stored} entries)"


def _unpickled(text: str, name: str) -> Problem:
    return Problem(_stickslip.ProblemCore.from_json(text, name))


__all__ = ["Problem"]
