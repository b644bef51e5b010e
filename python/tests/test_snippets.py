"""Every Python snippet of README, guide and docstrings runs."""

from __future__ import annotations

import doctest
import importlib
import os
import pathlib
import pkgutil
import subprocess
import sys

import pytest

import stickslip as ss

ROOT = pathlib.Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "python/README.md",
    ROOT / "python/MORE_THAN_ONE_MACHINE.md",
    *sorted((ROOT / "docs/guide/src").glob("*.md")),
]
YARD = """name = "yard"
[[body]]
name = "ground"
motion = "static"
shape = { type = "half-space" }
[[body]]
name = "crate"
position = [0, 1, 0]
shape = { type = "box", size = [1, 1, 1] }
"""
ARM = """<robot name="arm"><link name="base"/><link name="forearm"><inertial>
<origin xyz="0 0 0.2"/><mass value="1"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
<joint name="elbow" type="revolute"><parent link="base"/><child link="forearm"/>
<axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="20" velocity="5"/></joint></robot>
"""
# What would take long is cut short.
SHORTER = [("range(5, 45)", "range(5, 7)"), ("range(1, 26)", "range(1, 3)")]


def snippets(text: str) -> list[tuple[int, str]]:
    """Lines and contents of the blocks in Python."""
    found: list[tuple[int, list[str]]] = []
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip().startswith("```"):
            inside = line.strip() == "```python"
            if inside:
                found.append((number, []))
        elif inside:
            found[-1][1].append(line)
    return [(number, "\n".join(lines) + "\n") for number, lines in found]


def modules() -> list[str]:
    """All modules of the package that can be imported here."""
    names = [f"stickslip.{module.name}" for module in pkgutil.iter_modules(ss.__path__)]
    return ["stickslip", *(name for name in names if not name.endswith(("__main__", "_stickslip")))]


def module(name: str) -> object:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as missing:
        pytest.skip(f"{missing}")


def all_snippets() -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        for line, code in snippets(page.read_text(encoding="utf-8")):
            found.append((f"{page.relative_to(ROOT)}:{line}", code))
    for name in modules():
        try:
            text = importlib.import_module(name).__doc__ or ""
        except ModuleNotFoundError:
            continue
        found += [(f"{name}:{line}", code) for line, code in snippets(text)]
    return found


def fault(code: str, folder: pathlib.Path) -> str:
    """What is wrong with a snippet; empty where it runs."""
    for long, short in SHORTER:
        code = code.replace(long, short)
    (folder / "snippet.py").write_text(code, encoding="utf-8")
    environment = {**os.environ, "MPLBACKEND": "agg", "NO_PROXY": "*"}
    done = subprocess.run(
        [sys.executable, "snippet.py"], capture_output=True, text=True, cwd=folder, env=environment
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def furnish(folder: pathlib.Path) -> None:
    """What stands for a reader's own files."""
    (folder / "yard.toml").write_text(YARD, encoding="utf-8")
    (folder / "arm.urdf").write_text(ARM, encoding="utf-8")
    sim = ss.load(folder / "yard.toml").simulate()
    sim.record(folder / "yard.stick")
    sim.run(10)
    sim.stop_recording()


@pytest.mark.parametrize("place, code", all_snippets(), ids=lambda it: it if len(it) < 80 else "")
def test_snippets_run(place: str, code: str, tmp_path: pathlib.Path) -> None:
    if "distributed" in code:
        pytest.importorskip("distributed")
        pytest.importorskip("pandas")
    if "stickslip.gym" in code:
        pytest.importorskip("gymnasium")
    furnish(tmp_path)
    assert fault(code, tmp_path) == "", place


def test_broken_snippets_are_found(tmp_path: pathlib.Path) -> None:
    text = 'words\n```python\nimport stickslip as ss\nss.load("stakc")\n```\n'
    [(line, code)] = snippets(text)
    assert line == 2 and "stakc" in fault(code, tmp_path)
    assert fault(code.replace("stakc", "stack"), tmp_path) == ""


@pytest.mark.parametrize("name", modules())
def test_docstrings_hold(name: str) -> None:
    found = doctest.testmod(module(name))  # type: ignore[arg-type]
    assert found.failed == 0


def test_there_are_snippets() -> None:
    places = [place for place, _ in all_snippets()]
    for part in ("README.md", "python/README.md", "recordings.md", "python.md", "stickslip:"):
        assert any(part in place for place in places), part
