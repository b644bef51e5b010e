"""Many simulations of one scene, stepped side by side in native threads."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _stickslip
from .arrays import Floats, count, floats
from .errors import ArgumentTypeError
from .scene import Scene, State, _state


class Fleet:
    """Simulations that have one scene. The same bits for any number of threads."""

    def __init__(self, scene: Scene, size: int, *, threads: int | None = None) -> None:
        if not isinstance(scene, Scene):
            raise ArgumentTypeError(f"scene: a Scene is needed, not {type(scene).__name__}")
        self.scene = scene
        """What is simulated."""
        self.size = count("size", size, 1)
        """How many there are."""
        own = None if threads is None else count("threads", threads, 1)
        self._core = _stickslip.FleetCore(scene._core, self.size, own)

    def step(self, controls: ArrayLike | None = None, steps: int = 1) -> NDArray[np.bool_]:
        """Steps all of them, with a value for every actuator of each: (size, actuators).

        NaN leaves an actuator as it is. Gives whether every problem of each was solved.
        """
        flat: Floats | None = None
        if controls is not None:
            shape = (self.size, self.scene.n_controls)
            flat = floats("controls", controls, shape, nan=True).ravel()
        return self._core.step(flat, count("steps", steps, 1))

    @property
    def state(self) -> Floats:
        """(size, bodies, 13): place, orientation w x y z, velocity, angular velocity."""
        return self._core.states().reshape(self.size, -1, 13)

    @property
    def joints(self) -> Floats:
        """(size, 2 × coordinates): coordinates of all joints, then their rates."""
        return self._core.joints().reshape(self.size, -1)

    @property
    def sensors(self) -> Floats:
        """(size, channels): what all sensors read, in the order of `scene.sensors`."""
        return self._core.sensors().reshape(self.size, -1)

    @property
    def control(self) -> Floats:
        """(size, actuators): commands of the actuators."""
        return self._core.controls().reshape(self.size, -1)

    def save(self, at: int) -> State:
        """The whole state of one of them."""
        return State(self._core.save(count("at", at)))

    def restore(self, at: int, state: bytes) -> None:
        """Puts one of them into a saved state."""
        self._core.restore(count("at", at), _state("state", state))

    def __len__(self) -> int:
        return self.size

    def __repr__(self) -> str:
        return f"Fleet({self.scene.name!r}, {self.size})"


__all__ = ["Fleet"]
