"""Cameras against distances that are known."""

from __future__ import annotations

import numpy as np
import pytest

import stickslip as ss

SCENE = """
name = "look"
[settings]
gravity = [0, 0, 0]
[[body]]
name = "wall"
motion = "static"
position = [0, 0, -3.5]
shape = { type = "box", size = [20, 20, 1] }
[[body]]
name = "ball"
position = [0, 0, -1]
shape = { type = "sphere", radius = 0.5 }
mass = 1
[[body]]
name = "drone"
position = [0, 0, 2]
shape = { type = "box", size = [0.2, 0.2, 0.2] }
mass = 1
velocity = [1, 0, 0]
"""


def test_depths_are_those_of_a_wall_and_a_ball() -> None:
    sim = ss.Scene(SCENE).simulate()
    seen = ss.Camera((0, 0, 1), (0, 0, -1), width=41, height=31, fov=60).look(sim)
    assert seen.depth.shape == seen.body.shape == (31, 41) and seen.rgb.shape == (31, 41, 3)
    # Depth is along the axis, so that a wall across it is everywhere as far away.
    assert seen.depth[seen.body == 0] == pytest.approx(4.0, abs=1e-9)
    assert (seen.body[15, 20], seen.depth[15, 20]) == (1, pytest.approx(1.5, abs=1e-9))
    # The ball covers pixels within tan α = r/√(d² − r²) of the axis.
    across = np.tan(np.radians(30)) * (2 * (np.arange(31) + 0.5) / 31 - 1)
    covered = np.abs(across) < 0.5 / np.sqrt(4.0 - 0.25)
    assert ((seen.body[:, 20] == 1) == covered).all()
    assert (ss.Camera((0, 0, 1), (0, 0, 5), width=3, height=3).look(sim).rgb != 255).any()


def test_a_camera_moves_with_its_body_and_does_not_see_it() -> None:
    sim = ss.Scene(SCENE).simulate()
    camera = ss.Camera((0, 0, 0), (0, 0, -1), width=3, height=3, fov=1, body="drone")
    assert camera.look(sim).body[1, 1] == 1
    sim.run(60)
    assert sim.position[2] == pytest.approx([1, 0, 2], abs=1e-9)
    aside = camera.look(sim)
    assert (aside.body[1, 1], aside.depth[1, 1]) == (0, pytest.approx(5.0, abs=1e-9))


def test_a_camera_that_looks_nowhere_is_refused() -> None:
    sim = ss.Scene(SCENE).simulate()
    with pytest.raises(ss.ArgumentError, match="looks nowhere"):
        ss.Camera((0, 0, 0), (0, 2, 0)).look(sim)
    with pytest.raises(ss.NameLookupError, match='did you mean "drone"'):
        ss.Camera((0, 0, 0), (0, 0, 2), body="drne").look(sim)
