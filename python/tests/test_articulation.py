"""Trees of joints: against MuJoCo's numbers, differences and each other."""

from __future__ import annotations

import json
import pathlib

import numpy as np
import pytest

import stickslip as ss

DATA = pathlib.Path(__file__).parents[2] / "crates/import/tests/data"
HINGES = ["several-joints", "default-classes", "joint-springs", "pendulum-degrees", "geom-frames"]


@pytest.fixture
def sim(arm: ss.Scene) -> ss.Simulation:
    return arm.simulate()


@pytest.mark.parametrize("model", HINGES)
def test_numbers_are_those_of_mujoco(model: str) -> None:
    sim = ss.load(DATA / f"mjcf/{model}.xml").simulate()
    truth = json.loads((DATA / f"oracles/mjcf/{model}.json").read_text())
    dofs = {joint["name"]: joint["dof"] for joint in truth["joints"]}
    states = truth["states"]

    def all_of(key: str) -> np.ndarray:
        return np.array([state[key] for state in states])

    seen, energy = 0, np.zeros((len(states), 2))
    for tree in sim.articulations:
        own = [dofs[name] for name in tree.joints]
        assert own == sorted(own), "the order is the model's"
        qpos, qvel = all_of("qpos")[:, own], all_of("qvel")[:, own]

        def near(found: np.ndarray, right: np.ndarray) -> None:
            size = max(np.abs(right).max(), 1e-6)
            np.testing.assert_allclose(found / size, right / size, atol=1e-9)

        mass = all_of("mass_matrix").reshape(len(states), len(dofs), len(dofs))
        near(tree.mass_matrix(qpos), mass[:, own][:, :, own])
        near(tree.bias(qpos, qvel), all_of("bias_force")[:, own])
        near(tree.gravity_compensation(qpos), all_of("gravity_force")[:, own])
        energy += tree.energy(qpos, qvel)
        seen += len(own)
    assert seen == len(dofs)
    kinetic = all_of("kinetic_energy") + all_of("kinetic_energy_of_armature")
    np.testing.assert_allclose(energy[:, 0], kinetic, rtol=1e-9)


def test_coordinates_write_into_the_simulation(sim: ss.Simulation) -> None:
    tree = sim.articulation()
    home = np.asarray(tree.qpos)
    tree.qpos[1] = home[1] + 0.2
    tree.qvel[:] = np.linspace(0.1, 0.4, tree.nv)
    assert tree.qpos[1] == pytest.approx(home[1] + 0.2, abs=1e-12)
    again = sim.articulation(tree.joints[0])
    np.testing.assert_allclose(again.qvel, np.linspace(0.1, 0.4, tree.nv), atol=1e-12)
    angle, rate = sim.joint(str(tree.joints[1]))
    assert angle[0] == pytest.approx(home[1] + 0.2, abs=1e-12)
    assert rate[0] == pytest.approx(tree.qvel[1], abs=1e-12)
    # Turns are counted.
    tree.qpos[0] = home[0] + 7.0
    assert again.qpos[0] == pytest.approx(home[0] + 7.0, abs=1e-12)
    assert sim.joint(str(tree.joints[0]))[0][0] == pytest.approx(home[0] + 7.0, abs=1e-12)
    assert len(tree.qpos) == tree.nq and list(tree.qpos) == np.asarray(tree.qpos).tolist()
    for wrong in (lambda: tree.qpos.__setitem__(99, 1.0),
                  lambda: tree.qvel.__setitem__(slice(None), [np.nan] * tree.nv),
                  lambda: tree.mass_matrix([0.0]),
                  lambda: sim.articulation("nobody")):
        with pytest.raises(ss.Error):
            wrong()
    np.testing.assert_allclose(again.qvel, np.linspace(0.1, 0.4, tree.nv), atol=1e-12)


def test_jacobians_are_differences(sim: ss.Simulation) -> None:
    tree = sim.articulation()
    body, point, step = tree.links[-1], (0.1, 0.05, -0.02), 1e-6
    ways = np.concatenate([np.eye(tree.nq), -np.eye(tree.nq)]) * step + np.asarray(tree.qpos)
    places, _ = tree.pose(body, point, ways)
    slopes = (places[: tree.nq] - places[tree.nq :]) / (2 * step)
    np.testing.assert_allclose(tree.jacobian(body, point)[:3], slopes.T, atol=1e-8)
    centers = tree.center_of_mass(ways)
    slopes = (centers[: tree.nq] - centers[tree.nq :]) / (2 * step)
    np.testing.assert_allclose(tree.center_jacobian(), slopes.T, atol=1e-8)
    rates = np.linspace(-1, 1, tree.nv)
    ends = np.asarray(tree.qpos) + step * np.outer([1, -1], rates)
    speeds = tree.jacobian(body, point, ends) @ rates
    change = tree.jacobian_rate(body, point, tree.qpos, rates)
    np.testing.assert_allclose(change, (speeds[0] - speeds[1]) / (2 * step), atol=1e-7)
    force, torque = np.array([1.0, 2.0, -1.0]), np.array([0.3, 0.0, 0.2])
    along = tree.jacobian(body, point).T @ np.concatenate([force, torque])
    np.testing.assert_allclose(tree.generalised_force(body, force, torque, point), along, atol=1e-12)


def test_contacts_and_inertia_are_in_balance(tmp_path: pathlib.Path) -> None:
    """H q̈ + bias = Jᵀ f of the contacts of a plain step, where it begins."""
    text = """<mujoco><option gravity="0 0 -9.81" timestep="0.002"/><worldbody>
    <geom type="plane" size="5 5 1"/>
    <body pos="0 0 .22"><freejoint/><geom type="box" size=".2 .1 .05" mass="3"/>
    <body pos=".2 0 0"><joint name="a" axis="0 1 0"/>
    <geom type="capsule" fromto="0 0 0 .1 0 -.2" size=".03" mass="1"/></body>
    <body pos="-.2 0 0"><joint name="b" axis="1 0 0"/>
    <geom type="capsule" fromto="0 0 0 -.1 0 -.2" size=".03" mass="1"/></body>
    </body></worldbody></mujoco>"""
    path = tmp_path / "legs.xml"
    path.write_text(text)
    sim = ss.load(path).simulate(accuracy="off")
    tree, largest = sim.articulation(), 0.0
    for _ in range(300):
        qpos, qvel = np.asarray(tree.qpos), np.asarray(tree.qvel)
        sim.step()
        qacc = (np.asarray(tree.qvel) - qvel) / sim.scene.dt
        found = tree.contact_forces(qpos)
        size = max(np.abs(found).max(), 1.0)
        np.testing.assert_allclose(tree.inverse_dynamics(qacc, qpos, qvel), found, atol=1e-9 * size)
        largest = max(largest, size)
    assert largest > 30.0
    assert tree.contact_forces()[2] == pytest.approx(5 * 9.81, rel=0.01), "it rests"
    with pytest.raises(ss.Error):
        tree.contact_forces([0.0])


def test_many_states_are_as_each_alone(sim: ss.Simulation) -> None:
    tree = sim.articulation()
    rng = np.random.default_rng(1)
    qpos = np.asarray(tree.qpos) + 0.3 * rng.standard_normal((5, 40, tree.nq))
    qvel, forces = rng.standard_normal((2, 5, 40, tree.nv))
    speedups = tree.forward_dynamics(forces, qpos, qvel)
    np.testing.assert_allclose(tree.inverse_dynamics(speedups, qpos, qvel), forces, atol=1e-8)
    one = tree.forward_dynamics(forces[3, 7], qpos[3, 7], qvel[3, 7])
    np.testing.assert_array_equal(speedups[3, 7], one)
    mass = tree.mass_matrix(qpos)
    assert mass.shape == (5, 40, tree.nv, tree.nv)
    right = forces - tree.bias(qpos, qvel)
    np.testing.assert_allclose(np.einsum("...ij,...j", mass, speedups), right, atol=1e-8)


def test_reach_goes_where_it_can(sim: ss.Simulation) -> None:
    tree = sim.articulation()
    body, before = tree.links[-1], np.asarray(tree.qpos)
    there = np.clip(before + 0.1, *tree.limits.T)
    wanted, _ = tree.pose(body, qpos=there)
    found, off = tree.reach(body, wanted)
    assert off < 1e-6
    np.testing.assert_allclose(tree.pose(body, qpos=found)[0], wanted, atol=1e-6)
    np.testing.assert_array_equal(tree.qpos, before)


def test_a_held_arm_stays(tmp_path: pathlib.Path) -> None:
    """Gravity compensation through the actuators holds an arm that nothing else does."""
    text = """<mujoco><option gravity="0 0 -9.81" timestep="0.001"/><worldbody>
    <body><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
    <body pos=".4 0 0"><joint name="b" axis="0 1 0"/>
    <geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/></body></body></worldbody>
    <actuator><motor joint="a" name="a"/><motor joint="b" name="b"/></actuator></mujoco>"""
    path = tmp_path / "arm.xml"
    path.write_text(text)
    sim = ss.load(path).simulate()
    tree = sim.articulation()
    before = np.asarray(tree.qpos)
    for _ in range(100):
        sim.control[:] = tree.gravity_compensation()
        sim.step()
    np.testing.assert_allclose(tree.qpos, before, atol=1e-9)
