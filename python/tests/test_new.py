"""Settings, builder, sensors, soft state, fleets, driven robots."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

import stickslip as ss

ARM = """<robot name="arm"><link name="base"/><link name="forearm"><inertial>
<origin xyz="0.2 0 0"/><mass value="1"/>
<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
<joint name="elbow" type="revolute"><parent link="base"/><child link="forearm"/>
<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="20" velocity="5"/></joint></robot>
"""
MODEL = """<mujoco><worldbody><body name="rod"><joint name="swing" axis="0 1 0"/>
<geom type="box" size=".3 .01 .01" pos=".3 0 0" mass="1"/></body></worldbody>
<actuator><position joint="swing" kp="100" ctrlrange="-1 2" forcerange="-5 5"/></actuator>
<keyframe><key name="home" qpos="0.4" ctrl="0.4"/><key qpos="0.1"/></keyframe></mujoco>
"""


def test_every_setting_and_the_nearest_name() -> None:
    scene = ss.load("stack", n=2, integrator="midpoint", accuracy="off", dt=0.01)
    assert 'integrator = "midpoint"' in scene.source and scene.dt == 0.01
    assert scene.parameters["n"] == 2
    with pytest.raises(ss.NameLookupError, match='did you mean "integrator"'):
        ss.load("stack", integratr="midpoint")
    with pytest.raises(ss.NameLookupError, match='did you mean "substeps"'):
        scene.simulate(substep=3)
    assert scene.simulate(substeps=3).scene.substeps == 3
    with pytest.raises(ss.SceneError, match="did you mean"):
        ss.load("stack", integrator="midpiont")


def test_a_builder_needs_no_text() -> None:
    yard = ss.Builder("yard")
    yard.settings(dt=0.01)
    yard.parameters(mass=[2, 1, 9])
    arm = yard.body("arm", shape={"type": "box", "size": np.array([1, 0.1, 0.1])},
                    position=(0.5, 1, 0), mass="= mass")
    yard.joint("pivot", type="fixed", second=arm, anchor=[0, 1, 0])
    yard.sensor("load", type="force-torque", joint="pivot")
    scene = yard.scene(mass=4)
    sim = scene.simulate()
    sim.run(20)
    # 4 kg half a metre away.
    assert sim.sensor("load") == pytest.approx([0, 39.24, 0, 0, 0, 19.62], abs=1e-2)
    assert sim.joint_force("pivot") == pytest.approx([0, 39.24, 0, 0, 0, 19.62], abs=1e-2)
    assert scene.sensor("load").channels == ("fx", "fy", "fz", "tx", "ty", "tz")
    assert ss.Scene(yard.source, parameters={"mass": 4}).bodies.keys() == scene.bodies.keys()
    with pytest.raises(ss.ArgumentTypeError, match=r"mass: a number"):
        yard.body("x", mass=object())
        yard.scene()
    with pytest.raises(ss.SceneError, match="did you mean"):
        other = ss.Builder("other")
        other.body("x", shape={"type": "sphere", "radius": 1}, positon=[0, 1, 0])
        other.scene()


def test_sensors_are_recorded(tmp_path: pathlib.Path) -> None:
    yard = ss.Builder("yard")
    yard.body("ball", shape={"type": "sphere", "radius": 0.1}, position=[0, 5, 0])
    yard.sensor("place", type="frame", body="ball")
    sim = yard.scene().simulate()
    sim.record(tmp_path / "run.stick")
    sim.run(5)
    sim.stop_recording()
    recording = ss.read_recording(tmp_path / "run.stick")
    # Sensors keep all digits, places are rounded to nanometres.
    assert len(recording) == 6 and recording.sensors["place.y"][-1] == sim.position[0, 1]
    assert recording.sensors["place.y"] == pytest.approx(recording.position[:, 0, 1], abs=1e-7)
    assert recording.sensors["place.vy"][-1] == sim.velocity[0, 1]


def test_a_urdf_is_driven(tmp_path: pathlib.Path) -> None:
    (tmp_path / "arm.urdf").write_text(ARM, encoding="utf-8")
    assert ss.load(tmp_path / "arm.urdf").n_controls == 0
    scene = ss.load(tmp_path / "arm.urdf", drive="position")
    actuator = scene.actuator("elbow")
    assert actuator.limit == 20 and actuator.control_range == (-1, 1)
    sim = scene.simulate()
    sim.control["elbow"] = 0.5
    sim.run(1500)
    assert sim.joint("elbow")[0][0] == pytest.approx(0.5, abs=0.02)
    single = [{"joint": "elbow", "mode": "force", "limit": 7}]
    assert ss.load(tmp_path / "arm.urdf", motors=single).actuator("elbow").limit == 7


def test_ranges_and_keys_of_mjcf(tmp_path: pathlib.Path) -> None:
    (tmp_path / "rod.xml").write_text(MODEL, encoding="utf-8")
    keys = ss.keys(tmp_path / "rod.xml")
    assert [key.name for key in keys] == ["home", "1"] and keys[0].qpos == pytest.approx([0.4])
    scene = ss.load(tmp_path / "rod.xml", key="home")
    actuator = scene.actuator(0)
    assert actuator.control_range == (-1, 2) and actuator.force_range == (-5, 5)
    assert actuator.limit == 5


def test_soft_state_and_pixels() -> None:
    sim = ss.load("jelly-drop").simulate()
    before = {name: sim.vertices(name)[0] for name in sim.scene.soft_bodies}
    sim.run(2)
    for name, places in before.items():
        now, velocities = sim.vertices(name)
        assert now.shape == places.shape == velocities.shape
        assert (now[:, 1] < places[:, 1]).any()
    picture = sim.image(200)
    assert picture.shape[1:] == (200, 3) and picture.dtype == np.uint8
    assert picture.min() < 200 < picture.max()


def test_joints_that_broke() -> None:
    wall = ss.Builder("wall")
    wall.body("sign", shape={"type": "box", "size": [1, 1, 0.1]}, mass=5)
    wall.joint("nail", type="fixed", second="sign", anchor=[0, 0.4, 0], break_force=10)
    sim = wall.scene().simulate()
    assert sim.broken == []
    sim.run(3)
    assert sim.broken == ["nail"]


def test_a_fleet_is_many_simulations() -> None:
    scene = ss.load("grasp")
    fleet = ss.Fleet(scene, 3)
    controls = np.full((3, scene.n_controls), np.nan)
    controls[1, 0], controls[2, 0] = 0.05, -0.05
    assert fleet.step(controls, steps=5).shape == (3,)
    for at in range(3):
        sim = scene.simulate()
        if at:
            sim.control[0] = controls[at, 0]
        sim.run(5)
        assert np.array_equal(sim.read("state"), fleet.state[at])
    saved = fleet.save(1)
    fleet.step(steps=2)
    ahead = fleet.state[1].copy()
    fleet.restore(1, saved)
    fleet.step(steps=2)
    assert np.array_equal(ahead, fleet.state[1])
    one, two = ss.Fleet(scene, 3, threads=1), ss.Fleet(scene, 3, threads=2)
    one.step(controls, steps=5)
    two.step(controls, steps=5)
    assert np.array_equal(one.state, two.state)
    with pytest.raises(ss.Error, match="no simulation 7"):
        fleet.save(7)


def test_environments_begin_where_the_scene_begins() -> None:
    pytest.importorskip("gymnasium")
    from stickslip.gym import Env, VectorEnv

    scene = ss.load("quadruped")
    body = max(range(len(scene.bodies)), key=lambda at: scene.body(at).mass)
    begin = scene.simulate().position[body, 1]
    env = Env(scene, frame_skip=20, render_mode="rgb_array")
    env.reset()
    for _ in range(5):
        env.step(np.zeros(scene.n_controls))
    # A zero action holds the pose: the trunk stays where it stood.
    assert env.sim.position[body, 1] == pytest.approx(begin, abs=0.05)
    assert env.render().ndim == 3
    with pytest.raises(ss.ArgumentError, match="render_mode"):
        Env(scene, render_mode="human")
    many = VectorEnv(scene, 2, frame_skip=20, limit=2)
    first, _ = many.reset()
    assert first.shape == many.observation_space.shape
    for _ in range(3):
        seen, rewards, ended, cut, info = many.step(np.zeros((2, scene.n_controls)))
    assert rewards.shape == (2,) and info["converged"].all() and not ended.any()


def test_every_environment_is_told_its_own_action() -> None:
    pytest.importorskip("gymnasium")
    from stickslip.gym import VectorEnv

    scene = ss.load("quadruped")
    many = VectorEnv(scene, 2, threads=2)
    many.reset()
    begin = many.fleet.control[0].copy()
    actions = np.zeros((2, scene.n_controls))
    actions[1, 0], actions[1, 2] = 1.0, -1.0
    many.step(actions)
    told = many.fleet.control
    assert np.array_equal(told[0], begin)
    ends = [scene.actuator(0).control_range[1], scene.actuator(2).control_range[0]]
    assert told[1, [0, 2]] == pytest.approx(ends)


def test_a_recording_prints_one_line(tmp_path: pathlib.Path) -> None:
    sim = ss.load("stack").simulate()
    sim.record(tmp_path / "it.rec")
    sim.run(6)
    sim.stop_recording()
    told = repr(ss.read_recording(tmp_path / "it.rec"))
    assert told == "Recording('stack', 6 bodies, 7 frames over 0.100 s)"
