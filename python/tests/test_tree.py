"""Trees of joints: kinematics and dynamics against differences and each other."""

import numpy as np
import pytest
import stickslip as ss


@pytest.fixture
def simulation():
    return ss.load("robot-arm").simulate()


def the_arm(simulation):
    return max(simulation.trees(), key=len)


def test_coordinates_in_and_out(simulation):
    tree = the_arm(simulation)
    qpos = tree.qpos
    moved = qpos + 0.05 * np.arange(len(qpos))
    tree.qpos = moved
    np.testing.assert_allclose(tree.qpos, moved, atol=1e-12)
    tree.apply()
    again = the_arm(simulation)
    np.testing.assert_allclose(again.qpos, moved, atol=1e-12)
    with pytest.raises(ss.ArgumentError):
        tree.qvel = [1.0]


def test_jacobian_is_a_difference_of_poses(simulation):
    tree = the_arm(simulation)
    body = tree.links[-1]
    place, _ = tree.pose(body)
    jacobian, qpos, step = tree.jacobian(body, place), tree.qpos, 1e-6
    for at in range(len(tree)):
        ends = []
        for sign in (1, -1):
            tree.qpos = qpos + sign * step * np.eye(len(qpos))[at]
            ends.append(tree.pose(body)[0])
        np.testing.assert_allclose((ends[0] - ends[1]) / (2 * step), jacobian[:3, at], atol=1e-8)
    tree.qpos = qpos


def test_dynamics_undo_each_other(simulation):
    tree = the_arm(simulation)
    tree.qvel = np.linspace(-1, 1, len(tree))
    forces = np.linspace(2, -3, len(tree))
    back = tree.inverse_dynamics(tree.forward_dynamics(forces))
    np.testing.assert_allclose(back, forces, atol=1e-9)
    mass = tree.mass_matrix()
    np.testing.assert_allclose(mass, mass.T, atol=0)
    assert np.linalg.eigvalsh(mass).min() > 0
    np.testing.assert_allclose(tree.inverse_dynamics(np.zeros(len(tree))), tree.bias(), atol=1e-12)


def test_reach_goes_where_it_came_from(simulation):
    tree = the_arm(simulation)
    body, qpos = tree.links[-1], tree.qpos
    tree.qpos = np.clip(qpos + 0.1, *tree.limits.T)
    wanted, _ = tree.pose(body)
    tree.qpos = qpos
    assert tree.reach(body, wanted) < 1e-6
    np.testing.assert_allclose(tree.pose(body)[0], wanted, atol=1e-6)
