"""The same bits as the program, for every built-in scene.

STICKSLIP_STEPS=300 runs as long as the guide promises; the default is short.
STICKSLIP_BINARY names the program; without it the package's own command is asked.
"""

import json
import os
import subprocess
import sys

import pytest

import stickslip as ss

STEPS = int(os.environ.get("STICKSLIP_STEPS", "6"))


def program() -> list[str]:
    binary = os.environ.get("STICKSLIP_BINARY")
    return [binary] if binary else [sys.executable, "-m", "stickslip"]


@pytest.mark.parametrize("name", list(ss.scenes()))
def test_the_hash_is_that_of_the_program(name: str) -> None:
    words = [*program(), "run", name, "--steps", str(STEPS), "--json", "--quiet"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    sim = ss.load(name).simulate()
    sim.run(STEPS)
    assert sim.hash == json.loads(done.stdout)["state_hash"]
