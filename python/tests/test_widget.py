"""A live viewer in a cell of a notebook."""

from __future__ import annotations

import pathlib
import re
import urllib.request

import nbclient
import nbformat
import pytest

import stickslip as ss


def test_a_cell_shows_a_live_page(tmp_path: pathlib.Path) -> None:
    cells = [
        "import stickslip as ss",
        "frame = ss.load('stack', n=3).simulate().widget(height=300)\nframe",
        "import urllib.request\n"
        "page = urllib.request.urlopen(frame.address)\n"
        "print(page.headers['Content-Security-Policy'])\n"
        "frame.close()\nframe.viewer.process.poll() is not None",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    where = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3", resources=where).execute()
    shown = notebook.cells[1].outputs[0].data["text/html"]
    assert re.search(r'<iframe src="http://127.0.0.1:\d+/?" style="width: 100%; height: 300px', shown)
    policy, closed = notebook.cells[2].outputs
    assert "frame-ancestors http://localhost:*" in policy.text
    assert closed.data["text/plain"] == "True"


def test_a_scene_from_text_is_shown_with_its_parameters() -> None:
    source = """
        name = "ball"
        [parameters]
        radius = [0.5, 0.1, 2]
        [[body]]
        name = "ball"
        shape = { type = "sphere", radius = "= radius" }
    """
    scene = ss.Scene(source, parameters={"radius": 0.75})
    frame = scene.simulate().widget()
    try:
        with urllib.request.urlopen(frame.address) as page:
            assert page.status == 200
    finally:
        frame.close()
    with pytest.raises(ss.Error, match="before it said where"):
        ss.Widget("no-such-scene")
