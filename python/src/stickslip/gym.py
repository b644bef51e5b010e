"""Scenes as environments for learning; needs `pip install stickslip[gym]`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import ArrayLike, NDArray

from .arrays import Floats, count
from .names import Chosen
from .scene import Scene, State
from .simulation import Simulation

Observe = Callable[[Simulation], ArrayLike]
Reward = Callable[[Simulation, Floats], float]
Done = Callable[[Simulation], bool]


def joints_and_rates(sim: Simulation) -> Floats:
    """Coordinates of all joints, then their rates."""
    pairs = [sim.joint(joint) for joint in range(len(sim.scene.joints))]
    values = [value for value, _ in pairs] + [rate for _, rate in pairs]
    return np.concatenate(values) if values else np.zeros(0)


class Env(gymnasium.Env[NDArray[np.float64], NDArray[np.float64]]):
    """A scene whose actuators are the actions.

    An episode ends when `done` says so, and is cut after `limit` steps.
    `info["converged"]` says whether every contact problem was solved. `reset`
    with a seed scatters the joint coordinates by `scatter`.
    """

    metadata = {"render_modes": ["svg"]}

    def __init__(
        self,
        scene: Scene,
        *,
        observe: Observe = joints_and_rates,
        reward: Reward | None = None,
        done: Done | None = None,
        controls: Sequence[Chosen] | None = None,
        bounds: float | ArrayLike = 1.0,
        frame_skip: int = 1,
        limit: int = 1000,
        scatter: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        self.scene = scene
        self.render_mode = render_mode
        self._observe, self._reward, self._done = observe, reward, done
        chosen = list(scene.actuators) if controls is None else list(controls)
        self._controls = scene.actuators[chosen]
        self._skip, self._limit = count("frame_skip", frame_skip, 1), count("limit", limit, 1)
        self._scatter = scatter
        self.sim = scene.simulate()
        self._begin = self.sim.save()
        self._count = 0
        high = np.broadcast_to(np.asarray(bounds, dtype=np.float64), self._controls.shape)
        self.action_space = spaces.Box(-high, high, dtype=np.float64)
        size = self._observation().shape
        self.observation_space = spaces.Box(-np.inf, np.inf, size, dtype=np.float64)

    def _observation(self) -> Floats:
        return np.array(self._observe(self.sim), dtype=np.float64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """The beginning of the scene, scattered."""
        super().reset(seed=seed)
        self.sim.restore(self._begin)
        self._count = 0
        if self._scatter:
            for joint in range(len(self.scene.joints)):
                values, _ = self.sim.joint(joint)
                if len(values) == 1:
                    moved = values + self.np_random.uniform(-self._scatter, self._scatter, 1)
                    self.sim.set_joints(joint, position=moved)
        return self._observation(), {"converged": True}

    def step(self, action: Floats) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Sets the actuators and goes on by `frame_skip` steps."""
        if len(self._controls):
            self.sim.control[self._controls] = action
        report = self.sim.run(self._skip)
        self._count += 1
        reward = 0.0 if self._reward is None else float(self._reward(self.sim, action))
        ended = self._done is not None and bool(self._done(self.sim))
        info = {"converged": report.converged}
        return self._observation(), reward, ended, self._count >= self._limit, info

    def save(self) -> tuple[State, int]:
        """Where the episode is, exactly."""
        return self.sim.save(), self._count

    def restore(self, saved: tuple[State, int]) -> None:
        """Goes back there."""
        state, self._count = saved
        self.sim.restore(state)

    def render(self) -> Any:
        """The present moment as SVG text."""
        return self.sim.svg() if self.render_mode == "svg" else None


__all__ = ["Env", "joints_and_rates"]
