"""Arguments as arrays: any array-like goes in, and what does not fit is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import ArgumentError, ArgumentTypeError

Floats = NDArray[np.float64]
"""What getters give: float64, C order, a copy."""


def floats(name: str, given: ArrayLike, shape: Sequence[int | str], nan: bool = False) -> Floats:
    """The argument as float64; sizes that are words may be anything."""
    try:
        plain = np.asarray(given)
        if plain.dtype.kind not in "fiub":
            raise TypeError(f"an array of {plain.dtype}")
        array = np.ascontiguousarray(plain, dtype=np.float64).reshape(plain.shape)
    except (TypeError, ValueError, OverflowError) as error:
        raise ArgumentTypeError(f"{name}: numbers are needed, not {_kind(given)} ({error})") from None
    fits = array.ndim == len(shape) and all(
        isinstance(asked, str) or asked == array.shape[at] for at, asked in enumerate(shape)
    )
    if not fits:
        wanted = ", ".join(str(size) for size in shape)
        wanted = f"({wanted},)" if len(shape) == 1 else f"({wanted})"
        raise ArgumentError(f"{name}: the shape is {array.shape}, but must be {wanted}")
    bad = np.isinf(array) if nan else ~np.isfinite(array)
    if bad.any():
        place = tuple(int(index) for index in np.argwhere(bad)[0])
        where = "" if not place else f" at {place[0] if len(place) == 1 else place}"
        raise ArgumentError(f"{name}: the number{where} is {array[place]}, but must be finite")
    return array


def number(name: str, given: Any, least: float | None = None) -> float:
    """The argument as a finite number."""
    value = float(floats(name, given, ()))
    if least is not None and value < least:
        raise ArgumentError(f"{name}: is {value}, but must be at least {least}")
    return value


def count(name: str, given: Any, least: int = 0) -> int:
    """The argument as a whole number."""
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, (int, np.integer)):
        raise ArgumentTypeError(f"{name}: a whole number is needed, not {_kind(given)}")
    if given < least:
        raise ArgumentError(f"{name}: is {given}, but must be at least {least}")
    if given > 2**63 - 1:
        raise ArgumentError(f"{name}: is {given}, which is too large")
    return int(given)


def text(name: str, given: Any) -> str:
    """The argument as text."""
    if not isinstance(given, str):
        raise ArgumentTypeError(f"{name}: text is needed, not {_kind(given)}")
    return given


def _kind(given: Any) -> str:
    return f"{type(given).__name__}"
