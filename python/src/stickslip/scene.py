"""Scenes: what is simulated, and how."""

from __future__ import annotations

import html
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _stickslip
from .arrays import Floats, count, floats, number, text
from .errors import ArgumentError, ArgumentTypeError, Error
from .names import Chosen, Names

if TYPE_CHECKING:
    from .simulation import Simulation

PathLike = Union[str, "os.PathLike[str]"]


class State(bytes):
    """A whole state of a scene: motion, impulses, index sets, controls. It pickles."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"State({len(self)} bytes)"


@dataclass(frozen=True)
class Body:
    """A body as the scene has it."""

    name: str
    motion: str
    """"dynamic", "static" or "kinematic"."""
    mass: float
    """kg; 0 where forces do not move it."""


@dataclass(frozen=True)
class Joint:
    """A joint as the scene has it."""

    name: str
    kind: str
    first: str | None
    """The first body; None for the world."""
    second: str
    """The second body."""


@dataclass(frozen=True)
class Actuator:
    """A motor of a joint that can be commanded."""

    name: str
    joint: str
    mode: str
    """What its value means by itself: "velocity" or "position"."""
    control_range: tuple[float, float]
    """Least and largest value that counts: `ctrlrange` of MJCF, limits of a driven URDF."""
    force_range: tuple[float, float]
    """Least and largest force (N) or torque (N·m)."""

    @property
    def limit(self) -> float:
        """Largest force (N) or torque (N·m), whatever its sign."""
        return max(abs(end) for end in self.force_range)


@dataclass(frozen=True)
class Sensor:
    """A sensor as the scene has it."""

    name: str
    kind: str
    """"imu", "touch", "joint", "force-torque", "frame" or "range"."""
    channels: tuple[str, ...]
    """Names of the numbers that it gives."""


@dataclass(frozen=True)
class Key:
    """A named state of a model file; `load(file, key=name)` begins in it."""

    name: str
    qpos: Floats
    qvel: Floats
    ctrl: Floats


@dataclass(frozen=True)
class Rollout:
    """Many runs side by side; the first axis counts runs, the second kept steps."""

    time: Floats
    """(runs, kept) in s."""
    position: Floats
    """(runs, kept, bodies, 3): centres of mass."""
    orientation: Floats
    """(runs, kept, bodies, 4): w, x, y, z."""
    velocity: Floats
    """(runs, kept, bodies, 3)."""
    angular_velocity: Floats
    """(runs, kept, bodies, 3)."""
    converged: np.typing.NDArray[np.bool_]
    """(runs, steps): whether every problem of the step was solved."""
    states: list[State]
    """Where each run ended."""


class Scene:
    """A scene that was read and checked. It does not change; it pickles.

    >>> import stickslip as ss
    >>> scene = ss.load("stack")
    >>> sim = scene.simulate()
    >>> sim.run(60).converged
    True
    """

    def __init__(
        self,
        source: str,
        file: str = "text",
        *,
        seed: int = 0,
        parameters: Mapping[str, float] | None = None,
        solver: str | None = None,
        solver_options: Mapping[str, object] | None = None,
        tolerance: float | None = None,
        max_iterations: int | None = None,
        dt: float | None = None,
        substeps: int | None = None,
        friction_model: str | None = None,
        gravity: ArrayLike | None = None,
        ignore: Sequence[tuple[str, str]] = (),
    ) -> None:
        """From the text of a scene file; `load` finds it by name or path."""
        numbers = {
            text("parameters", name): number(f"parameters[{name!r}]", value)
            for name, value in _mapping("parameters", parameters).items()
        }
        options = {
            text("solver_options", key): _option(value)
            for key, value in _mapping("solver_options", solver_options).items()
        }
        pairs = []
        for at, pair in enumerate(ignore):
            if isinstance(pair, str) or len(pair) != 2:
                raise ArgumentError(f"ignore[{at}]: the names of two bodies are needed")
            pairs.append((text(f"ignore[{at}]", pair[0]), text(f"ignore[{at}]", pair[1])))
        changes: dict[str, Any] = {
            "solver": None if solver is None else text("solver", solver),
            "solver_options": options,
            "tolerance": None if tolerance is None else number("tolerance", tolerance),
            "max_iterations": (
                None if max_iterations is None else count("max_iterations", max_iterations)
            ),
            "dt": None if dt is None else number("dt", dt),
            "substeps": None if substeps is None else count("substeps", substeps),
            "friction_model": (
                None if friction_model is None else text("friction_model", friction_model)
            ),
            "gravity": None if gravity is None else floats("gravity", gravity, (3,)).tolist(),
            "ignore": pairs,
        }
        self._recipe = (text("source", source), text("file", file), numbers, seed, changes)
        self._edited = False
        self._know(_stickslip.SceneCore(source, file, numbers, count("seed", seed), changes))

    def _know(self, core: _stickslip.SceneCore) -> None:
        self._core = core
        self._bodies = [Body(*body) for body in self._core.bodies()]
        names = [body.name for body in self._bodies]
        self.bodies = Names("body", names)
        """Bodies by name."""
        joints = self._core.joints()
        self.joints = Names("joint", [joint[0] for joint in joints])
        """Joints by name."""
        self._joints = [
            Joint(name, kind, None if first < 0 else names[first], names[second])
            for name, kind, first, second in joints
        ]
        controls = self._core.controls()
        self.actuators = Names("actuator", [control[0] for control in controls])
        """Motors that can be commanded, by name: that of their joint."""
        self._actuators = [
            Actuator(name, joints[joint][0], mode, (values[0], values[1]), (forces[0], forces[1]))
            for name, joint, mode, values, forces in controls
        ]
        sensors = self._core.sensors()
        self.sensors = Names("sensor", [sensor[0] for sensor in sensors])
        """Sensors by name."""
        self._sensors = [Sensor(name, kind, tuple(parts)) for name, kind, parts in sensors]
        self._soft = self._core.soft_bodies()
        self.soft_bodies = Names("soft body", [name for name, _ in self._soft])
        """Soft bodies by name."""
        self.liquids = Names("liquid", self._core.liquids())
        """Liquids by name."""
        self.materials = Names("material", self._core.materials())
        """Materials by name."""

    def _as_edited(self, core: _stickslip.SceneCore) -> Scene:
        """The same with what came and went while it ran."""
        made = Scene.__new__(Scene)
        made._recipe, made._edited = self._recipe, True
        made._know(core)
        return made

    def _unedited(self, what: str) -> None:
        if self._edited:
            raise ArgumentError(
                f"{what}: bodies or joints came or went while it ran, and no text says so"
            )

    def body(self, body: Chosen) -> Body:
        """What is known of a body."""
        return self._bodies[self.bodies.find(body, "body")]

    def joint(self, joint: Chosen) -> Joint:
        """What is known of a joint."""
        return self._joints[self.joints.find(joint, "joint")]

    def actuator(self, actuator: Chosen) -> Actuator:
        """What is known of an actuator."""
        return self._actuators[self.actuators.find(actuator, "actuator")]

    def sensor(self, sensor: Chosen) -> Sensor:
        """What is known of a sensor."""
        return self._sensors[self.sensors.find(sensor, "sensor")]

    @property
    def name(self) -> str:
        """The name of the scene."""
        return self._core.name

    @property
    def description(self) -> str:
        """What it shows, in a line."""
        return self._core.description

    @property
    def story(self) -> str:
        """What happens in it and why that is hard; may be empty."""
        return self._core.story

    @property
    def source(self) -> str:
        """The text of the scene file."""
        self._unedited("source")
        return self._recipe[0]

    @property
    def seconds(self) -> float:
        """How long it runs unless set otherwise."""
        return self._core.seconds

    @property
    def dt(self) -> float:
        """The time step (s)."""
        return self._core.dt

    @property
    def substeps(self) -> int:
        """Equal parts of a step."""
        return self._core.substeps

    @property
    def gravity(self) -> Floats:
        """Gravity (m/s²)."""
        return np.array(self._core.gravity)

    @property
    def solver(self) -> str:
        """The solver's name."""
        return self._core.solver

    @property
    def friction_model(self) -> str:
        """The friction model's name."""
        return self._core.friction_model

    @property
    def parameters(self) -> dict[str, float]:
        """The scene's parameters with their values."""
        return self._core.parameters

    @property
    def n_controls(self) -> int:
        """How many actuators there are."""
        return len(self.actuators)

    def simulate(
        self, state: bytes | None = None, *, device: str = "cpu", **settings: Any
    ) -> Simulation:
        """The scene in motion, from its beginning or from a saved state.

        `device` is "cpu", "gpu", "gpu:N" or "auto", as of `stickslip run`: a
        graphics card takes small steps, and refuses by name what it has no
        kernel for. Other keywords are settings that hold for this simulation
        only, as those of `load`.
        """
        from .simulation import Simulation

        scene = self if not settings else self.changed(**settings)
        made = Simulation(scene, device)
        if state is not None:
            made.restore(state)
        return made

    def changed(self, **changes: Any) -> Scene:
        """The same scene with other parameters or settings: keywords as those of `load`."""
        self._unedited("changed")
        source, file, numbers, seed, before = self._recipe
        old = {key: value for key, value in before.items() if value not in (None, {}, [])}
        kept = {"parameters": numbers, "seed": seed, **old}
        return changed(source, file, {**kept, **changes})

    def rollout(
        self,
        states: Sequence[bytes],
        controls: ArrayLike | None = None,
        *,
        steps: int | None = None,
        every: int = 1,
        threads: int | None = None,
    ) -> Rollout:
        """Runs from several states side by side, the same bits for any number of threads.

        `controls` has a value for every actuator in every step of every run:
        (runs, steps, actuators); NaN leaves an actuator as it is. Without
        controls, `steps` says how long. Every `every`th step is kept.
        """
        begins = [_state(f"states[{at}]", state) for at, state in enumerate(states)]
        every = count("every", every, 1)
        threads = None if threads is None else count("threads", threads, 1)
        flat: Floats | None = None
        if controls is not None:
            shape = (len(begins), "steps", self.n_controls)
            table = floats("controls", controls, shape, nan=True)
            if steps is not None and steps != table.shape[1]:
                raise ArgumentError(f"steps: is {steps}, but controls have {table.shape[1]}")
            steps, flat = table.shape[1], table.ravel()
        elif steps is None:
            raise ArgumentError("steps: are needed where there are no controls")
        steps = count("steps", steps)
        numbers, times, solved, ends = self._core.rollout(begins, flat, steps, every, threads)
        kept = (len(begins), steps // every)
        motion = numbers.reshape(*kept, len(self.bodies), 13)
        position, orientation, velocity, spin = (
            np.ascontiguousarray(motion[..., low:high])
            for low, high in [(0, 3), (3, 7), (7, 10), (10, 13)]
        )
        return Rollout(
            time=times.reshape(kept),
            position=position,
            orientation=orientation,
            velocity=velocity,
            angular_velocity=spin,
            converged=solved.reshape(len(begins), steps),
            states=[State(end) for end in ends],
        )

    def _changed(self) -> dict[str, Any]:
        return {key: value for key, value in self._recipe[4].items() if value not in (None, {}, [])}

    def __reduce__(self) -> tuple[Any, ...]:
        self._unedited("pickle")
        return _scene, self._recipe

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scene):
            return False
        alike = self._recipe == other._recipe and not (self._edited or other._edited)
        return self is other or alike

    def __hash__(self) -> int:
        return hash((self._recipe[0], self._recipe[3]))

    def __repr__(self) -> str:
        return f"Scene({self.name!r}, {len(self.bodies)} bodies, {len(self.joints)} joints)"

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.description}"]
        lines += [f"  {name}: {value}" for name, value in self._table()]
        return "\n".join(lines)

    def _table(self) -> list[tuple[str, str]]:
        moved = sum(body.motion == "dynamic" for body in self._bodies)
        rows = [
            ("bodies", f"{len(self.bodies)}, {moved} of them dynamic"),
            ("joints", repr(self.joints) if len(self.joints) else "none"),
            ("actuators", repr(self.actuators) if len(self.actuators) else "none"),
            ("step", f"{self.dt:.6g} s in {self.substeps}"),
            ("solver", f"{self.solver}, friction model {self.friction_model}"),
        ]
        rows += [(f"parameter {name}", f"{value:g}") for name, value in self.parameters.items()]
        rows += [(f"changed {key}", str(value)) for key, value in self._changed().items()]
        return rows

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>"
            for name, value in self._table()
        )
        picture = self.simulate().svg()
        title = html.escape(f"{self.name}: {self.description}")
        return f"<div><b>{title}</b><table>{rows}</table>{picture}</div>"


def _scene(
    source: str, file: str, numbers: dict[str, float], seed: int, changes: dict[str, Any]
) -> Scene:
    """A scene that was pickled."""
    return Scene(source, file, seed=seed, parameters=numbers, **changes)


def _mapping(name: str, given: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if given is not None and not isinstance(given, Mapping):
        raise ArgumentTypeError(f"{name}: a dictionary is needed, not {type(given).__name__}")
    return given or {}


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _state(name: str, given: object) -> bytes:
    if not isinstance(given, bytes):
        raise ArgumentTypeError(f"{name}: a saved state is needed, not {type(given).__name__}")
    return given


def load(name: PathLike, **changes: Any) -> Scene:
    """A built-in scene by its name, or a scene or model file by its path.

    Scene files end in .toml, models in .xml (MJCF) or .urdf. Of a model, `key`
    names the state in which it begins, `state` a file with one; `floating` lets
    the root of a URDF move freely, `packages` (`["NAME=DIR"]`) says where packages
    are, `reading` is "strict", "normal" or "lenient", and `meshes` touch as
    "convex" hulls, "decompose"d into convex parts, or by their "surface". Links that
    begin inside each other "pass" through each other or "touch" by `overlaps`; without
    it those of a URDF pass, those of MJCF touch.

    `drive` gives joints without a motor one that takes a "position", "velocity"
    or "force", and `motors` single ones (`[{"joint": "elbow", "mode": "position"}]`).

    Keywords change it: `solver`, `solver_options`, `tolerance`,
    `max_iterations`, `dt`, `substeps`, `friction_model`, `gravity`, `seed`,
    `ignore` (pairs of bodies that pass through each other); whatever else is a key of
    `[settings]` (`accuracy`, `stepper`, … : `stickslip list keys settings`), and
    parameters of the scene, such as `load("stack", n=3)`. An unknown one is an error
    with the nearest.
    """
    from .builder import toml

    if not isinstance(name, (str, os.PathLike)):
        raise ArgumentTypeError(f"name: a name or a path is needed, not {type(name).__name__}")
    source, file = _stickslip.find_scene(os.fspath(name))
    if str(name).endswith((".xml", ".urdf")):
        # The text of a model's scene ends with the section of the model.
        asked = [key for key in _OF_MODELS if key in changes]
        source += "".join(f"{key} = {toml(key, changes.pop(key))}\n" for key in asked)
    return changed(source, file, changes)


def changed(source: str, file: str, changes: Mapping[str, Any]) -> Scene:
    """A scene whose keywords are arguments of `Scene`, settings of its file, or parameters."""
    from .builder import toml

    rest = dict(changes)
    known = {key: rest.pop(key) for key in list(rest) if key in _SETTINGS}
    given = dict(_mapping("parameters", known.pop("parameters", None)))
    parameters = _stickslip.scene_parameters(source, file)
    settings = _stickslip.setting_keys()
    asked = []
    for key in list(rest):
        if key in parameters:
            given[key] = rest.pop(key)
        elif key in settings:
            asked.append((key, toml(key, rest.pop(key))))
    for key in rest:
        # The nearest of whatever could have been meant.
        Names("parameter or setting", [*parameters, *settings, *sorted(_SETTINGS)]).find(key)
    if asked:
        source = _stickslip.with_settings(source, file, asked)
    return Scene(source, file, parameters=given, **known)


def keys(name: PathLike) -> list[Key]:
    """The named states of a model file (MJCF), in their order."""
    if not isinstance(name, (str, os.PathLike)):
        raise ArgumentTypeError(f"name: a path is needed, not {type(name).__name__}")
    found = _stickslip.model_keys(os.fspath(name))
    return [Key(key, *(np.array(part) for part in parts)) for key, *parts in found]


_OF_MODELS = (
    "key",
    "state",
    "floating",
    "packages",
    "reading",
    "meshes",
    "overlaps",
    "drive",
    "motors",
)
_SETTINGS = {
    "seed",
    "parameters",
    "solver",
    "solver_options",
    "tolerance",
    "max_iterations",
    "dt",
    "substeps",
    "friction_model",
    "gravity",
    "ignore",
}


def scenes() -> dict[str, str]:
    """The built-in scenes: name and description."""
    return dict(_stickslip.scenes())


__all__ = [
    "Actuator",
    "Body",
    "Error",
    "Joint",
    "Key",
    "Rollout",
    "Scene",
    "Sensor",
    "State",
    "keys",
    "load",
    "scenes",
]
