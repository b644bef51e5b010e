"""Saved, pickled, sent away and rolled out: the same bits."""

import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

import stickslip as ss

STEP_ELSEWHERE = """
import pickle, sys
scene, state = pickle.load(sys.stdin.buffer)
sim = scene.simulate(state)
sim.run(5)
print(sim.hash)
"""


def test_another_process_goes_on_alike(arm: ss.Scene) -> None:
    sim = arm.simulate()
    sim.set_joints("joint1", position=-1.2)
    sim.control["joint2"] = 0.3
    sim.control.set("joint4", "force", -2.0)
    sim.run(40)
    packed = pickle.dumps((arm, sim.save()))
    sim.run(5)
    words = [sys.executable, "-c", STEP_ELSEWHERE]
    done = subprocess.run(words, input=packed, capture_output=True, check=True)
    assert done.stdout.decode().strip() == sim.hash


def test_a_simulation_pickles_with_its_state(arm: ss.Scene) -> None:
    sim = arm.simulate()
    sim.run(10)
    again = pickle.loads(pickle.dumps(sim))
    assert again.hash == sim.hash and again.time == sim.time
    sim.run(3)
    again.run(3)
    assert again.hash == sim.hash


def test_changes_of_a_scene_travel_with_it() -> None:
    scene = ss.load("stack", n=2, dt=0.01, solver="pgs", ignore=[("box-0", "box-1")], seed=3)
    again = pickle.loads(pickle.dumps(scene))
    assert again == scene and (again.dt, again.solver, len(again.bodies)) == (0.01, "pgs", 3)
    one, two = scene.simulate(), again.simulate()
    one.run(20)
    two.run(20)
    assert one.hash == two.hash


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_rollout_is_many_single_runs(arm: ss.Scene, threads: int) -> None:
    sim = arm.simulate()
    states = []
    for _ in range(5):
        sim.run(7)
        states.append(sim.save())
    controls = np.random.default_rng(1).normal(0.0, 0.5, (5, 30, 3))
    controls[2, :, 1] = np.nan
    runs = arm.rollout(states, controls, every=10, threads=threads)
    assert runs.position.shape == (5, 3, 4, 3) and runs.orientation.shape == (5, 3, 4, 4)
    for at, state in enumerate(states):
        single = arm.simulate(state)
        for step in range(30):
            for which in range(3):
                if not np.isnan(controls[at, step, which]):
                    single.control[which] = controls[at, step, which]
            assert single.step().converged == runs.converged[at, step]
            if (step + 1) % 10 == 0:
                kept = (at, (step + 1) // 10 - 1)
                assert np.array_equal(runs.position[kept], single.position)
                assert np.array_equal(runs.angular_velocity[kept], single.angular_velocity)
                assert runs.time[kept] == single.time
        assert arm.simulate(runs.states[at]).hash == single.hash


def test_flat_states_come_back(arm: ss.Scene) -> None:
    sim = arm.simulate()
    sim.run(20)
    state, mark = sim.read("state"), sim.hash
    sim.run(5)
    sim.set_state(state)
    assert sim.hash == mark
    out = np.empty((4, 3))
    assert sim.read("position", out=out) is out
    assert np.array_equal(out, sim.position) and np.array_equal(out, state[:, :3])
    out[:] = 7.0
    assert not np.array_equal(out, sim.position), "a copy, not a view"


def test_a_second_thread_is_told(arm: ss.Scene) -> None:
    sim = ss.load("tower").simulate()
    told: list[str] = []

    def disturb() -> None:
        while not told and runner.is_alive():
            try:
                _ = sim.position
            except ss.Error as error:
                told.append(str(error))

    runner = threading.Thread(target=lambda: sim.run(10))
    other = threading.Thread(target=disturb)
    runner.start()
    other.start()
    runner.join()
    other.join()
    assert told and "another thread" in told[0]
    assert sim.steps == 10


def test_recordings_are_arrays(arm: ss.Scene, tmp_path: object) -> None:
    path = f"{tmp_path}/arm.stick"
    sim = arm.simulate()
    sim.record(path)
    sim.run(12)
    assert sim.stop_recording() == path
    sim.step()
    recording = ss.read_recording(path)
    assert len(recording) == 13 and recording.scene == "arm" and recording.cut is None
    assert recording.position.shape == (13, 4, 3)
    assert recording.bodies["hand"] == 3
    assert np.allclose(recording.time, np.arange(13) * arm.dt)
    fresh = arm.simulate()
    fresh.run(12)
    # Recordings round positions to 2⁻²⁶ m.
    assert np.allclose(recording.position[-1], fresh.position, rtol=0, atol=2.0**-27)
    assert recording.figures["energy"][-1] == fresh.energy
    # An end that is missing is told.
    with open(path, "rb") as file:
        whole = file.read()
    with open(path, "wb") as file:
        file.write(whole[:-1])
    with pytest.warns(UserWarning, match="only the first 12 frames can be read; the last "):
        assert len(ss.read_recording(path)) == 12
