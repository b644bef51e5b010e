"""A scene in motion."""

from __future__ import annotations

import html
import os
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from . import derivatives
from ._stickslip import StepReport
from .articulation import Articulation
from .arrays import Floats, count, floats, number, text
from .builder import Builder
from .contacts import Contact, ContactEvent, RayHit, Row
from .control import Control
from .derivatives import StepDerivatives
from .errors import ArgumentError, ArgumentTypeError
from .names import Chosen, Id, Names
from .scene import PathLike, Scene, State, _state

_WIDTHS = {
    "position": 3,
    "orientation": 4,
    "velocity": 3,
    "angular_velocity": 3,
    "state": 13,
}


def _one(keys: dict[str, Any]) -> Builder:
    """For one body or joint, under the name that it was given."""
    if "repeat" in keys:
        raise ArgumentError("repeat: several at once are added by change(builder)")
    return Builder("parts")


class Simulation:
    """A scene in motion. One thread at a time may use it; steps leave the interpreter free."""

    def __init__(self, scene: Scene, device: str = "cpu") -> None:
        if not isinstance(scene, Scene):
            raise ArgumentTypeError(f"scene: a Scene is needed, not {type(scene).__name__}")
        self.scene = scene
        """What is simulated."""
        self._engine = scene._core.simulate(text("device", device))
        self._step = self._engine.step
        self._watches = False
        self.control = Control(self)
        """commands of the actuators."""

    @property
    def device(self) -> str:
        """What makes the steps: "cpu", or the name of a graphics card."""
        return self._engine.device

    # Motion

    def step(self, forces: ArrayLike | None = None) -> StepReport:
        """One step of `scene.dt` seconds.

        `forces` act during it on top of everything else: force (N) and torque
        about the centre of mass (N·m) of every body, (bodies, 6), or
        (substeps, bodies, 6) to change them from sub-step to sub-step.
        """
        if forces is None:
            return self._step()
        bodies = len(self.scene.bodies)
        deep = np.ndim(forces) == 3
        shape = (self.scene.substeps, bodies, 6) if deep else (bodies, 6)
        return self._step(floats("forces", forces, shape).ravel())

    def run(self, steps: int) -> StepReport:
        """Many steps at once; Ctrl-C ends it between two of them."""
        report = self._engine.run(count("steps", steps, 1))
        assert report is not None
        return report

    def step_derivatives(self, inputs: Sequence[str] = ()) -> StepDerivatives:
        """One step with its derivatives by the state before it and by inputs.

        Inputs are named: `body.NAME.mass`, `body.NAME.inertia.xy`, `body.NAME.force.x`,
        `body.NAME.torque.x`, `material.NAME.friction` (`restitution`, `stiffness`, `damping`),
        `joint.NAME.damping` (`stiffness`, `friction`), `control.NAME`, `gravity.x` and `h`.
        What has no derivatives raises `DerivativeError`, and the state stays as it was.
        """
        return derivatives.step_derivatives(self, inputs)

    def linearize(
        self,
        inputs: Sequence[str] | None = None,
        contacts: Literal["held", "free"] = "held",
    ) -> StepDerivatives:
        """The derivatives of the step that would be next, which is not made: `A, B =
        sim.linearize()` of the linear system, by all controls unless inputs are given.

        Contacts hold as they are, and push so that what is closed stays closed, sticks or
        slips; or they are free, and their impulses stay what they are.
        """
        return derivatives.linearize(self, inputs, contacts)

    def push(
        self,
        body: Chosen,
        force: ArrayLike = (0.0, 0.0, 0.0),
        point: ArrayLike | None = None,
        torque: ArrayLike = (0.0, 0.0, 0.0),
    ) -> None:
        """Adds a force (N) at a point of the world, and a torque (N·m), for the next step."""
        at = self.scene.bodies.find(body, "body")
        where = None if point is None else floats("point", point, (3,)).tolist()
        push, twist = floats("force", force, (3,)), floats("torque", torque, (3,))
        self._engine.push(at, push.tolist(), where, twist.tolist())

    def lead(
        self, body: Chosen, position: ArrayLike, orientation: ArrayLike = (1.0, 0.0, 0.0, 0.0)
    ) -> None:
        """Moves a kinematic body so that it is there (w, x, y, z) at the end of the next step."""
        at = self.scene.bodies.find(body, "body")
        where = floats("position", position, (3,)).tolist()
        self._engine.lead(at, where, floats("orientation", orientation, (4,)).tolist())

    # What comes and goes

    def add_body(self, name: str, **keys: Any) -> Id:
        """Adds a body before the next step: the keys are those of `[[body]]`, as a `Builder`
        takes them. All others go on to the same bits.

        >>> import stickslip as ss
        >>> sim = ss.load("stack", n=3).simulate()
        >>> _ = sim.run(60)
        >>> sim.add_body("ball", shape={"type": "sphere", "radius": 0.2}, position=[3, 1, 0])
        body 4 ('ball')
        >>> sim.run(60).converged
        True
        >>> sim.remove("ball")
        """
        parts = _one(keys)
        parts.body(name, **keys)
        self.change(parts)
        return self.scene.bodies[name]

    def add_joint(self, name: str, **keys: Any) -> Id:
        """Adds a joint before the next step: the keys are those of `[[joint]]`, in world
        coordinates where its bodies are now."""
        parts = _one(keys)
        parts.joint(name, **keys)
        self.change(parts)
        return self.scene.joints[name]

    def remove(self, *names: str) -> None:
        """Takes bodies, with their joints, and joints out before the next step. What leaned on
        them wakes; numbers of those behind them move up, names stay."""
        known = self.scene.bodies
        bodies = [name for name in names if name in known]
        self.change(None, bodies, [name for name in names if name not in known])

    def change(
        self,
        add: Builder | None = None,
        remove_bodies: Sequence[Chosen] = (),
        remove_joints: Sequence[Chosen] = (),
    ) -> None:
        """Takes bodies and joints out and adds those of a builder, all at once or, where
        something is wrong, nothing. `scene` then tells of what is there."""
        bodies = [int(self.scene.bodies.find(body, "remove_bodies")) for body in remove_bodies]
        joints = [int(self.scene.joints.find(joint, "remove_joints")) for joint in remove_joints]
        core = self._engine.change("" if add is None else add._parts_source(), bodies, joints)
        self.scene = self.scene._as_edited(core)
        self.control = Control(self)

    # State

    @property
    def time(self) -> float:
        """Simulated seconds."""
        return self._engine.time

    @property
    def steps(self) -> int:
        """Steps done."""
        return self._engine.steps

    @property
    def hash(self) -> str:
        """A hash of the exact bits of all poses and velocities, as `stickslip run` prints it."""
        return self._engine.hash

    @property
    def energy(self) -> float:
        """Kinetic plus potential energy (J)."""
        return self._engine.energy

    @property
    def position(self) -> Floats:
        """Centres of mass (m), (bodies, 3); a copy."""
        return self._engine.read("position").reshape(-1, 3)

    @property
    def orientation(self) -> Floats:
        """Unit quaternions w, x, y, z, (bodies, 4); a copy."""
        return self._engine.read("orientation").reshape(-1, 4)

    @property
    def velocity(self) -> Floats:
        """Velocities of the centres of mass (m/s), (bodies, 3); a copy."""
        return self._engine.read("velocity").reshape(-1, 3)

    @property
    def angular_velocity(self) -> Floats:
        """Angular velocities in world axes (rad/s), (bodies, 3); a copy."""
        return self._engine.read("angular_velocity").reshape(-1, 3)

    def read(self, what: str, out: Floats | None = None) -> Floats:
        """"position", "orientation", "velocity", "angular_velocity", "control", or "state"
        with all four motions in rows of 13; into `out`, where one is given."""
        width = _WIDTHS.get(text("what", what))
        if out is None:
            found = self._engine.read(what)
            return found if width is None else found.reshape(-1, width)
        if not isinstance(out, np.ndarray) or out.dtype != np.float64 or not out.flags.c_contiguous:
            raise ArgumentTypeError(f"out: a C-ordered float64 array for {what} is needed")
        if not out.flags.writeable:
            raise ArgumentError(f"out: the array for {what} cannot be written to")
        shape = (self.scene.n_controls,) if width is None else (len(self.scene.bodies), width)
        if out.shape != shape:
            raise ArgumentError(f"out: the shape is {out.shape}, but {what} has {shape}")
        self._engine.fill(what, out.reshape(-1))
        return out

    def set_state(self, state: ArrayLike) -> None:
        """Puts bodies where an array says that `read("state")` gave: (bodies, 13).

        What the last step left besides, to start the next solve with, stays:
        `restore` is the way to go on exactly.
        """
        shape = (len(self.scene.bodies), 13)
        self._engine.set_flat(floats("state", state, shape).ravel())

    def save(self) -> State:
        """The whole state: a simulation that restores it goes on to the same bits."""
        return State(self._engine.save())

    def restore(self, state: bytes) -> None:
        """Goes back (or forward) to a saved state of this scene."""
        self._engine.restore(_state("state", state))

    # Joints

    @property
    def articulations(self) -> list[Articulation]:
        """The trees that joints form, whatever coordinates the scene is stepped in."""
        return [Articulation(self, core) for core in self._engine.articulations()]

    def articulation(self, name: str | None = None) -> Articulation:
        """The tree of joints that a joint or a body of this name belongs to; without a name the
        only one there is."""
        found = self.articulations
        if name is not None:
            known = {**self.scene.joints, **self.scene.bodies}
            Names("joint or body", list(known)).find(text("name", name), "name")
            found = [each for each in found if name in each.joints or name in each.links]
        if len(found) == 1:
            return found[0]
        if not found:
            of = "no joints form a tree" if name is None else f'"{name}" belongs to no tree'
            raise ArgumentError(f"name: {of}")
        roots = ", ".join(each.links[0] for each in found)
        raise ArgumentError(f"name: there are {len(found)} trees, of the bodies {roots}")

    def joint(self, joint: Chosen) -> tuple[Floats, Floats]:
        """Values and rates of the coordinates that a joint leaves free (m, rad and per s)."""
        pairs = self._engine.joint(self.scene.joints.find(joint, "joint"))
        values = np.array(pairs, dtype=np.float64).reshape(-1, 2)
        return values[:, 0].copy(), values[:, 1].copy()

    def set_joints(
        self,
        joints: Any,
        position: ArrayLike | None = None,
        velocity: ArrayLike | None = None,
    ) -> None:
        """Puts joints at coordinates, and takes along all that hangs on them.

        `joints` is one joint or several, and the numbers are their
        coordinates one after the other. What is not given stays.
        """
        many = isinstance(joints, (list, tuple, np.ndarray))
        ids = [self.scene.joints.find(each, "joints") for each in (joints if many else [joints])]
        old = [self.joint(each) for each in ids]
        sizes = [len(values) for values, _ in old]
        total = sum(sizes)

        def given(name: str, numbers: ArrayLike | None, before: list[Floats]) -> Floats:
            if numbers is None:
                return np.concatenate(before) if before else np.zeros(0)
            if total == 1 and np.ndim(numbers) == 0:
                numbers = np.reshape(np.asarray(numbers), 1)
            return floats(name, numbers, (total,))

        values = given("position", position, [value for value, _ in old])
        rates = given("velocity", velocity, [rate for _, rate in old])
        before = self.save()
        begin = 0
        try:
            for each, size in zip(ids, sizes):
                own = slice(begin, begin + size)
                self._engine.set_joint(each, list(zip(values[own].tolist(), rates[own].tolist())))
                begin += size
        except Exception:
            self.restore(before)
            raise

    def joint_force(self, joint: Chosen) -> Floats:
        """The wrench of a joint on its second body in the last sub-step: force (N), then
        torque about the anchor (N·m), in world axes; motors and friction are in it."""
        load = self._engine.joint_load(self.scene.joints.find(joint, "joint"))
        return np.array(load, dtype=np.float64).reshape(6)

    @property
    def broken(self) -> list[str]:
        """The names of the joints that have broken."""
        names = self.scene.joints.ids()
        return [names[at].name for at in self._engine.broken()]

    def joint_impulses(self, joint: Chosen) -> Floats:
        """Impulses of the rows of a joint in the last sub-step, on its second body."""
        return self._engine.joint_impulses(self.scene.joints.find(joint, "joint"))

    # Sensors, soft bodies, liquids

    def sensor(self, sensor: Chosen) -> Floats:
        """What a sensor reads after the last step; `scene.sensor(…).channels` names them."""
        return self._engine.sense(self.scene.sensors.find(sensor, "sensor"))

    @property
    def sensors(self) -> dict[str, Floats]:
        """What all sensors read, by their names."""
        return {name: self.sensor(name) for name in self.scene.sensors}

    def vertices(self, soft: Chosen) -> tuple[Floats, Floats]:
        """Places (m) and velocities (m/s) of the vertices of a soft body, (vertices, 3) each."""
        places, velocities = self._engine.soft(self.scene.soft_bodies.find(soft, "soft"))
        return places.reshape(-1, 3), velocities.reshape(-1, 3)

    def particles(self, liquid: Chosen) -> tuple[Floats, Floats]:
        """Places (m) and velocities (m/s) of the particles of a liquid, (particles, 3) each."""
        places, velocities = self._engine.liquid(self.scene.liquids.find(liquid, "liquid"))
        return places.reshape(-1, 3), velocities.reshape(-1, 3)

    # Contacts, rows, rays

    def contacts(self, body: Chosen | None = None, other: Chosen | None = None) -> list[Contact]:
        """The contacts of a body, perhaps with one other, with the force *on* it.

        Without a body all contacts, seen from their second one.
        """
        bodies = self.scene.bodies
        mine = None if body is None else int(bodies.find(body, "body"))
        theirs = None if other is None else int(bodies.find(other, "other"))
        firsts, seconds, states, flat = self._engine.contacts()
        h = self._engine.substep_seconds
        found = []
        for first, second, state, numbers in zip(firsts, seconds, states, flat.reshape(-1, 17)):
            if mine is None or second == mine:
                sign, own, against = 1.0, second, first
            elif first == mine:
                sign, own, against = -1.0, first, second
            else:
                continue
            if theirs is not None and against != theirs:
                continue
            found.append(
                Contact(
                    body=bodies.find(own),
                    other=bodies.find(against),
                    point=numbers[0:3].copy(),
                    normal=sign * numbers[3:6],
                    gap=float(numbers[6]),
                    force=(sign / h) * numbers[7:10],
                    moment=(sign / h) * numbers[10:13],
                    velocity=sign * numbers[13:16],
                    friction=float(numbers[16]),
                    state=state,
                )
            )
        return found

    def watch_contacts(self, wanted: bool = True) -> None:
        """Compares the pairs that touch after every step from now on with those of the step
        before, for `contact_events`."""
        self._engine.watch_contacts(bool(wanted))
        self._watches = bool(wanted)

    def contact_events(self) -> list[ContactEvent]:
        """What began to touch in the last step, what still does, and what ended.

        >>> import stickslip as ss
        >>> yard = ss.Builder("yard")
        >>> _ = yard.body("ground", motion="static", shape={"type": "half-space"})
        >>> _ = yard.body("ball", shape={"type": "sphere", "radius": 0.5}, position=[0, 1, 0])
        >>> sim = yard.scene().simulate()
        >>> sim.watch_contacts()
        >>> while not sim.contact_events():
        ...     _ = sim.step()
        >>> [(event.change, event.second.name) for event in sim.contact_events()]
        [('began', 'ball')]
        """
        if not self._watches:
            raise ArgumentError("contact_events: call watch_contacts() before the steps")
        bodies = self.scene.bodies
        found = []
        for (first, second), (one, two), change, vectors in self._engine.contact_events():
            impulse, point, normal = (np.array(vector) for vector in vectors)
            ends = bodies.find(first), bodies.find(second)
            found.append(ContactEvent(change, *ends, (one, two), impulse, point, normal))
        return found

    def contact_force(self, body: Chosen, other: Chosen | None = None) -> Floats:
        """The sum of the contact forces on a body (N), in world axes."""
        total = np.zeros(3)
        for contact in self.contacts(body, other):
            total += contact.force
        return total

    def rows(self) -> list[Row]:
        """Every scalar constraint of the last sub-step, and whose it is."""
        joints = self.scene.joints
        return [
            Row(
                island,
                None if joint < 0 else joints.find(joint),
                None if contact < 0 else contact,
                kind,
                label,
                impulse,
                words,
            )
            for island, joint, contact, kind, label, impulse, words in self._engine.rows()
        ]

    def cast_ray(
        self,
        origin: ArrayLike,
        direction: ArrayLike,
        reach: float = 1e9,
        ignore: Any = (),
    ) -> RayHit | None:
        """What a ray meets first within `reach` metres, other than the bodies to ignore."""
        begin, along = floats("origin", origin, (3,)), floats("direction", direction, (3,))
        far = number("reach", reach, 0.0)
        unseen = ignore if isinstance(ignore, (list, tuple, set, np.ndarray)) else [ignore]
        ids = [int(self.scene.bodies.find(each, "ignore")) for each in unseen]
        hit = self._engine.cast_ray(begin.tolist(), along.tolist(), far, ids)
        if hit is None:
            return None
        body, shape, distance, point, normal = hit
        return RayHit(
            self.scene.bodies.find(body), shape, distance, np.array(point), np.array(normal)
        )

    # Pictures and recordings

    def record(self, path: PathLike) -> None:
        """Writes this moment and every later step into a recording."""
        self._engine.record(os.fspath(path))

    def stop_recording(self) -> str | None:
        """Ends the recording and says where it is."""
        path = self._engine.stop_recording()
        return None if path is None else str(path)

    def svg(self) -> str:
        """This moment as an SVG picture."""
        return self._engine.svg()

    def image(self, width: int = 640) -> np.typing.NDArray[np.uint8]:
        """This moment as pixels, (height, width, 3), without a window or a browser."""
        wide, high, colors = self._engine.image(count("width", width, 16))
        return colors.reshape(high, wide, 3)

    def view(self) -> Any:
        """This moment in a notebook, or in the browser viewer where there is none."""
        from .view import show

        return show(self)

    def widget(self, height: int = 540) -> Any:
        """Its scene from the beginning, live in a frame of a notebook; `close` ends it."""
        from .view import widget

        return widget(self.scene, height)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        title = html.escape(f"{self.scene.name} at {self.time:.3f} s, step {self.steps}")
        return f"<div><b>{title}</b>{self.svg()}</div>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _resumed, (self.scene, self.save())

    def __repr__(self) -> str:
        return f"Simulation({self.scene.name!r}, time={self.time:.6g}, steps={self.steps})"


def _resumed(scene: Scene, state: State) -> Simulation:
    """A simulation that was pickled."""
    return scene.simulate(state)


__all__ = ["Simulation", "StepReport"]
