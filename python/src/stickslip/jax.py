"""Runs as functions of JAX; needs `jax`, which is imported with this module alone.

Not to be traced: `jax.grad` and `jax.vjp` work, `jax.jit` does not. Take
`jax.config.update("jax_enable_x64", True)` for all digits.

    from stickslip.jax import rollout
    states = rollout(sim)(controls)  # (steps + 1, bodies, 13)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from .derivatives import Track
from .simulation import Simulation


# JAX carries a run from there to back; nothing in it is an array of its own.
jax.tree_util.register_pytree_node(Track, lambda track: ((), track), lambda track, _: track)


def rollout(sim: Simulation) -> Callable[[Any], Any]:
    """A function from controls, (steps, actuators), to the states of a run from where the
    simulation is now: (steps + 1, bodies, 13)."""
    begin = sim.save()

    def run(controls: Any) -> Track:
        sim.restore(begin)
        return Track(sim, len(controls), (), np.asarray(controls, dtype=np.float64))

    def states(controls: Any) -> Any:
        return jnp.asarray(run(controls).states)

    def forward(controls: Any) -> tuple[Any, Track]:
        track = run(controls)
        return jnp.asarray(track.states), track

    def backward(track: Track, slopes: Any) -> tuple[Any]:
        return (jnp.asarray(track.gradient(np.asarray(slopes, dtype=np.float64)).controls),)

    differentiable: Any = jax.custom_vjp(states)
    differentiable.defvjp(forward, backward)
    made: Callable[[Any], Any] = differentiable
    return made
