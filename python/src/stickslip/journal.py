"""What a sweep keeps in a file, and how it shows how far it is."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from .errors import Error
from .scene import PathLike


def read(path: PathLike) -> dict[str, dict[str, Any]]:
    """What is kept; a line that was cut off is done again."""
    done: dict[str, dict[str, Any]] = {}
    if not os.path.exists(path):
        return done
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                kept = json.loads(line)
                done[kept["key"]] = kept["row"]
            except (ValueError, KeyError, TypeError):
                if line.endswith("\n"):
                    raise Error(f"{path}: line {number} is not one of a sweep") from None
    return done


class Journal:
    def __init__(self, path: PathLike | None) -> None:
        self._file = None
        if path is not None:
            if os.path.exists(path):
                _drop_cut_line(path)
            self._file = open(path, "a", encoding="utf-8")

    def __enter__(self) -> Journal:
        return self

    def note(self, key: str, row: Mapping[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps({"key": key, "row": row}) + "\n")
            self._file.flush()

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()


def _drop_cut_line(path: PathLike) -> None:
    with open(path, "rb+") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)


class Bar:
    """Progress on a terminal; tqdm where it is there."""

    def __init__(self, total: int, done: int, wanted: bool) -> None:
        self._bar: Any = None
        if wanted and sys.stderr.isatty():
            try:
                from tqdm import tqdm
            except ImportError:
                self._bar = _PlainBar(total, done)
            else:
                self._bar = tqdm(total=total, initial=done, unit="task")

    def step(self) -> None:
        if self._bar is not None:
            self._bar.update(1)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class _PlainBar:
    def __init__(self, total: int, done: int) -> None:
        self._total, self._done = total, done

    def update(self, more: int) -> None:
        self._done += more
        print(f"\r{self._done} of {self._total} tasks", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        print(file=sys.stderr)
