"""Forces on a body: its weight at rest, and the other sign on the other side."""

import numpy as np
import pytest

import stickslip as ss


def test_weight_is_carried_and_flips_sign(stack: ss.Scene) -> None:
    sim = stack.simulate()
    sim.run(120)
    g = 9.81
    for at in range(3):
        above, below = 2 - at, f"box-{at - 1}" if at else "ground"
        body = f"box-{at}"
        carried = sum(contact.force for contact in sim.contacts(body, below))
        assert np.allclose(carried, [0, (above + 1) * g, 0], atol=1e-6)
        there = sum(contact.force for contact in sim.contacts(below, body))
        assert np.array_equal(there, -carried)
        assert np.allclose(sum(contact.force for contact in sim.contacts(body)), [0, g, 0], atol=1e-6)
    for contact in sim.contacts("box-0", "ground"):
        assert contact.body == stack.bodies["box-0"] and contact.other.name == "ground"
        assert contact.normal[1] == pytest.approx(1.0) and contact.state == "sticking"
        assert contact.force[1] > 0 and abs(contact.point[1]) < 1e-3


def test_a_slope_holds_by_friction_and_lets_go() -> None:
    for angle, state in ((20, "sticking"), (35, "slipping")):
        scene = ss.load("incline", angle=angle, friction=0.5)
        sim = scene.simulate()
        sim.run(30)
        forces = [contact for contact in sim.contacts("crate") if np.any(contact.force)]
        # Of four corners that hold together, some may be at their bounds.
        states = {contact.state for contact in forces}
        assert state in states and (state == "sticking" or states == {"slipping"})
        assert (np.abs(sim.velocity[1]).max() < 1e-6) == (state == "sticking")
        slope = np.radians(angle)
        normal = np.array([-np.sin(slope), np.cos(slope), 0.0])
        total = sum(contact.force for contact in forces)
        assert total @ normal == pytest.approx(10 * 9.81 * np.cos(slope), rel=1e-4)
        assert sim.contact_force("crate") == pytest.approx(total)


def test_rows_lead_back_to_joints_and_contacts(arm: ss.Scene) -> None:
    sim = arm.simulate()
    sim.set_joints("joint1", position=-1.5)
    for _ in range(200):
        sim.step()
        if any(np.any(contact.force) for contact in sim.contacts()):
            break
    rows = sim.rows()
    contacts = sim.contacts()
    assert {row.kind for row in rows} == {"joint", "normal", "friction"}
    h = arm.dt / arm.substeps
    for row in rows:
        if row.kind == "normal":
            assert row.contact is not None and row.joint is None
            met = contacts[row.contact]
            assert row.impulse / h == pytest.approx(met.force @ met.normal, abs=1e-9)
        if row.kind == "joint":
            assert row.joint is not None and row.joint.name in row.description
    assert sum(row.joint == arm.joints["joint1"] for row in rows) == 6


def test_rays_meet_the_nearest(stack: ss.Scene) -> None:
    sim = stack.simulate()
    hit = sim.cast_ray([-5, 1.5, 0], [2, 0, 0])
    assert hit is not None and hit.body.name == "box-1"
    assert hit.distance == pytest.approx(4.5) and hit.normal == pytest.approx([-1, 0, 0])
    assert sim.cast_ray([-5, 1.5, 0], [1, 0, 0], reach=4) is None
    below = sim.cast_ray([0, 9, 0], [0, -1, 0], ignore=["box-2", "box-1", "box-0"])
    assert below is not None and below.body.name == "ground" and below.distance == pytest.approx(9)


def test_why_names_the_place() -> None:
    sim = ss.load("stack", n=6, solver="pgs", max_iterations=2).simulate()
    report = sim.step()
    assert not report.converged and report.failed_solves == 1
    text = report.why()
    assert "pgs" in text and "max_iterations" in text and 'contact between "' in text
    assert "try the solver bpp" in text
    assert ss.load("stack").simulate().step().why().startswith("every problem was solved")


def test_controls_reach_their_joints(arm: ss.Scene) -> None:
    sim = arm.simulate()
    assert list(arm.actuators) == ["joint1", "joint2", "joint4"]
    sim.control[["joint1", "joint2"]] = [0.2, -0.3]
    sim.control["joint4"] = 0.1
    sim.run(600)
    # Springs of 4000 N·m/rad under some 20 N·m give way by a few thousandths.
    for name, angle in (("joint1", 0.2), ("joint2", -0.3), ("joint4", 0.1)):
        assert sim.joint(name)[0] == pytest.approx([angle], abs=0.02)
        assert sim.joint(name)[1] == pytest.approx([0.0], abs=1e-3)
    assert np.allclose(np.asarray(sim.control), [0.2, -0.3, 0.1])
    assert sim.control.mode("joint1") == "position"


def test_joints_are_set_and_read(arm: ss.Scene) -> None:
    sim = arm.simulate()
    sim.set_joints(arm.joints[["joint1", "joint4"]], position=[0.3, -0.7], velocity=[1.0, 2.0])
    values, rates = sim.joint("joint1")
    assert values == pytest.approx([0.3]) and rates == pytest.approx([1.0])
    assert sim.joint("joint2")[0] == pytest.approx([0.0], abs=1e-14)
    assert sim.joint("joint4")[1] == pytest.approx([2.0])
    upper = sim.position[arm.bodies["upper"]]
    assert upper == pytest.approx([0.25 * np.cos(0.3), 1 + 0.25 * np.sin(0.3), 0])


def test_forces_from_outside_accelerate() -> None:
    scene = ss.load("stack", n=1, gravity=[0, 0, 0], substeps=2)
    sim = scene.simulate()
    wrench = np.zeros((2, 2, 6))
    wrench[0, 1, 1], wrench[1, 1, 1] = 2.0, 4.0
    sim.step(wrench)
    assert sim.velocity[1] == pytest.approx([0, 3.0 * scene.dt, 0])
    sim.push("box-0", force=[0, 1.0, 0])
    sim.step(np.zeros((2, 6)))
    assert sim.velocity[1] == pytest.approx([0, 4.0 * scene.dt, 0])


def test_a_kinematic_hand_is_led() -> None:
    scene = ss.load("grasp")
    sim = scene.simulate()
    for step in range(1, 11):
        sim.lead("hand", [0, 0.5 + 0.01 * step, 0])
        sim.step()
    assert sim.position[scene.bodies["hand"]] == pytest.approx([0, 0.6, 0])


def test_bodies_that_ignore_each_other_fall_through() -> None:
    scene = ss.load("stack", n=2, ignore=[("box-0", "ground"), ("box-1", "ground")])
    sim = scene.simulate()
    sim.run(30)
    assert sim.velocity[1][1] == pytest.approx(-9.81 * 30 * scene.dt, rel=1e-6)
