"""Questions of geometry, many at once: when features touch, how far apart they
are, how far a point is from a surface."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _stickslip
from .arrays import Floats, floats, number, text
from .errors import ArgumentError, ArgumentTypeError
from .scene import PathLike

_POINTS = {"vertex-face": 4, "edge-edge": 4, "vertex-edge": 3}


def _features(name: str, kind: str, given: ArrayLike) -> Floats:
    count = _POINTS[kind]
    if np.ndim(given) == 2:
        return floats(name, given, (count, 3)).reshape(1, count, 3)
    return floats(name, given, ("queries", count, 3))


def ccd(
    kind: str,
    start: ArrayLike,
    end: ArrayLike,
    *,
    method: str = "inclusion",
    delta: float = 1e-6,
    separation: float = 0.0,
) -> Floats:
    """The first times in [0, 1] at which moving features touch; NaN where they never do.

    `kind` is "vertex-face" (a vertex, then three corners) or "edge-edge" (the
    ends of one, then of the other); `start` and `end` have their four points at
    t = 0 and t = 1, (queries, 4, 3). A time is never late, and "never" is proved.
    """
    if kind not in ("vertex-face", "edge-edge"):
        raise ArgumentError(f"kind: is {kind!r}, but must be 'vertex-face' or 'edge-edge'")
    one, two = _features("start", kind, start), _features("end", kind, end)
    if one.shape != two.shape:
        raise ArgumentError(f"end: the shape is {two.shape}, but that of start is {one.shape}")
    near, apart = number("delta", delta, 0.0), number("separation", separation, 0.0)
    return _stickslip.ccd(kind, one.ravel(), two.ravel(), text("method", method), near, apart)


def distance(kind: str, points: ArrayLike) -> tuple[Floats, Floats]:
    """Distances of features, and weights w of their points.

    `kind` is "vertex-face", "edge-edge" or "vertex-edge"; `points` (queries, 4
    or 3, 3). Σ wᵢ xᵢ is the vector between the nearest points.
    """
    if kind not in _POINTS:
        raise ArgumentError(f"kind: is {kind!r}, but must be one of {', '.join(_POINTS)}")
    corners = _features("points", kind, points)
    found, weights = _stickslip.distance(kind, corners.ravel())
    return found, np.ascontiguousarray(weights.reshape(-1, 4)[:, : _POINTS[kind]])


class Mesh:
    """A surface of triangles with its signed distance, negative inside.

    `sign` says how inside is recognised: by "normal" for closed surfaces, by
    "winding" for those with holes.
    """

    def __init__(self, points: ArrayLike, faces: Any, *, sign: str = "normal") -> None:
        corners = floats("points", points, ("points", 3))
        table = np.asarray(faces)
        if table.dtype.kind not in "iu":
            raise ArgumentTypeError(f"faces: whole numbers are needed, not {table.dtype}")
        if table.ndim != 2 or table.shape[1] != 3:
            raise ArgumentError(f"faces: the shape is {table.shape}, but must be (faces, 3)")
        if table.size and not 0 <= int(table.min()) <= int(table.max()) < len(corners):
            raise ArgumentError(f"faces: they name points beyond the {len(corners)} that there are")
        self._core = _stickslip.MeshCore(corners.ravel(), table.tolist(), text("sign", sign))

    @classmethod
    def read(cls, path: PathLike, *, sign: str = "normal") -> Mesh:
        """A mesh file: OBJ, STL, PLY, glTF."""
        made = cls.__new__(cls)
        made._core = _stickslip.MeshCore.read(os.fspath(path), text("sign", sign))
        return made

    @property
    def points(self) -> Floats:
        """(points, 3)."""
        return self._core.points().reshape(-1, 3)

    @property
    def faces(self) -> NDArray[np.int64]:
        """(faces, 3), counterclockwise seen from outside."""
        return np.array(self._core.faces(), dtype=np.int64)

    def sdf(self, points: ArrayLike) -> tuple[Floats, Floats]:
        """Signed distances of points (points, 3), and their gradients."""
        places = floats("points", points, ("points", 3))
        values, gradients = self._core.sdf(places.ravel())
        return values, gradients.reshape(-1, 3)

    def __repr__(self) -> str:
        return f"Mesh({len(self.points)} points, {len(self.faces)} faces)"


__all__ = ["Mesh", "ccd", "distance"]
