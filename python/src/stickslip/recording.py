"""Recordings as arrays."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass

import numpy as np

from . import _stickslip
from .arrays import Floats
from .names import Names
from .scene import PathLike


@dataclass(frozen=True)
class Recording:
    """The motion of a scene, frame by frame; the first frame is the beginning."""

    scene: str
    """The name of the scene."""
    bodies: Names
    """Its bodies by name."""
    time: Floats
    """(frames,) in s."""
    position: Floats
    """(frames, bodies, 3)."""
    orientation: Floats
    """(frames, bodies, 4): w, x, y, z."""
    velocity: Floats
    """(frames, bodies, 3)."""
    angular_velocity: Floats
    """(frames, bodies, 3)."""
    figures: dict[str, Floats]
    """Figures of each step by name: "contacts", "iterations", "solve_s", "energy" …"""
    cut: str | None
    """What is wrong with the end of the file, if something is."""

    def __len__(self) -> int:
        return len(self.time)


def read_recording(path: PathLike) -> Recording:
    """Reads a recording as far as it is whole; warns where frames are lost."""
    scene, names, times, motion, figures, values, cut = _stickslip.read_recording(os.fspath(path))
    if cut is not None:
        whole = f"only the first {len(times)} frames can be read"
        warnings.warn(f"{os.fspath(path)}: {whole}; {cut}", UserWarning, stacklevel=2)
    table = motion.reshape(len(times), len(names), 13)
    position, orientation, velocity, spin = (
        np.ascontiguousarray(table[..., low:high])
        for low, high in [(0, 3), (3, 7), (7, 10), (10, 13)]
    )
    columns = values.reshape(len(times), len(figures))
    by_name = {name: columns[:, at].copy() for at, name in enumerate(figures)}
    bodies = Names("body", names)
    return Recording(scene, bodies, times, position, orientation, velocity, spin, by_name, cut)


__all__ = ["Recording", "read_recording"]
