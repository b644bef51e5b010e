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


@dataclass(frozen=True, repr=False)
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
    sensors: dict[str, Floats]
    """What sensors read after each step, by SENSOR.CHANNEL."""
    cut: str | None
    """What is wrong with the end of the file, if something is."""

    def __len__(self) -> int:
        return len(self.time)

    def __repr__(self) -> str:
        size = f"{len(self.bodies)} bodies, {len(self)} frames"
        seconds = self.time[-1] if len(self) else 0.0
        cut = "" if self.cut is None else ", the rest is lost"
        return f"Recording({self.scene!r}, {size} over {seconds:.3f} s{cut})"


def read_recording(path: PathLike) -> Recording:
    """Reads a recording as far as it is whole; warns where frames are lost."""
    found = _stickslip.read_recording(os.fspath(path))
    scene, names, times, motion, figures, values, cut, (channels, readings) = found
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
    read = readings.reshape(len(times), len(channels))
    sensors = {name: read[:, at].copy() for at, name in enumerate(channels)}
    return Recording(
        scene,
        Names("body", names),
        times,
        position,
        orientation,
        velocity,
        spin,
        by_name,
        sensors,
        cut,
    )


__all__ = ["Recording", "read_recording"]
