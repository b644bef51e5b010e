"""Kinematics and dynamics of a tree of joints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ._stickslip import ArticulationCore
from .arrays import Floats, count, floats, number
from .errors import ArgumentError
from .names import Chosen

if TYPE_CHECKING:
    from .simulation import Simulation


class Coordinates:
    """`qpos` or `qvel` of an articulation: an array that writes into the simulation.

    `arm.qpos[2] = 0.3` and `arm.qpos[:] = home` move the bodies; `np.asarray(arm.qpos)` is a
    copy.
    """

    def __init__(self, articulation: Articulation, at: int) -> None:
        self._articulation = articulation
        self._at = at

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.typing.NDArray[Any]:
        return np.asarray(self._articulation._now()[self._at], dtype=dtype)

    def __getitem__(self, key: Any) -> Any:
        return np.asarray(self)[key]

    def __setitem__(self, key: Any, value: ArrayLike) -> None:
        self._articulation._write(self._at, key, value)

    def __len__(self) -> int:
        return len(np.asarray(self))

    def __iter__(self) -> Iterator[float]:
        return iter(np.asarray(self).tolist())

    def __repr__(self) -> str:
        return f"Coordinates({np.asarray(self)!r})"


class Articulation:
    """A tree of joints of a simulation, from `Simulation.articulation`.

    Freedoms are in the order of the joints of the scene, as a model file has them; those of a
    root that floats come first. `qpos` has the coordinates as `Simulation.joint` gives them. A
    rotation of a ball, and that of a root that floats after the position of its centre of mass,
    is a unit quaternion w, x, y, z. `qvel` of a ball is its angular velocity in the axes of the
    joint's frame on its first body; that of a root that floats is the velocity of its centre of
    mass and its angular velocity, in world axes.

    Every question is asked where the simulation is now, or at `qpos` and `qvel` that are
    given: (coordinates,), or with any dimensions before that for as many answers at once.
    Nothing moves the simulation but writing to `qpos` and `qvel`.
    """

    def __init__(self, simulation: Simulation, core: ArticulationCore) -> None:
        self._simulation = simulation
        self._core = core
        scene = simulation.scene
        self.links = [scene.bodies[at].name for at in core.links()]
        """Names of its bodies, parents first."""
        freedoms = core.freedoms()
        numbers = np.array([joint for joint, _ in freedoms], dtype=np.intp)
        self._order = np.argsort(numbers, kind="stable")
        self.joints = [
            None if numbers[at] < 0 else scene.joints[int(numbers[at])].name for at in self._order
        ]
        """Name of the joint of each freedom; None for those of a root that floats."""
        widths = [width for _, width in freedoms]
        starts = np.concatenate([[0], np.cumsum(widths)]).astype(int)
        places: list[int] = []
        for at in self._order:
            first = int(starts[at])
            # Inside, quaternions are x, y, z, w.
            places += [first + k for k in ((3, 0, 1, 2) if widths[at] == 4 else range(widths[at]))]
        self._places = np.array(places, dtype=np.intp)
        self.qpos = Coordinates(self, 0)
        """Coordinates; writing moves the bodies of the simulation."""
        self.qvel = Coordinates(self, 1)
        """Rates; writing changes the velocities of the bodies."""

    @property
    def nq(self) -> int:
        """Number of coordinates."""
        return len(self._places)

    @property
    def nv(self) -> int:
        """Number of freedoms."""
        return len(self._order)

    @property
    def limits(self) -> Floats:
        """Lower and upper limit of each freedom, (nv, 2); infinite where there is none."""
        return self._core.limits().reshape(-1, 2)[self._order]

    # Where it is

    def pose(
        self, body: Chosen, point: ArrayLike = (0.0, 0.0, 0.0), qpos: ArrayLike | None = None
    ) -> tuple[Floats, Floats]:
        """Place of a point of a body's frame (m), and rotation of the frame (w, x, y, z)."""
        told = self._ask("pose", qpos, None, (7,), body=body, point=point)
        return told[..., :3], told[..., 3:]

    def center_of_mass(self, qpos: ArrayLike | None = None) -> Floats:
        """The centre of mass of all its bodies (m)."""
        return self._ask("center", qpos, None, (3,))

    def jacobian(
        self, body: Chosen, point: ArrayLike = (0.0, 0.0, 0.0), qpos: ArrayLike | None = None
    ) -> Floats:
        """How a point of a body's frame, and the body, move with each freedom, (6, nv): rows of
        velocity, then of angular velocity, in world axes."""
        told = self._ask("jacobian", qpos, None, (6, self.nv), body=body, point=point)
        return told[..., self._order]

    def jacobian_rate(
        self,
        body: Chosen,
        point: ArrayLike = (0.0, 0.0, 0.0),
        qpos: ArrayLike | None = None,
        qvel: ArrayLike | None = None,
    ) -> Floats:
        """How velocity and angular velocity change while all rates stay: J̇ q̇, six numbers."""
        return self._ask("jacobian_rate", qpos, qvel, (6,), body=body, point=point)

    def center_jacobian(self, qpos: ArrayLike | None = None) -> Floats:
        """How the centre of mass moves with each freedom, (3, nv)."""
        return self._ask("center_jacobian", qpos, None, (3, self.nv))[..., self._order]

    # What moves it

    def mass_matrix(self, qpos: ArrayLike | None = None) -> Floats:
        """H of H q̈ + bias = forces, armature included, (nv, nv)."""
        told = self._ask("mass_matrix", qpos, None, (self.nv, self.nv))
        return told[..., self._order[:, None], self._order]

    def bias(self, qpos: ArrayLike | None = None, qvel: ArrayLike | None = None) -> Floats:
        """Forces that keep all rates as they are, against gravity and what turning does."""
        return self._ask("bias", qpos, qvel, (self.nv,))[..., self._order]

    def gravity_compensation(self, qpos: ArrayLike | None = None) -> Floats:
        """Forces that hold it still."""
        return self._ask("gravity_compensation", qpos, None, (self.nv,))[..., self._order]

    def inverse_dynamics(
        self, qacc: ArrayLike, qpos: ArrayLike | None = None, qvel: ArrayLike | None = None
    ) -> Floats:
        """Forces that give accelerations."""
        given = self._freedoms("qacc", qacc)
        return self._ask("inverse_dynamics", qpos, qvel, (self.nv,), given)[..., self._order]

    def forward_dynamics(
        self, forces: ArrayLike, qpos: ArrayLike | None = None, qvel: ArrayLike | None = None
    ) -> Floats:
        """Accelerations that forces along all freedoms give; contacts, stops, springs, dampers
        and motors are not among them."""
        given = self._freedoms("forces", forces)
        return self._ask("forward_dynamics", qpos, qvel, (self.nv,), given)[..., self._order]

    def generalised_force(
        self,
        body: Chosen,
        force: ArrayLike,
        torque: ArrayLike = (0.0, 0.0, 0.0),
        point: ArrayLike = (0.0, 0.0, 0.0),
        qpos: ArrayLike | None = None,
    ) -> Floats:
        """Forces along all freedoms of a force (N) and a torque (N·m), in world axes, at a point
        of a body's frame: Jᵀ (f, n)."""
        given = np.concatenate([floats("force", force, (3,)), floats("torque", torque, (3,))])
        told = self._ask("force", qpos, None, (self.nv,), given, body=body, point=point)
        return told[..., self._order]

    def contact_forces(self, qpos: ArrayLike | None = None) -> Floats:
        """Forces along all freedoms of all contacts of the last step, Jᵀ (f, n) of each where it
        was found. With the coordinates and rates of the beginning of a plain step,
        H q̈ + bias = forces + `contact_forces(qpos)` holds for its mean acceleration."""
        given = None
        if qpos is not None:
            given = self._inside(floats("qpos", qpos, (self.nq,)), self._places)
        return self._simulation._engine.contact_forces(self._core, given)[self._order]

    def energy(self, qpos: ArrayLike | None = None, qvel: ArrayLike | None = None) -> Floats:
        """Kinetic energy, that of armatures included, and potential energy of its weight (J)."""
        return self._ask("energy", qpos, qvel, (2,))

    def reach(
        self,
        body: Chosen,
        place: ArrayLike,
        orientation: ArrayLike | None = None,
        point: ArrayLike = (0.0, 0.0, 0.0),
        qpos: ArrayLike | None = None,
        tolerance: float = 1e-6,
        iterations: int = 200,
    ) -> tuple[Floats, float]:
        """Coordinates at which a point of a body's frame is at a place in the world, and its
        frame turned to an orientation (w, x, y, z) where one is given, from `qpos` on and within
        the limits (damped least squares); and how far that stays off (m and rad together)."""
        begin = self._now()[0] if qpos is None else floats("qpos", qpos, (self.nq,))
        where, local = floats("place", place, (3,)), floats("point", point, (3,))
        turn = None if orientation is None else floats("orientation", orientation, (4,)).tolist()
        found, off = self._core.reach(
            self._simulation.scene.bodies.find(body, "body"),
            local.tolist(),
            where.tolist(),
            turn,
            number("tolerance", tolerance, 0.0),
            count("iterations", iterations),
            self._inside(begin, self._places),
        )
        return found[self._places], off

    # Inside, freedoms are link after link

    def _now(self) -> tuple[Floats, Floats]:
        qpos, qvel = self._simulation._engine.coordinates(self._core)
        return qpos[self._places], qvel[self._order]

    def _write(self, at: int, key: Any, value: ArrayLike) -> None:
        both = list(self._now())
        name = ("qpos", "qvel")[at]
        try:
            both[at][key] = value
        except (IndexError, TypeError, ValueError) as error:
            raise ArgumentError(f"{name}: {error}") from None
        qpos = self._inside(floats("qpos", both[0], (self.nq,)), self._places)
        qvel = self._inside(floats("qvel", both[1], (self.nv,)), self._order)
        self._simulation._engine.set_coordinates(self._core, qpos, qvel)

    @staticmethod
    def _inside(values: Floats, places: np.typing.NDArray[np.intp]) -> Floats:
        inside = np.empty_like(values)
        inside[..., places] = values
        return inside

    def _freedoms(self, name: str, values: ArrayLike) -> Floats:
        return self._inside(self._states(name, values, self.nv), self._order)

    @staticmethod
    def _states(name: str, values: ArrayLike, width: int) -> Floats:
        before = tuple(f"any{at}" for at in range(max(np.ndim(values) - 1, 0)))
        return floats(name, values, (*before, width))

    def _ask(
        self,
        what: str,
        qpos: ArrayLike | None,
        qvel: ArrayLike | None,
        shape: tuple[int, ...],
        extra: Floats | None = None,
        body: Chosen = 0,
        point: ArrayLike = (0.0, 0.0, 0.0),
    ) -> Floats:
        # Rates of now have no meaning elsewhere.
        places, rates = self._now() if qpos is None else (
            self._states("qpos", qpos, self.nq), np.zeros(self.nv)
        )
        if qvel is not None:
            rates = self._states("qvel", qvel, self.nv)
        given = np.zeros(0) if extra is None else extra
        try:
            before = np.broadcast_shapes(places.shape[:-1], rates.shape[:-1], given.shape[:-1])
        except ValueError:
            sizes = ", ".join(str(each.shape) for each in (places, rates, given) if each.size)
            raise ArgumentError(f"qpos, qvel: the shapes {sizes} do not go together") from None
        flat = [
            np.ascontiguousarray(np.broadcast_to(each, (*before, each.shape[-1]))).reshape(-1)
            for each in (
                self._inside(places, self._places), self._inside(rates, self._order), given
            )
        ]
        question = {
            "what": what,
            "gravity": np.asarray(self._simulation.scene.gravity).tolist(),
            "body": int(self._simulation.scene.bodies.find(body, "body")),
            "point": floats("point", point, (3,)).tolist(),
        }
        states = int(np.prod(before, dtype=int))
        return self._core.ask(question, states, *flat).reshape(*before, *shape)

    def __repr__(self) -> str:
        return f"<Articulation of {len(self.links)} links with {self.nv} freedoms>"


__all__ = ["Articulation", "Coordinates"]
