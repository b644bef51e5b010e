"""Steps a second of many quadrupeds at once, ours and MuJoCo's, in one run and in turns.

    python environments.py [--threads N] [--size N] [--rounds N]

Both take the model's own step of 4 ms, hold the pose `stand`, and run in native threads of
one process. Ours stand on the terrain of the scene `quadruped`, MuJoCo's on a plane, which
costs it less. `environment` is one step a call with observations, `rollout` 50 steps a call.
Needs `stickslip[gym]` and `mujoco`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import mujoco
import numpy as np
from mujoco import rollout

import stickslip as ss
from stickslip.gym import VectorEnv

MODEL = Path(__file__).resolve().parents[2] / "crates/scene/scenes/quadruped.xml"
LONG = 50


def ours(size: int, threads: int, steps: int, **settings: object) -> tuple[Callable[[], None], int]:
    scene = ss.load("quadruped", **settings)
    env = VectorEnv(scene, size, threads=threads, limit=10**9, frame_skip=steps)
    env.reset()
    still = np.zeros(env.action_space.shape)
    return lambda: env.step(still), steps


def theirs(size: int, threads: int, steps: int) -> tuple[Callable[[], None], int]:
    text = MODEL.read_text()
    plane = '<worldbody><geom type="plane" size="9 9 1" contype="0" conaffinity="1"/>'
    model = mujoco.MjModel.from_xml_string(text.replace("<worldbody>", plane, 1))
    begin = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, begin, model.key("stand").id)
    kind = mujoco.mjtState.mjSTATE_FULLPHYSICS
    first = np.zeros(mujoco.mj_stateSize(model, kind))
    mujoco.mj_getState(model, begin, first, kind)
    control = np.broadcast_to(begin.ctrl, (size, steps, model.nu)).copy()
    data = [mujoco.MjData(model) for _ in range(threads)]
    pool = rollout.Rollout(nthread=threads)
    state = [np.tile(first, (size, 1))]

    def step() -> None:
        states, _ = pool.rollout(model, data, state[0], control)
        state[0] = states[:, -1].copy()

    return step, steps


def rate(step: Callable[[], None], steps: int, size: int, seconds: float) -> float:
    """Steps a second over calls that take about this long."""
    calls, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        step()
        calls += 1
    return calls * steps * size / (time.perf_counter() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, nargs="+", default=[1])
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    plain = {"accuracy": "off", "substeps": 1, "dt": 0.004}
    print(f"{'threads':>7}  {'what':<34}{'steps/s':>12}{'spread':>9}")
    for threads in given.threads:
        runs = {
            "ours, environment": ours(given.size, threads, 1, **plain),
            "MuJoCo, environment": theirs(given.size, threads, 1),
            "ours, rollout": ours(given.size, threads, LONG, **plain),
            "MuJoCo, rollout": theirs(given.size, threads, LONG),
            "ours, the scene's accurate 1/60 s": ours(given.size, threads, 1),
        }
        found: dict[str, list[float]] = {name: [] for name in runs}
        for step, _ in runs.values():
            step()
        for _ in range(given.rounds):
            for name, (step, steps) in runs.items():
                found[name].append(rate(step, steps, given.size, given.seconds))
        for name, rates in found.items():
            middle = statistics.median(rates)
            spread = (max(rates) - min(rates)) / middle
            print(f"{threads:>7}  {name:<34}{middle:>12.0f}{spread:>9.0%}", flush=True)


if __name__ == "__main__":
    main()
