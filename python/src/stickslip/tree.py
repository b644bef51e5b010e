"""Kinematics and dynamics of a tree of joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ._stickslip import TreeCore
from .arrays import Floats, count, floats, number
from .names import Chosen

if TYPE_CHECKING:
    from .simulation import Simulation


class Tree:
    """A tree of joints at coordinates and rates of its own, from `Simulation.trees`.

    Freedoms come link after link. `qpos` has the coordinates of joints as `Simulation.joint`
    gives them; the rotation of a ball, and that of a root that floats after its position, is a
    unit quaternion x, y, z, w. `qvel` of a ball is its angular velocity in the axes of the frame
    on its first body; of a root that floats it is the velocity of its centre of mass and its
    angular velocity, in world axes. Nothing here moves the simulation but `apply`.
    """

    def __init__(self, simulation: Simulation, core: TreeCore) -> None:
        self._simulation = simulation
        self._core = core
        scene = simulation.scene
        self.links = [scene.bodies[at].name for at in core.links()]
        """Names of its bodies, parents first."""
        self.joints = [None if at < 0 else scene.joints[at].name for at in core.joints()]
        """Name of the joint of each freedom; None for those of a root that floats."""

    def __len__(self) -> int:
        return len(self.joints)

    @property
    def qpos(self) -> Floats:
        """Coordinates; assign to move it."""
        return self._core.qpos()

    @qpos.setter
    def qpos(self, values: ArrayLike) -> None:
        self._core.set(floats("qpos", values, (len(self.qpos),)), self.qvel)

    @property
    def qvel(self) -> Floats:
        """Rates; assign to change them."""
        return self._core.qvel()

    @qvel.setter
    def qvel(self, values: ArrayLike) -> None:
        self._core.set(self.qpos, floats("qvel", values, (len(self),)))

    @property
    def limits(self) -> Floats:
        """Lower and upper limit of each freedom, (freedoms, 2); infinite where there is none."""
        return self._core.limits().reshape(-1, 2)

    def apply(self) -> None:
        """Puts the bodies of the simulation where the tree is, with its velocities."""
        self._simulation._engine.set_tree(self._core)

    def pose(self, body: Chosen) -> tuple[Floats, Floats]:
        """Position and rotation (w, x, y, z) of the frame of a body."""
        told = self._core.pose(self._body(body))
        return told[:3], told[3:]

    def mass_matrix(self) -> Floats:
        """H of H q̈ + bias = forces, armature included, (freedoms, freedoms)."""
        return self._core.mass_matrix().reshape(len(self), len(self))

    def bias(self) -> Floats:
        """Forces that keep all rates as they are, against gravity and what turning does."""
        return self._core.bias(self._gravity())

    def gravity_compensation(self) -> Floats:
        """Forces that hold it still where it is."""
        return self._core.gravity_compensation(self._gravity())

    def inverse_dynamics(self, qacc: ArrayLike) -> Floats:
        """Forces that give these accelerations."""
        return self._core.inverse_dynamics(floats("qacc", qacc, (len(self),)), self._gravity())

    def forward_dynamics(self, forces: ArrayLike) -> Floats:
        """Accelerations that these forces give."""
        given = floats("forces", forces, (len(self),))
        return self._core.forward_dynamics(given, self._gravity())

    def jacobian(self, body: Chosen, point: ArrayLike) -> Floats:
        """Velocity of a point of the world that moves with a body, and angular velocity of the
        body, of each freedom: (6, freedoms)."""
        where = floats("point", point, (3,)).tolist()
        return self._core.jacobian(self._body(body), where).reshape(6, len(self))

    def jacobian_rate(self, body: Chosen, point: ArrayLike) -> Floats:
        """How these change while all rates stay: J̇ q̇, six numbers."""
        where = floats("point", point, (3,)).tolist()
        return self._core.jacobian_rate(self._body(body), where)

    def center_jacobian(self) -> Floats:
        """Velocity of the centre of mass of each freedom, (3, freedoms)."""
        return self._core.center_jacobian().reshape(3, len(self))

    def generalised_force(
        self,
        body: Chosen,
        point: ArrayLike,
        force: ArrayLike,
        torque: ArrayLike = (0.0, 0.0, 0.0),
    ) -> Floats:
        """Forces along all freedoms of a force (N) and a torque (N·m) at a point of a body."""
        where, push = floats("point", point, (3,)), floats("force", force, (3,))
        twist = floats("torque", torque, (3,))
        return self._core.generalised_force(
            self._body(body), where.tolist(), push.tolist(), twist.tolist()
        )

    def reach(
        self,
        body: Chosen,
        place: ArrayLike,
        orientation: ArrayLike | None = None,
        point: ArrayLike = (0.0, 0.0, 0.0),
        tolerance: float = 1e-6,
        iterations: int = 200,
    ) -> float:
        """Brings `point` of a body's frame to a place in the world, and its frame to an
        orientation (w, x, y, z) where one is given, within the limits (damped least squares);
        gives how far it stays off (m and rad together)."""
        where, local = floats("place", place, (3,)), floats("point", point, (3,))
        turn = None if orientation is None else floats("orientation", orientation, (4,)).tolist()
        return self._core.reach(
            self._body(body),
            local.tolist(),
            where.tolist(),
            turn,
            number("tolerance", tolerance, 0.0),
            count("iterations", iterations),
        )

    def _body(self, body: Chosen) -> int:
        return self._simulation.scene.bodies.find(body, "body")

    def _gravity(self) -> list[float]:
        return np.asarray(self._simulation.scene.gravity).tolist()

    def __repr__(self) -> str:
        return f"<Tree of {len(self.links)} links with {len(self)} freedoms>"
