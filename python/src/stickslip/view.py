"""The browser viewer, and pictures in notebooks."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from .arrays import count
from .errors import ArgumentTypeError
from .scene import PathLike

if TYPE_CHECKING:
    from .simulation import Simulation


class Viewer:
    """A viewer that runs in a process of its own; `close` ends it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        """The process."""

    def wait(self) -> int:
        """Waits until somebody ends it, and gives its exit code."""
        return self.process.wait()

    def close(self) -> None:
        """Ends it."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()

    def __enter__(self) -> Viewer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def view(what: PathLike, *, port: int | None = None, open_browser: bool = True) -> Viewer:
    """Serves the viewer page on this machine: a scene that runs live, or a recording."""
    if not isinstance(what, (str, os.PathLike)):
        raise ArgumentTypeError(f"what: a scene or recording is needed, not {type(what).__name__}")
    words = [sys.executable, "-m", "stickslip", "view", os.fspath(what)]
    if port is not None:
        words += ["--port", str(count("port", port))]
    if open_browser:
        words.append("--open")
    return Viewer(subprocess.Popen(words))


def show(sim: Simulation) -> Any:
    """A picture where a notebook asks, else the viewer with this moment."""
    shell = _notebook()
    if shell is not None:
        return shell.SVG(sim.svg())
    path = os.path.join(tempfile.mkdtemp(prefix="stickslip-"), f"{sim.scene.name}.stick")
    copy = sim.scene.simulate(sim.save())
    copy.record(path)
    copy.stop_recording()
    return view(path)


def _notebook() -> Any:
    try:
        from IPython import display, get_ipython
    except ImportError:
        return None
    shell = get_ipython()
    return display if shell is not None and "IPKernelApp" in shell.config else None


__all__ = ["Viewer", "view"]
