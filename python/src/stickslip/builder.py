"""Scenes made in Python, without the text of a file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .arrays import text
from .errors import ArgumentTypeError
from .scene import Scene


def toml(name: str, value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        if not math.isfinite(value):
            raise ArgumentTypeError(f"{name}: is {value}, not a finite number")
        return repr(float(value))
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        pairs = [f"{_key(name, key)} = {toml(f'{name}.{key}', part)}" for key, part in value.items()]
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, (Sequence, np.ndarray)):
        return "[" + ", ".join(toml(f"{name}[{at}]", part) for at, part in enumerate(value)) + "]"
    raise ArgumentTypeError(
        f"{name}: a number, a text, a list or a dictionary is needed, not {type(value).__name__}"
    )


def _key(name: str, key: object) -> str:
    word = text(name, key)
    return word if word.replace("_", "").replace("-", "").isalnum() else json.dumps(word)


def _lines(keys: Mapping[str, Any]) -> list[str]:
    return [f"{_key(key, key)} = {toml(key, value)}" for key, value in keys.items()]


class Builder:
    """A scene in the making: the keys are those of scene files (`stickslip list keys`).

    >>> import stickslip as ss
    >>> yard = ss.Builder("yard")
    >>> yard.body("ground", motion="static", shape={"type": "half-space"})
    'ground'
    >>> yard.body("crate", shape={"type": "box", "size": [1, 1, 1]}, position=[0, 0.5, 0], mass=20)
    'crate'
    >>> yard.sensor("scale", type="touch", body="crate")
    'scale'
    >>> sim = yard.scene(dt=0.01).simulate()
    >>> sim.run(50).converged
    True
    >>> round(float(sim.sensor("scale")[1]), 2)
    196.2
    """

    def __init__(self, name: str, **top: Any) -> None:
        """`top` are keys of the top of a file: description, seconds, story."""
        self._top: dict[str, Any] = {"name": text("name", name), **top}
        self._tables: dict[str, dict[str, Any]] = {}
        self._parts: list[tuple[str, dict[str, Any]]] = []

    def settings(self, **keys: Any) -> None:
        """`[settings]`: how it is stepped."""
        self._tables.setdefault("settings", {}).update(keys)

    def parameters(self, **values: Any) -> None:
        """`[parameters]`: a number, or [value, least, most]; expressions `"= 2 * n"` use them."""
        self._tables.setdefault("parameters", {}).update(values)

    def view(self, **keys: Any) -> None:
        """`[view]`: where the viewer looks from."""
        self._tables.setdefault("view", {}).update(keys)

    def add(self, section: str, **keys: Any) -> None:
        """A section `[[section]]` of whatever kind."""
        self._parts.append((text("section", section), keys))

    def _named(self, section: str, name: str, keys: dict[str, Any]) -> str:
        self.add(section, name=text("name", name), **keys)
        return name

    def material(self, name: str, **keys: Any) -> str:
        """`[[material]]`; gives its name."""
        return self._named("material", name, keys)

    def pair(self, first: str, second: str, **keys: Any) -> None:
        """`[[pair]]` of two materials."""
        self.add("pair", materials=[first, second], **keys)

    def body(self, name: str, **keys: Any) -> str:
        """`[[body]]`; gives its name."""
        return self._named("body", name, keys)

    def joint(self, name: str, **keys: Any) -> str:
        """`[[joint]]`; gives its name."""
        return self._named("joint", name, keys)

    def cable(self, name: str, **keys: Any) -> str:
        """`[[cable]]`; gives its name."""
        return self._named("cable", name, keys)

    def soft(self, name: str, **keys: Any) -> str:
        """`[[soft]]`: a soft body; gives its name."""
        return self._named("soft", name, keys)

    def sensor(self, name: str, **keys: Any) -> str:
        """`[[sensor]]`; gives its name."""
        return self._named("sensor", name, keys)

    def model(self, file: str, **keys: Any) -> None:
        """`[[model]]`: a robot or machine from a file."""
        self.add("model", file=text("file", file), **keys)

    @property
    def source(self) -> str:
        """The text of a scene file that says the same."""
        parts = _lines(self._top)
        for table in ("parameters", "settings", "view"):
            if table in self._tables:
                parts += ["", f"[{table}]", *_lines(self._tables[table])]
        return "\n".join(parts) + "\n" + self._parts_source()

    def _parts_source(self) -> str:
        parts: list[str] = []
        for section, keys in self._parts:
            parts += ["", f"[[{section}]]", *_lines(keys)]
        return "\n".join(parts) + "\n" if parts else ""

    def scene(self, **changes: Any) -> Scene:
        """The scene; keywords change it as those of `load` do."""
        from .scene import changed

        return changed(self.source, f"{self._top['name']}.toml", changes)

    def __repr__(self) -> str:
        counts: dict[str, int] = {}
        for section, _ in self._parts:
            counts[section] = counts.get(section, 0) + 1
        what = ", ".join(f"{count} × {section}" for section, count in counts.items())
        return f"Builder({self._top['name']!r}: {what or 'empty'})"


__all__ = ["Builder"]
