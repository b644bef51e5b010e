"""The browser viewer, and pictures in notebooks."""

from __future__ import annotations

import atexit
import html
import os
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from . import _stickslip
from .arrays import count
from .errors import ArgumentTypeError, Error
from .scene import PathLike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .scene import Scene
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


class Widget:
    """A viewer in a frame of a notebook: it runs live, with all that the page can do.

    The page is served by a process of its own on the machine of the kernel, which ends with
    `close` or with the kernel. The browser must run on the same machine.
    """

    def __init__(self, what: str, settings: Sequence[str] = (), height: int = 540) -> None:
        words = [sys.executable, "-m", "stickslip", "view", what, "--embed", "--quiet"]
        words += ["--port", "0", *(word for setting in settings for word in ("--set", setting))]
        self.viewer = Viewer(subprocess.Popen(words, stdout=subprocess.PIPE))
        """The process that serves it."""
        atexit.register(self.close)
        self.height = height
        """Height of the frame (px)."""
        assert self.viewer.process.stdout is not None
        self.address = self.viewer.process.stdout.readline().decode().strip()
        """Where the page is served."""
        if not self.address:
            self.close()
            raise Error("the viewer has ended before it said where it serves")

    def close(self) -> None:
        """Ends the viewer."""
        atexit.unregister(self.close)
        self.viewer.close()

    def _repr_html_(self) -> str:
        address = html.escape(self.address, quote=True)
        style = f"width: 100%; height: {self.height}px; border: 0"
        return f'<iframe src="{address}" style="{style}" allow="fullscreen"></iframe>'


def widget(scene: Scene, height: int = 540) -> Widget:
    """A live run of a scene from its beginning, in a frame of a notebook."""
    settings = [f"{name}={value!r}" for name, value in scene._recipe[2].items()]
    return Widget(_file(scene), settings, count("height", height, 100))


def _file(scene: Scene) -> str:
    """A name or path of the scene as it is: its own, or that of a copy."""
    source, file = scene._recipe[:2]
    for known in (file, scene.name):
        try:
            if _stickslip.find_scene(known)[0] == source:
                return known
        except Error:
            continue
    copy = os.path.join(tempfile.mkdtemp(prefix="stickslip-"), f"{scene.name}.toml")
    with open(copy, "w", encoding="utf-8") as out:
        out.write(source)
    return copy


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


__all__ = ["Viewer", "Widget", "view"]
