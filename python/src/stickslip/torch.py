"""Runs as functions of PyTorch; needs `torch`, which is imported with this module alone.

    from stickslip.torch import rollout
    states = rollout(sim, controls)  # (steps + 1, bodies, 13), with gradients by the controls
"""

from __future__ import annotations

from typing import Any

import torch

from .derivatives import Track
from .simulation import Simulation


class _Rollout(torch.autograd.Function):  # type: ignore[misc, unused-ignore]
    @staticmethod
    def forward(ctx: Any, sim: Simulation, controls: Any) -> Any:
        given = controls.detach().cpu().double().numpy()
        ctx.track = Track(sim, len(given), (), given)
        ctx.like = controls
        return torch.as_tensor(ctx.track.states, dtype=controls.dtype, device=controls.device)

    @staticmethod
    def backward(ctx: Any, *slopes: Any) -> Any:
        gradient = ctx.track.gradient(slopes[0].detach().cpu().double().numpy())
        return None, torch.as_tensor(
            gradient.controls, dtype=ctx.like.dtype, device=ctx.like.device
        )


def rollout(sim: Simulation, controls: Any) -> Any:
    """The states of a run with these controls, (steps, actuators), from where the simulation
    is: (steps + 1, bodies, 13), differentiable by the controls."""
    return _Rollout.apply(sim, controls)
