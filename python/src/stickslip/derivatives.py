"""Derivatives of steps and of runs.

Exact for the sets that the solver has found: what touches, sticks and slips. Coordinates of
a body are twelve: position, a rotation vector in world axes, velocity, angular velocity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike

from ._stickslip import StepReport
from .arrays import Floats, count, floats, text
from .errors import ArgumentError

if TYPE_CHECKING:
    from .simulation import Simulation

LARGE = 50
"""States of more bodies than this have sparse matrices."""

Loss = Callable[[Floats], tuple[float, ArrayLike]]
"""From the states of a run, (steps + 1, bodies, 13), to a loss and its slopes by all of them."""


@dataclass(frozen=True)
class StepDerivatives:
    """Derivatives of the state after a step by the state before it and by inputs.

    The state is that of the bodies that forces move: all poses, six numbers each, then all
    velocities.
    """

    bodies: list[str]
    """The bodies of the state."""
    inputs: list[str]
    """The inputs."""
    by_state: Any
    """A: (12 bodies, 12 bodies); an array, or a `scipy.sparse.csr_array` of more than
    `LARGE` bodies."""
    by_inputs: Floats
    """B: (12 bodies, inputs)."""
    borders: list[str]
    """Rows at a border of their set, where derivatives are those of one side."""
    lost: int
    """How often a contact was not found again a stride away."""
    looks_back: bool = False
    """Whether some bodies looked back at the step before: derivatives hold that step as it was."""
    report: StepReport | None = None
    """What the step tells; None of one that was not made."""
    sides: tuple[StepDerivatives, StepDerivatives] | None = None
    """The derivatives with all rows at borders held, and with all of them at their bounds; None
    without such rows, and where a side does not determine the impulses."""

    def __iter__(self) -> Iterator[Any]:
        """A and B: `A, B = sim.linearize()`."""
        return iter((self.by_state, self.by_inputs))


@dataclass(frozen=True)
class Gradient:
    """A loss over a run with its derivatives."""

    loss: float
    inputs: dict[str, float]
    """By inputs that are the same in all steps."""
    controls: Floats
    """By the controls of each step, (steps, controls); empty without controls."""
    state: Floats
    """By the twelve coordinates of every body at the beginning, (bodies, 12)."""
    borders: int
    """Rows at a border of their set in all steps."""


class Track:
    """A run that was made, and can be gone back over."""

    def __init__(
        self, sim: Simulation, steps: int, inputs: Sequence[str], controls: ArrayLike | None
    ) -> None:
        self._sim = sim
        self._names = [text("inputs", name) for name in inputs]
        steps = count("steps", steps, 1)
        told = len(sim.scene.actuators)
        self._controls = None if controls is None else floats("controls", controls, (steps, told))
        self._begin = sim.save()
        states = [sim.read("state").reshape(-1, 13)]
        for step in range(steps):
            if self._controls is not None:
                sim._engine.set_controls(self._controls[step])
            sim.step()
            states.append(sim.read("state").reshape(-1, 13))
        self.states: Floats = np.array(states)
        """Position, orientation (w, x, y, z), velocity and angular velocity of every body at
        the beginning and after every step: (steps + 1, bodies, 13)."""

    def gradient(self, slopes: ArrayLike, loss: float = float("nan")) -> Gradient:
        """The gradient of a loss, from its slopes by all `states`. The simulation ends where
        the run does."""
        given = floats("slopes", slopes, self.states.shape)
        names = list(self._names)
        told = [] if self._controls is None else [f"control.{name}" for name in _controls(self._sim)]
        end = self._sim.save()
        self._sim.restore(self._begin)
        try:
            by_inputs, by_steps, state, borders = self._sim._engine.gradient(
                names + told,
                None if self._controls is None else self._controls.ravel(),
                tangent_slopes(self.states, given).ravel(),
            )
        finally:
            self._sim.restore(end)
        by_steps = by_steps.reshape(len(self.states) - 1, len(names) + len(told))
        return Gradient(
            loss=float(loss),
            inputs=dict(zip(names, by_inputs[: len(names)].tolist(), strict=True)),
            controls=by_steps[:, len(names) :].copy(),
            state=state.reshape(-1, 12),
            borders=borders,
        )


@overload
def rollout(
    sim: Simulation,
    steps: int,
    inputs: Sequence[str] = (),
    controls: ArrayLike | None = None,
    gradient: None = None,
) -> Track: ...
@overload
def rollout(
    sim: Simulation,
    steps: int,
    inputs: Sequence[str] = (),
    controls: ArrayLike | None = None,
    *,
    gradient: Loss,
) -> Gradient: ...
def rollout(
    sim: Simulation,
    steps: int,
    inputs: Sequence[str] = (),
    controls: ArrayLike | None = None,
    gradient: Loss | None = None,
) -> Track | Gradient:
    """Runs, with `controls` (steps, actuators) if given. With `gradient`, which makes a loss
    and its slopes of the states, gives the gradient of that loss by the initial state, the
    controls and the inputs; without, a `Track` that can be asked later."""
    track = Track(sim, steps, inputs, controls)
    if gradient is None:
        return track
    loss, slopes = gradient(track.states)
    return track.gradient(slopes, loss)


def tangent_slopes(states: Floats, slopes: Floats) -> Floats:
    """Slopes by 13 numbers of a body as slopes by its 12 coordinates: a turn by a small
    vector d changes a quaternion q = (w, v) by (−d·v, w d + d×v)/2."""
    w, v = states[..., 3:4], states[..., 4:7]
    by_w, by_v = slopes[..., 3:4], slopes[..., 4:7]
    turn = 0.5 * (-by_w * v + w * by_v + np.cross(v, by_v))
    return np.concatenate([slopes[..., :3], turn, slopes[..., 7:13]], axis=-1)


def _controls(sim: Simulation) -> list[str]:
    return list(sim.scene.actuators)


def _square(size: int, rows: Any, columns: Any, values: Floats) -> Any:
    if size > 12 * LARGE:
        try:
            from scipy.sparse import csr_array
        except ImportError as error:
            raise ImportError(
                f"derivatives of more than {LARGE} bodies are sparse: install scipy"
            ) from error
        return csr_array((values, (rows, columns)), shape=(size, size))
    matrix = np.zeros((size, size))
    matrix[rows, columns] = values
    return matrix


def _matrices(sim: Simulation, names: list[str], found: Any, report: Any) -> StepDerivatives:
    bodies, own, borders, lost, looks_back, both = found
    size = 12 * len(bodies)
    every = list(sim.scene.bodies)

    def side(
        entries: Any, sides: tuple[StepDerivatives, StepDerivatives] | None = None
    ) -> StepDerivatives:
        *square, by_inputs = entries
        return StepDerivatives(
            bodies=[every[at] for at in bodies],
            inputs=names,
            by_state=_square(size, *square),
            by_inputs=by_inputs.reshape(size, len(names)),
            borders=borders,
            lost=lost,
            looks_back=looks_back,
            report=report,
            sides=sides,
        )

    return side(own, None if both is None else (side(both[0]), side(both[1])))


def step_derivatives(sim: Simulation, inputs: Sequence[str]) -> StepDerivatives:
    """See `Simulation.step_derivatives`."""
    names = [text("inputs", name) for name in inputs]
    report, found = sim._engine.step_derivatives(names)
    return _matrices(sim, names, found, report)


def linearize(
    sim: Simulation, inputs: Sequence[str] | None, contacts: Literal["held", "free"]
) -> StepDerivatives:
    """See `Simulation.linearize`."""
    if inputs is None:
        inputs = [f"control.{name}" for name in _controls(sim)]
    if isinstance(inputs, str):
        raise ArgumentError("inputs: a list of names is needed, not one name")
    if contacts not in ("held", "free"):
        raise ArgumentError(f'contacts: "held" or "free" is needed, not {contacts!r}')
    names = [text("inputs", name) for name in inputs]
    return _matrices(sim, names, sim._engine.linearize(names, contacts == "held"), None)
