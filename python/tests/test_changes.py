"""Bodies and joints that come and go, and contact events."""

from __future__ import annotations

import pathlib
import pickle

import numpy as np
import pytest

import stickslip as ss

BALL = {"shape": {"type": "sphere", "radius": 0.2}, "mass": 1.0}


def test_what_comes_and_goes_leaves_no_trace() -> None:
    alone = ss.load("stack", n=3).simulate()
    changed = ss.load("stack", n=3).simulate()
    alone.run(30)
    changed.run(10)
    ball = changed.add_body("ball", position=[9, 5, 0], **BALL)
    assert int(ball) == len(changed.scene.bodies) - 1 == len(alone.scene.bodies)
    changed.run(10)
    changed.remove("ball")
    changed.run(10)
    assert changed.hash == alone.hash
    with pytest.raises(ss.NameLookupError, match='there is no joint "ball"'):
        changed.remove("ball")


def test_names_follow_what_is_there() -> None:
    sim = ss.load("stack", n=3).simulate()
    sim.run(10)
    top = sim.position[sim.scene.bodies["box-2"]]
    sim.remove("box-0")
    assert "box-0" not in sim.scene.bodies and "box-2" in sim.scene.bodies
    assert np.array_equal(sim.position[sim.scene.bodies["box-2"]], top)
    sim.run(60)
    assert sim.position[sim.scene.bodies["box-2"]][1] < top[1] - 0.5


def test_a_weld_holds_what_it_was_given() -> None:
    sim = ss.load("stack", n=2).simulate()
    sim.add_body("ball", position=[3, 2, 0], **BALL)
    sim.add_joint("weld", type="fixed", first="box-1", second="ball", anchor=[2, 2, 0])
    bodies = sim.scene.bodies
    apart = np.linalg.norm(sim.position[bodies["ball"]] - sim.position[bodies["box-1"]])
    assert sim.run(20).converged
    now = np.linalg.norm(sim.position[bodies["ball"]] - sim.position[bodies["box-1"]])
    assert abs(now - apart) < 1e-3
    assert np.linalg.norm(sim.joint_force("weld")[:3]) > 1.0


def test_what_cannot_be_says_why_and_changes_nothing(tmp_path: pathlib.Path) -> None:
    sim = ss.load("stack", n=2).simulate()
    sim.run(5)
    before = sim.hash, len(sim.scene.bodies)
    with pytest.raises(ss.SceneError, match="what is added"):
        sim.add_body("ball", shape={"type": "sphere", "radius": -1})
    with pytest.raises(ss.ArgumentError, match="several at once"):
        sim.add_body("ball", position=[9, 9, 9], repeat={"count": [2]}, **BALL)
    with pytest.raises(ss.SceneError, match='"box-0" is taken'):
        sim.add_body("box-0", position=[9, 9, 9], **BALL)
    with pytest.raises(ss.SceneError, match='there is no body "bax-1"'):
        sim.add_joint("weld", type="fixed", first="bax-1", second="box-0", anchor=[0, 0, 0])
    sim.record(tmp_path / "motion.ssr")
    with pytest.raises(ss.Error, match="end it first"):
        sim.add_body("ball", position=[9, 9, 9], **BALL)
    sim.stop_recording()
    assert (sim.hash, len(sim.scene.bodies)) == before
    sim.add_body("ball", position=[9, 9, 9], **BALL)
    with pytest.raises(ss.ArgumentError, match="no text says so"):
        pickle.dumps(sim.scene)
    saved = sim.save()
    sim.run(5)
    after = sim.hash
    sim.restore(saved)
    sim.run(5)
    assert sim.hash == after


def test_events_begin_persist_and_end() -> None:
    sim = ss.load("stack", n=2).simulate()
    with pytest.raises(ss.ArgumentError, match="watch_contacts"):
        sim.contact_events()
    sim.run(5)
    sim.watch_contacts()
    sim.add_body("ball", position=[3, 0.21, 0], velocity=[0, 2, 0], **BALL)
    seen = []
    for _ in range(60):
        sim.step()
        seen += [event.change for event in sim.contact_events() if event.second.name == "ball"]
    assert seen[0] == "began"
    assert {event.change for event in sim.contact_events() if event.first.name == "box-0"} == {
        "persists"
    }
