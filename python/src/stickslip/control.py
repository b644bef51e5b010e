"""The commands of actuators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from .arrays import floats, number, text
from .names import Chosen

if TYPE_CHECKING:
    from .simulation import Simulation


class Control:
    """The values of all actuators: read and set by name, number, list or slice.

    A value holds until another is set, and is part of a saved state. Reading
    gives what was set, or else the value of the actuator's own schedule.
    """

    def __init__(self, sim: Simulation) -> None:
        self._sim = sim

    def _places(self, key: Any) -> Any:
        actuators = self._sim.scene.actuators
        if isinstance(key, (slice, list, tuple, np.ndarray)):
            places: Any = actuators[key]
            return places
        return int(actuators.find(key, "control"))

    def __getitem__(self, key: Any) -> Any:
        return self._sim.read("control")[self._places(key)]

    def __setitem__(self, key: Any, value: ArrayLike) -> None:
        places = self._places(key)
        if isinstance(places, int):
            name = f"control[{self._sim.scene.actuators.find(places).name!r}]"
            self._sim._engine.set_control(places, number(name, value))
            return
        values = np.full(len(self), np.nan)
        given = floats("control", np.broadcast_to(np.asarray(value), places.shape)
                       if np.ndim(value) == 0 else value, places.shape)
        values[places] = given
        self._sim._engine.set_controls(values)

    def __len__(self) -> int:
        return self._sim.scene.n_controls

    def __iter__(self) -> Iterator[float]:
        return iter(self._sim.read("control").tolist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.typing.NDArray[Any]:
        return np.asarray(self._sim.read("control"), dtype=dtype)

    def mode(self, actuator: Chosen) -> str:
        """What the value of an actuator means now: "velocity", "position" or "force"."""
        return self._sim._engine.control_mode(self._sim.scene.actuators.find(actuator, "actuator"))

    def set(self, actuator: Chosen, mode: str, value: float = 0.0) -> None:
        """Tells an actuator to hold a velocity or a position, or to act with a force.

        "schedule" leaves it to the scene again. Positions need an actuator
        that has a spring.
        """
        at = self._sim.scene.actuators.find(actuator, "actuator")
        self._sim._engine.set_control_mode(at, text("mode", mode), number("value", value))

    def __repr__(self) -> str:
        names = self._sim.scene.actuators
        pairs = ", ".join(f"{name}={value:g}" for name, value in zip(names, self))
        return f"Control({pairs})"


__all__ = ["Control"]
