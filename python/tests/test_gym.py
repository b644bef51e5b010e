"""The environment, by gymnasium's own checker."""

import warnings

import numpy as np
import pytest

import stickslip as ss

gymnasium = pytest.importorskip("gymnasium")


def test_the_checker_is_content(arm: ss.Scene) -> None:
    from gymnasium.utils.env_checker import check_env

    from stickslip.gym import Env

    env = Env(
        arm,
        reward=lambda sim, action: -float(np.square(action).sum()),
        done=lambda sim: bool(sim.position[3, 1] < 0.1),
        scatter=0.1,
        limit=50,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
    env.reset(seed=3)
    for _ in range(5):
        env.step(env.action_space.sample())
    saved = env.save()
    one = env.step(np.zeros(3))
    env.restore(saved)
    two = env.step(np.zeros(3))
    assert np.array_equal(one[0], two[0]) and one[1:] == two[1:] and one[4]["converged"]


@pytest.mark.parametrize("kind", ["Env", "VectorEnv"])
def test_a_name_is_no_scene(kind: str) -> None:
    from stickslip import gym

    with pytest.raises(ss.ArgumentTypeError, match="scene: a Scene is needed, not str"):
        getattr(gym, kind)("quadruped", *([2] if kind == "VectorEnv" else []))
