"""Cameras that are placed, or carried by a body: colours, depths and bodies of pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Floats, count, floats, number
from .errors import ArgumentError

if TYPE_CHECKING:
    from .simulation import Simulation

#: Colours of bodies, one after the other: eight that colour-blind people tell apart (Okabe and Ito).
_COLORS = np.array(
    [[230, 159, 0], [86, 180, 233], [0, 158, 115], [240, 228, 66],
     [0, 114, 178], [213, 94, 0], [204, 121, 167], [153, 153, 153]], dtype=float
)
_SKY = 255.0


@dataclass(frozen=True)
class View:
    """What a camera sees."""

    rgb: NDArray[np.uint8]
    """(height, width, 3): bodies by number, lit from the camera; white where nothing is."""
    depth: Floats
    """(height, width): metres along the axis of the camera; inf where nothing is."""
    body: NDArray[np.int64]
    """(height, width): which body; −1 where nothing is."""


@dataclass(frozen=True)
class Camera:
    """A camera at `position` that looks at `target`, both in the axes of `body` where it has one.

    Pixels are rays from one point, exact for every shape: `fov` degrees from the lowest to the
    highest. Soft bodies and liquids are not seen.
    """

    position: ArrayLike
    target: ArrayLike
    up: ArrayLike = (0.0, 1.0, 0.0)
    width: int = 80
    height: int = 60
    fov: float = 50.0
    body: Any = None
    reach: float = 1e3
    """Nothing farther is seen (m)."""

    def look(self, sim: Simulation) -> View:
        """This moment of a simulation."""
        wide, high = count("width", self.width, 1), count("height", self.height, 1)
        eye, right, up, ahead, unseen = self._frame(sim)
        slope = math.tan(math.radians(number("fov", self.fov)) / 2)
        across = slope * wide / high * (2 * (np.arange(wide) + 0.5) / wide - 1)
        upward = slope * (1 - 2 * (np.arange(high) + 0.5) / high)
        depth = np.full((high, wide), np.inf)
        body = np.full((high, wide), -1, dtype=np.int64)
        rgb = np.full((high, wide, 3), _SKY)
        origin, reach = eye.tolist(), number("reach", self.reach, 0.0)
        for row, y in enumerate(upward):
            for column, x in enumerate(across):
                ray = ahead + x * right + y * up
                ray /= np.linalg.norm(ray)
                hit = sim._engine.cast_ray(origin, ray.tolist(), reach, unseen)
                if hit is not None:
                    number_of, _, distance, _, normal = hit
                    depth[row, column] = distance * (ray @ ahead)
                    body[row, column] = number_of
                    light = 0.35 + 0.65 * abs(float(np.dot(normal, ray)))
                    rgb[row, column] = light * _COLORS[number_of % len(_COLORS)]
        return View(rgb.astype(np.uint8), depth, body)

    def _frame(self, sim: Simulation) -> tuple[Floats, Floats, Floats, Floats, list[int]]:
        """Where it is, its axes to the right, up and ahead, and what it does not see."""
        eye, target = floats("position", self.position, (3,)), floats("target", self.target, (3,))
        upright, unseen = floats("up", self.up, (3,)), []
        if self.body is not None:
            at = int(sim.scene.bodies.find(self.body, "body"))
            turn, place, unseen = _matrix(sim.orientation[at]), sim.position[at], [at]
            eye, target, upright = place + turn @ eye, place + turn @ target, turn @ upright
        ahead = target - eye
        right = np.cross(ahead, upright)
        if np.linalg.norm(right) < 1e-12 * max(1.0, float(np.linalg.norm(ahead))):
            raise ArgumentError("camera: it looks nowhere, or along up")
        ahead, right = ahead / np.linalg.norm(ahead), right / np.linalg.norm(right)
        return eye, right, np.cross(right, ahead), ahead, unseen


def _matrix(orientation: Floats) -> Floats:
    """The rotation of a unit quaternion w, x, y, z."""
    w, x, y, z = orientation
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])


__all__ = ["Camera", "View"]
