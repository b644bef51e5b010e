"""What Python adds to a step. Measured, not asserted: `python tests/test_5_overhead.py` prints.

A test that is timed fails on a busy machine; here only that it measures at all.
"""

import json
import os
import subprocess
import sys
import time

import stickslip as ss

EMPTY = """
name = "empty"
description = "a ball that floats"
seconds = 1
[settings]
gravity = [0, 0, 0]
[[body]]
name = "ball"
shape = { type = "sphere", radius = 0.5 }
"""


def overhead_us(steps: int) -> float:
    """Microseconds that a call of `step` takes more than a step of `run`."""
    sim = ss.Scene(EMPTY).simulate()
    best = [float("inf")] * 2
    for _ in range(7):
        for at, work in enumerate((lambda: [sim.step() for _ in range(steps)], lambda: sim.run(steps))):
            begun = time.perf_counter()
            work()
            best[at] = min(best[at], time.perf_counter() - begun)
    return 1e6 * (best[0] - best[1]) / steps


def share_of_run(steps: int) -> float:
    """How much longer `run` takes than the program on heavy-stack."""
    binary = os.environ.get("STICKSLIP_BINARY")
    words = [binary] if binary else [sys.executable, "-m", "stickslip"]
    ratios = []
    for _ in range(5):
        done = subprocess.run(
            [*words, "run", "heavy-stack", "--steps", str(steps), "--json", "--quiet"],
            capture_output=True, text=True, check=True,
        )
        rust = json.loads(done.stdout)["time"]["total_s"]
        sim = ss.load("heavy-stack").simulate()
        begun = time.perf_counter()
        sim.run(steps)
        ratios.append((time.perf_counter() - begun) / rust - 1.0)
    return sorted(ratios)[len(ratios) // 2]


def test_overhead_can_be_measured() -> None:
    assert overhead_us(100) < 1e5
    assert share_of_run(3) > -1.0


if __name__ == "__main__":
    print(f"step() over run(): {overhead_us(20_000):.2f} µs")
    print(f"run(1000) over the program: {100 * share_of_run(1000):.2f} %")
