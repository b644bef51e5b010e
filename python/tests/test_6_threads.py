"""Two threads step two simulations at once. `python tests/test_6_threads.py` prints how fast."""

import os
import signal
import threading
import time

import pytest

import stickslip as ss


def both(steps: int, together: bool) -> tuple[float, list[str]]:
    sims = [ss.load("wall").simulate() for _ in range(2)]
    for sim in sims:
        sim.step()
    begun = time.perf_counter()
    if together:
        threads = [threading.Thread(target=sim.run, args=(steps,)) for sim in sims]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    else:
        for sim in sims:
            sim.run(steps)
    return time.perf_counter() - begun, [sim.hash for sim in sims]


def test_threads_do_not_disturb_each_other() -> None:
    _, apart = both(3, together=False)
    _, together = both(3, together=True)
    assert together == apart and apart[0] == apart[1]


def test_python_runs_on_during_a_step() -> None:
    sim = ss.load("tower").simulate()
    runner = threading.Thread(target=sim.run, args=(10,))
    ticks = 0
    runner.start()
    while runner.is_alive():
        ticks += 1
    assert ticks > 100, "the interpreter was held"


@pytest.mark.skipif(os.name == "nt", reason="signals are those of Unix")
def test_long_calls_can_be_interrupted() -> None:
    # Whoever starts the tests in the background may have had the signal ignored.
    ignored = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        interrupt_long_calls()
    finally:
        signal.signal(signal.SIGINT, ignored)


def interrupt_long_calls() -> None:
    scene = ss.load("stack", n=3)
    sim = scene.simulate()
    works = [
        lambda: sim.run(10**6),
        lambda: scene.rollout([sim.save()] * 2, steps=10**6, every=10**6),
    ]
    for work in works:
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        begun = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.perf_counter() - begun < 20.0
    before = sim.steps
    assert before > 0 and sim.step().converged and sim.steps == before + 1


if __name__ == "__main__":
    ss.set_threads(1)
    shares = [both(40, True)[0] / both(40, False)[0] for _ in range(5)]
    print("two threads over one after the other:", ", ".join(f"{share:.2f}" for share in shares))
