"""Types, documentation, examples and notebooks: no error, no network."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[1]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))


def python(*words: str, folder: pathlib.Path = ROOT) -> str:
    environment = {**os.environ, "MPLBACKEND": "agg", "NO_PROXY": "*"}
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, cwd=folder, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_stubs_are_true() -> None:
    pytest.importorskip("mypy")
    python("-m", "mypy.stubtest", "stickslip", "--ignore-missing-stub",
           "--mypy-config-file", "pyproject.toml", "--allowlist", "tests/stubtest.txt", "--ignore-unused-allowlist")


def test_types_are_strict() -> None:
    pytest.importorskip("mypy")
    python("-m", "mypy", "--strict", "--config-file", "pyproject.toml", "examples")


def test_documentation_is_made(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pdoc")
    python("-m", "pdoc", "stickslip", "-o", str(tmp_path))
    page = (tmp_path / "stickslip.html").read_text(encoding="utf-8")
    assert "Ends it between" in page or "Simulation" in page


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_run(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    python(str(path), folder=tmp_path)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: pathlib.Path, tmp_path: pathlib.Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.v4.new_notebook()
    for part in path.read_text(encoding="utf-8").split("# %%")[1:]:
        head, _, body = part.partition("\n")
        if "[markdown]" in head:
            lines = [line[2:] if line.startswith("# ") else line[1:] for line in body.splitlines()]
            notebook.cells.append(nbformat.v4.new_markdown_cell("\n".join(lines)))
        else:
            notebook.cells.append(nbformat.v4.new_code_cell(body))
    client = nbclient.NotebookClient(
        notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert outputs


def test_five_examples_and_three_notebooks() -> None:
    assert len(EXAMPLES) >= 5 and len(NOTEBOOKS) == 3
