"""What is read of contacts, constraints and rays."""

from __future__ import annotations

from dataclasses import dataclass

from .arrays import Floats
from .names import Id


@dataclass(frozen=True)
class Contact:
    """A contact point, seen from one body: forces act on it, in world axes."""

    body: Id
    """The body on which the force acts."""
    other: Id
    """The one that it touches."""
    point: Floats
    """Where (m)."""
    normal: Floats
    """Unit normal towards the body."""
    gap: float
    """Distance at the beginning of the step (m); negative where they overlap."""
    force: Floats
    """Force on the body (N), normal and friction together: the mean of the last sub-step."""
    moment: Floats
    """Moment of torsion and rolling on the body (N·m) besides."""
    velocity: Floats
    """Velocity of the body against the other there (m/s)."""
    friction: float
    """Coulomb's coefficient."""
    state: str
    """"sticking", "slipping" or "separating"."""


@dataclass(frozen=True)
class ContactEvent:
    """Two shapes that began to push each other in the last step, still do, or no longer do."""

    change: str
    """"began", "persists" or "ended"."""
    first: Id
    second: Id
    shapes: tuple[int, int]
    """Which shape of the first and of the second body."""
    impulse: Floats
    """The largest impulse of a point of theirs on the second body (N·s)."""
    point: Floats
    """Where it acted (m)."""
    normal: Floats
    """Unit normal from the first body to the second."""


@dataclass(frozen=True)
class Row:
    """A scalar constraint of the last sub-step."""

    island: int
    """The problem that it was part of."""
    joint: Id | None
    """The joint that it belongs to, if it does."""
    contact: int | None
    """The contact that it belongs to, as its place in `contacts()`."""
    kind: str
    """"joint", "normal" or "friction"."""
    label: str
    """The index set it ended in: "free", "lower" or "upper"; "unknown" for some solvers."""
    impulse: float
    """N·s or N·m·s."""
    description: str
    """The same in words."""


@dataclass(frozen=True)
class RayHit:
    """What a ray meets first."""

    body: Id
    shape: int
    """Which shape of the body."""
    distance: float
    point: Floats
    normal: Floats
    """Unit normal of the surface, against the ray."""


__all__ = ["Contact", "ContactEvent", "RayHit", "Row"]
