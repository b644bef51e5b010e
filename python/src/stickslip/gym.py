"""Scenes as environments for learning; needs `pip install stickslip[gym]`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import gymnasium.vector
import numpy as np
from gymnasium import spaces
from numpy.typing import ArrayLike, NDArray

from .arrays import Floats, count
from .errors import ArgumentError, ArgumentTypeError
from .fleet import Fleet
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


class _Actions:
    """From actions to commands of actuators.

    Without bounds, an action of 0 leaves an actuator as the scene begins, and ±1 are the
    ends of its range; an actuator without a range goes by 1 to either side.
    """

    def __init__(
        self, scene: Scene, controls: NDArray[np.intp], begin: Floats, bounds: ArrayLike | None
    ) -> None:
        self.controls = controls
        self._raw = bounds is not None
        high = np.broadcast_to(
            np.asarray(1.0 if bounds is None else bounds, dtype=np.float64), controls.shape
        )
        self.space = spaces.Box(-high, high, dtype=np.float64)
        self._begin = begin
        ranges = [scene.actuator(int(at)).control_range for at in controls]
        ends = np.array(ranges, dtype=np.float64).reshape(-1, 2)
        self._down = np.where(np.isfinite(ends[:, 0]), begin - ends[:, 0], 1.0)
        self._up = np.where(np.isfinite(ends[:, 1]), ends[:, 1] - begin, 1.0)

    def told(self, action: ArrayLike) -> Floats:
        """Values of the controls, for one action or for a row of them."""
        given = np.asarray(action, dtype=np.float64)
        if self._raw:
            return given
        return self._begin + np.where(given < 0.0, self._down, self._up) * given


class Env(gymnasium.Env[NDArray[np.float64], NDArray[np.float64]]):
    """A scene whose actuators are the actions.

    An action of 0 leaves an actuator as the scene begins, ±1 are the ends of its control
    range, or 1 to either side where it has none. With `bounds` actions are the values that
    actuators take as commands, from −bounds to bounds.

    An episode ends when `done` says so, and is cut after `limit` steps.
    `info["converged"]` says whether every contact problem was solved. `reset`
    with a seed scatters the joint coordinates by `scatter`.
    """

    metadata = {"render_modes": ["svg", "rgb_array"], "render_fps": 60}

    def __init__(
        self,
        scene: Scene,
        *,
        observe: Observe = joints_and_rates,
        reward: Reward | None = None,
        done: Done | None = None,
        controls: Sequence[Chosen] | None = None,
        bounds: float | ArrayLike | None = None,
        frame_skip: int = 1,
        limit: int = 1000,
        scatter: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        if not isinstance(scene, Scene):
            raise ArgumentTypeError(f"scene: a Scene is needed, not {type(scene).__name__}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            known = ", ".join(self.metadata["render_modes"])
            raise ArgumentError(f'render_mode: there is no "{render_mode}"; there are {known}')
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
        begin = self.sim.read("control")[self._controls]
        self._actions = _Actions(scene, self._controls, begin, bounds)
        self.action_space = self._actions.space
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
            self.sim.control[self._controls] = self._actions.told(action)
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
        """The present moment as SVG text or as pixels (height, width, 3), by the mode."""
        if self.render_mode == "rgb_array":
            return self.sim.image()
        return self.sim.svg() if self.render_mode == "svg" else None


class VectorEnv(gymnasium.vector.VectorEnv[NDArray[np.float64], NDArray[np.float64], Any]):
    """Many of a scene at once, stepped in native threads.

    Observations are joint coordinates and their rates; `reward` and `done` see all of
    them at once: (size, bodies, 13) states. Episodes that ended begin anew with the
    next step.
    """

    def __init__(
        self,
        scene: Scene,
        num_envs: int,
        *,
        reward: Callable[[Fleet, Floats], Floats] | None = None,
        done: Callable[[Fleet], NDArray[np.bool_]] | None = None,
        bounds: float | ArrayLike | None = None,
        frame_skip: int = 1,
        limit: int = 1000,
        threads: int | None = None,
    ) -> None:
        self.fleet = Fleet(scene, num_envs, threads=threads)
        self.num_envs = self.fleet.size
        self._reward, self._done = reward, done
        self._skip, self._limit = count("frame_skip", frame_skip, 1), count("limit", limit, 1)
        self._begin = self.fleet.save(0)
        self._counts = np.zeros(self.num_envs, dtype=np.int64)
        self._ended = np.zeros(self.num_envs, dtype=np.bool_)
        controls = np.arange(scene.n_controls)
        self._actions = _Actions(scene, controls, self.fleet.control[0], bounds)
        self.single_action_space = self._actions.space
        size = self.fleet.joints.shape[1]
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (size,), dtype=np.float64)
        batch = gymnasium.vector.utils.batch_space
        self.action_space = batch(self.single_action_space, self.num_envs)
        self.observation_space = batch(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """The beginning of the scene, in all of them."""
        self._restart(np.arange(self.num_envs))
        return self.fleet.joints, {}

    def _restart(self, places: NDArray[np.intp]) -> None:
        for at in places:
            self.fleet.restore(int(at), self._begin)
        self._counts[places] = 0
        self._ended[places] = False

    def step(
        self, actions: NDArray[np.float64]
    ) -> tuple[Floats, Floats, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Sets the actuators of all and goes on by `frame_skip` steps."""
        self._restart(np.flatnonzero(self._ended))
        told = self._actions.told(actions)
        solved = self.fleet.step(told if self.scene_has_controls else None, self._skip)
        self._counts += 1
        rewards = np.zeros(self.num_envs)
        if self._reward is not None:
            rewards = np.asarray(self._reward(self.fleet, actions), dtype=np.float64)
        ended = np.zeros(self.num_envs, dtype=np.bool_)
        if self._done is not None:
            ended = np.asarray(self._done(self.fleet), dtype=np.bool_)
        cut = self._counts >= self._limit
        self._ended = ended | cut
        return self.fleet.joints, rewards, ended, cut, {"converged": solved}

    @property
    def scene_has_controls(self) -> bool:
        """Whether there is anything to tell."""
        return self.fleet.scene.n_controls > 0


__all__ = ["Env", "VectorEnv", "joints_and_rates"]
