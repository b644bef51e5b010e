"""Derivatives beside MuJoCo's, and as functions of PyTorch and JAX, where these are there."""

import numpy as np
import pytest

import stickslip as ss

# Three robots that touch nothing: an arm with a motor, a cart with a pole, three links that turn
# about different axes and fly.
ROBOTS = {
    "arm": """<mujoco model="arm"><option timestep="{h}"/><worldbody>
      <body name="upper"><joint name="a" type="hinge" axis="0 1 0" damping="0.3"/>
        <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.04" mass="1.2"/>
        <body name="lower" pos="0.4 0 0"><joint name="b" type="hinge" axis="0 1 0" stiffness="2"/>
          <geom type="capsule" fromto="0 0 0 0.3 0 0.05" size="0.03" mass="0.7"/></body></body>
      </worldbody><actuator><motor name="m" joint="b" gear="1"/></actuator></mujoco>""",
    "cart": """<mujoco model="cart"><option timestep="{h}"/><worldbody>
      <body name="cart"><joint name="x" type="slide" axis="1 0 0" damping="0.5"/>
        <geom type="box" size="0.2 0.1 0.05" mass="2"/>
        <body name="pole" pos="0 0 0.1"><joint name="t" type="hinge" axis="0 1 0"/>
          <geom type="capsule" fromto="0 0 0 0 0 0.6" size="0.02" mass="0.4"/></body></body>
      </worldbody><actuator><motor name="m" joint="x" gear="1"/></actuator></mujoco>""",
    "flyer": """<mujoco model="flyer"><option timestep="{h}"/><worldbody>
      <body name="trunk" pos="0 0 2"><freejoint/><geom type="box" size="0.2 0.15 0.05" mass="3"/>
        <body name="hip" pos="0.2 0 0"><joint name="a" type="hinge" axis="1 0 0" damping="0.1"/>
          <geom type="capsule" fromto="0 0 0 0.1 0.1 0" size="0.03" mass="0.5"/>
          <body name="shin" pos="0.1 0.1 0"><joint name="b" type="hinge" axis="0 1 0"/>
            <geom type="capsule" fromto="0 0 0 0 0 -0.3" size="0.02" mass="0.3"/></body></body>
      </body></worldbody>
      <actuator><motor name="m" joint="b" gear="1"/></actuator></mujoco>""",
}


def tangents(mujoco, model, qpos, qvel):
    """How coordinates and rates change poses and velocities of the bodies, about a place."""
    data = mujoco.MjData(model)
    bodies = range(1, model.nbody)

    def jacobians(qpos):
        data.qpos[:], data.qvel[:] = qpos, qvel
        mujoco.mj_forward(model, data)
        rows = []
        for body in bodies:
            shift, turn = np.zeros((3, model.nv)), np.zeros((3, model.nv))
            mujoco.mj_jacBodyCom(model, data, shift, turn, body)
            rows += [shift, turn]
        return np.vstack(rows)

    here = jacobians(qpos)
    speeds = np.zeros((len(here), model.nv))
    for at in range(model.nv):
        ends = []
        for stride in (1e-6, -1e-6):
            moved, change = qpos.copy(), np.zeros(model.nv)
            change[at] = 1.0
            mujoco.mj_integratePos(model, moved, change, stride)
            # Rates of a free root are in its own axes, which turn along.
            ends.append(jacobians(moved) @ qvel)
        speeds[:, at] = (ends[0] - ends[1]) / 2e-6
    return np.block([[here, np.zeros_like(here)], [speeds, here]])


def inverse(turn):
    return turn * [1, -1, -1, -1]


def times(mujoco, one, two):
    product = np.zeros(4)
    mujoco.mju_mulQuat(product, one, np.ascontiguousarray(two))
    return product


def turned(mujoco, turn, vector):
    found = np.zeros(3)
    mujoco.mju_rotVecQuat(found, vector, turn)
    return found


@pytest.mark.parametrize("name", ROBOTS)
def test_steps_of_robots_are_those_of_mujoco(name, tmp_path):
    mujoco = pytest.importorskip("mujoco")
    told = 0.4
    off = []
    for h in (2e-3, 1e-3):
        text = ROBOTS[name].format(h=h)
        file = tmp_path / f"{name}.xml"
        file.write_text(text)
        model = mujoco.MjModel.from_xml_string(text)
        data = mujoco.MjData(model)
        rng = np.random.default_rng(3)
        mujoco.mj_integratePos(model, data.qpos, rng.uniform(-1, 1, model.nv), 0.5)
        data.qvel[:] = rng.uniform(-1, 1, model.nv)
        data.ctrl[:] = told
        mujoco.mj_forward(model, data)
        size = 2 * model.nv
        a, b = np.zeros((size, size)), np.zeros((size, 1))
        mujoco.mjd_transitionFD(model, data, 1e-6, True, a, b, None, None)
        begin = tangents(mujoco, model, data.qpos.copy(), data.qvel.copy())
        # Bodies where MuJoCo has them.
        mujoco.mj_forward(model, data)
        scene = ss.load(file, dt=h, accuracy="off")
        sim = scene.simulate()
        state = sim.read("state").reshape(-1, 13)
        names = list(scene.bodies)
        first = mujoco.MjData(model)
        mujoco.mj_forward(model, first)
        for body in range(1, model.nbody):
            at = names.index(mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_BODY, body))
            velocity = np.zeros(6)
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY, body, velocity, 0)
            # Poses lie against MuJoCo's bodies as they do at the beginning.
            arm = turned(mujoco, inverse(first.xquat[body]), state[at, :3] - first.xipos[body])
            arm = turned(mujoco, data.xquat[body], arm)
            own = times(mujoco, inverse(first.xquat[body]), state[at, 3:7])
            state[at, :3] = data.xipos[body] + arm
            state[at, 3:7] = times(mujoco, data.xquat[body], own)
            state[at, 7:10] = velocity[3:] + np.cross(velocity[:3], arm)
            state[at, 10:] = velocity[:3]
        sim.set_state(state)
        motor = list(scene.actuators)[0]
        sim.control.set(motor, "force", told)
        found = sim.step_derivatives([f"control.{motor}"])
        mujoco.mj_step(model, data)
        end = tangents(mujoco, model, data.qpos.copy(), data.qvel.copy())
        rows = [found.bodies.index(names[at]) for at in range(len(names)) if names[at] in found.bodies]
        assert rows == list(range(len(rows)))
        change = found.by_state @ begin - end @ a
        off.append(np.abs(change).max() / h)
        assert np.abs(change).max() < 0.1 * np.abs(end @ a - begin).max()
        assert np.abs(found.by_inputs - end @ b).max() < 0.1 * np.abs(end @ b).max()
    # Both take the same step where damping is that of the joints alone; what else they differ by
    # is of second order in a step.
    assert off[1] < max(0.6 * off[0], 1e-5), off


def pendulum():
    made = ss.Builder("pendulum")
    made.body("bar", shape={"type": "box", "size": [0.6, 0.05, 0.05]}, mass=1.5,
              position=[0.3, 0, 0])
    made.joint("hinge", type="hinge", second="bar", anchor=[0, 0, 0], axis=[0, 0, 1],
               motor={"force": 0})
    return made.scene().simulate()


STEPS = 12


def end(controls):
    """The height of the bar after a run, which ends where it began."""
    sim = pendulum()
    for row in controls:
        sim.control.set("hinge", "force", float(row[0]))
        sim.step()
    return float(sim.position[0, 1])


def slopes(controls):
    found = np.zeros_like(controls)
    for at in range(len(controls)):
        ends = []
        for by in (1e-3, -1e-3):
            moved = controls.copy()
            moved[at] += by
            ends.append(end(moved))
        found[at] = (ends[0] - ends[1]) / 2e-3
    return found


def told():
    return np.linspace(-1.0, 2.0, STEPS).reshape(-1, 1)


def ready():
    sim = pendulum()
    sim.control.set("hinge", "force", 0.0)
    return sim


def test_torch_goes_back_over_a_run():
    torch = pytest.importorskip("torch")
    from stickslip.torch import rollout

    controls = torch.tensor(told(), dtype=torch.float64, requires_grad=True)
    states = rollout(ready(), controls)
    assert states.shape == (STEPS + 1, 1, 13)
    assert float(states[-1, 0, 1].detach()) == end(told())
    (2.0 * states[-1, 0, 1]).backward()
    assert controls.grad.numpy() == pytest.approx(2.0 * slopes(told()), rel=1e-4, abs=1e-9)


def test_jax_goes_back_over_a_run():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    from stickslip.jax import rollout

    run = rollout(ready())
    value, found = jax.value_and_grad(lambda controls: 2.0 * run(controls)[-1, 0, 1])(told())
    assert float(value) == 2.0 * end(told())
    assert np.asarray(found) == pytest.approx(2.0 * slopes(told()), rel=1e-4, abs=1e-9)
