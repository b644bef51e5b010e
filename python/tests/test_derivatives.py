"""Derivatives as arrays, against differences of whole runs."""

import numpy as np
import pytest

import stickslip as ss


def yard(friction=0.1, restitution=0.6, **settings):
    made = ss.Builder("yard")
    made.settings(**settings)
    made.material("ice", friction=friction, restitution=restitution)
    made.body("ground", motion="static", shape={"type": "half-space"}, material="ice")
    made.body(
        "puck",
        shape={"type": "sphere", "radius": 0.1},
        material="ice",
        position=[0, 0.5, 0],
        velocity=[2.0, 0.0, 0.5],
    )
    return made.scene()


def puck(**numbers):
    return yard(**numbers).simulate()


def test_a_step_has_matrices():
    sim = puck()
    sim.run(3)
    there = sim.save()
    found = sim.step_derivatives(["gravity.y", "body.puck.mass"])
    assert found.bodies == ["puck"]
    assert found.by_state.shape == (12, 12) and found.by_inputs.shape == (12, 2)
    h = sim.scene.dt
    # Flight: x + h v + ½ h² g.
    assert found.by_state[0, 6] == pytest.approx(h, rel=1e-9)
    assert found.by_inputs[1, 0] == pytest.approx(0.5 * h * h, rel=1e-6)
    assert abs(found.by_inputs[:, 1]).max() < 1e-9
    assert not found.looks_back
    after = sim.save()
    sim.restore(there)
    assert (sim.linearize(["gravity.y"]).by_state == found.by_state).all()
    assert sim.save() == there
    sim.step()
    assert sim.save() == after


def test_a_gradient_over_impacts():
    steps = 60
    inputs = ["material.ice.friction", "material.ice.restitution"]

    def far(states):
        slopes = np.zeros_like(states)
        slopes[-1, 1, 0] = 1.0
        return states[-1, 1, 0], slopes

    found = ss.rollout(puck(), steps, inputs, gradient=far)
    stride = 1e-5

    def end(**numbers):
        sim = puck(**numbers)
        sim.run(steps)
        return sim.position[1, 0]

    own = (end(friction=0.1 + stride) - end(friction=0.1 - stride)) / (2 * stride)
    assert found.inputs[inputs[0]] == pytest.approx(own, rel=1e-5)
    own = (end(restitution=0.6 + stride) - end(restitution=0.6 - stride)) / (2 * stride)
    assert found.inputs[inputs[1]] == pytest.approx(own, rel=1e-4)


def test_slopes_by_orientations():
    sim = puck()
    track = ss.rollout(sim, 20)
    slopes = np.zeros_like(track.states)
    slopes[-1, 1, 3:7] = [0.3, -0.2, 0.5, 0.1]
    found = track.gradient(slopes).state[1, 9:12]
    for axis in range(3):
        ends = []
        for by in (1e-5, -1e-5):
            other = puck()
            state = other.read("state").reshape(-1, 13)
            state[1, 10 + axis] += by
            other.set_state(state)
            other.run(20)
            ends.append(other.orientation[1] @ slopes[-1, 1, 3:7])
        assert found[axis] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-7)


def test_refusals_are_typed():
    sim = puck()
    with pytest.raises(ss.ModelError, match="body.NAME.mass"):
        sim.step_derivatives(["body.puck.size"])
    sim = ss.load("incline", friction_model="box-normal-first").simulate()
    with pytest.raises(ss.DerivativeError, match="box-normal-first"):
        sim.step_derivatives()
    assert sim.steps == 0


def test_extras_are_imported_only_when_asked_for():
    import subprocess
    import sys

    ask = "import sys, stickslip; sys.exit('torch' in sys.modules or 'jax' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", ask]).returncode == 0


def resting(pull):
    made = ss.Builder("crate")
    made.material("wood", friction=0.5)
    made.body("ground", motion="static", shape={"type": "half-space"}, material="wood")
    made.body("crate", shape={"type": "box", "size": [0.5, 0.5, 0.5]}, mass=2.0, material="wood",
              position=[0, 0.25, 0])
    sim = made.scene().simulate()
    sim.run(30)
    sim.push("crate", force=[pull, 0, 0], point=[0, 0, 0])
    return sim


def test_contacts_are_held_or_free():
    a, b = resting(0.0).linearize(["body.crate.force.x"])
    assert abs(b).max() < 1e-6
    a, b = resting(0.0).linearize(["body.crate.force.x"], contacts="free")
    assert b[6, 0] == pytest.approx(1 / 60 / 2.0, rel=1e-6)
    with pytest.raises(ss.ArgumentError, match="held"):
        resting(0.0).linearize(contacts="open")


def test_large_states_have_sparse_matrices():
    sparse = pytest.importorskip("scipy.sparse")
    made = ss.Builder("many")
    for at in range(60):
        made.body(f"ball-{at}", shape={"type": "sphere", "radius": 0.1}, position=[at, 0, 0])
    found = made.scene().simulate().step_derivatives(["gravity.y"])
    assert sparse.issparse(found.by_state) and found.by_state.shape == (720, 720)
    assert found.by_state.nnz < 720 * 12
    h = 1 / 60
    assert found.by_state[6 * 59, 360 + 6 * 59] == pytest.approx(h, rel=1e-7)
    assert found.by_inputs[360 + 1, 0] == pytest.approx(h, rel=1e-9)
