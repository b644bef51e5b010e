"""What makes the steps: the processor, or a graphics card where there is one."""

from __future__ import annotations

import pytest

import stickslip as ss


def test_a_scene_that_a_card_cannot_take_goes_on_the_processor() -> None:
    scene = ss.load("cantilever")
    automatic, plain = scene.simulate(device="auto"), scene.simulate()
    assert (automatic.device, plain.device) == ("cpu", "cpu")
    automatic.run(20)
    plain.run(20)
    assert automatic.hash == plain.hash


def test_what_a_card_does_not_do_is_a_sentence() -> None:
    # Without a card it is that there is none, with one that there is no kernel.
    with pytest.raises(ss.ModelError) as caught:
        ss.load("cantilever").simulate(device="gpu")
    assert "\n" not in str(caught.value)
    with pytest.raises(ss.ModelError, match="is not cpu, gpu, gpu:N or auto"):
        ss.load("stack").simulate(device="tpu")
