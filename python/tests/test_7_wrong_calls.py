"""Two hundred wrong calls: each a Python exception that names something; none ends the process."""

from __future__ import annotations

import pathlib
from typing import Any, Callable

import numpy as np
import pytest

import stickslip as ss

HERE = pathlib.Path(__file__).parent
SCENE = ss.load(HERE / "arm.toml")
OTHER = ss.load("stack", n=2)
NAN, INF = float("nan"), float("inf")
PROBLEM = ss.Problem.lcp(np.eye(3), -np.ones(3))
A3, B3 = np.eye(3), np.zeros(3)
TEXTS: list[Any] = [3, None, 2.5, b"x", ["a"], object()]
NUMBERS: list[Any] = ["1", None, [1, 2], {}, NAN, INF, 1j]
VECTORS: list[Any] = [[1, 2], [1, 2, NAN], [1, 2, 3, 4], "xyz", None, [[1, 2, 3]], [1, INF, 0], 5]
JOINTS: list[Any] = ["joint3", "", 7, -1, None, 2.0, "hand", True]
BODIES: list[Any] = ["hands", "joint1", 9, -2, None, 1.5, SCENE.joints["joint1"], False]
COUNTS: list[Any] = [0, -3, 1.5, "5", None, True, 2**80]

Call = tuple[str, Callable[[], Any]]


def calls() -> list[Call]:
    sim = SCENE.simulate()
    made: list[Call] = []

    def add(name: str, work: Callable[[Any], Any], values: list[Any]) -> None:
        for value in values:
            made.append((f"{name}({value!r:.40})", lambda value=value: work(value)))

    add("load", lambda v: ss.load(v), ["stak", "no/such.toml", "", 3, None, "panda.xml", HERE])
    add("load dt", lambda v: ss.load("stack", dt=v), [0, -1, NAN, "x", [1], None.__class__])
    add("load n", lambda v: ss.load("stack", n=v), [NAN, "x", [1, 2]])
    add("simulate device", lambda v: SCENE.simulate(device=v), ["tpu", "", "gpu:x", 3, None])
    add("load parameter", lambda v: ss.load("stack", **{v: 1.0}), ["m", "nn", "frictoin"])
    add("load solver", lambda v: ss.load("stack", solver=v), ["bbp", "", 3])
    add("load option", lambda v: ss.load("stack", solver="pgs", solver_options=v),
        [{"relaxatoin": 1}, {"x": 1}, 3])
    add("load friction", lambda v: ss.load("stack", friction_model=v), ["cones", 3])
    add("load gravity", lambda v: ss.load("stack", gravity=v), VECTORS[:4])
    add("load substeps", lambda v: ss.load("stack", substeps=v), [0, -1, 1.5, "2"])
    add("load ignore", lambda v: ss.load("stack", ignore=v), [[("box-0", "grund")], ["ab"], [("a",)]])
    add("load tolerance", lambda v: ss.load("stack", tolerance=v), [0, -1, NAN])
    add("Scene", lambda v: ss.Scene(v), ["", "name = 3", "[[body]]\nname = 'a'", *TEXTS[:3]])
    add("Simulation", lambda v: ss.Simulation(v), ["stack", None])
    add("bodies", lambda v: SCENE.bodies[v], BODIES)
    add("bodies list", lambda v: SCENE.bodies[["hand", v]], ["fist", 99, None])
    add("joints", lambda v: SCENE.joints[v], JOINTS[:6])
    add("actuators", lambda v: SCENE.actuators[v], ["joint3", 3])
    add("simulate", lambda v: SCENE.simulate(v), [b"", b"x", OTHER.simulate().save(), "text", 3])
    add("restore", lambda v: sim.restore(v),
        [sim.save()[:-1], sim.save() + b"x", b"STICKSTA" + bytes(40), bytearray(sim.save())])
    add("run", sim.run, COUNTS)
    add("step forces", lambda v: sim.step(v),
        [np.zeros(3), np.zeros((4, 5)), np.full((4, 6), NAN), "x", np.zeros((2, 4, 6))])
    add("push body", lambda v: sim.push(v, [1, 0, 0]), BODIES)
    add("push force", lambda v: sim.push("hand", v), VECTORS)
    add("push point", lambda v: sim.push("hand", [1, 0, 0], point=v), VECTORS[:4])
    add("push torque", lambda v: sim.push("hand", [1, 0, 0], torque=v), VECTORS[:4])
    add("lead", lambda v: sim.lead("hand", v), VECTORS)
    add("lead not kinematic", lambda v: sim.lead(v, [0, 0, 0]), ["hand", "table", "fist"])
    add("control value", lambda v: sim.control.__setitem__("joint1", v), NUMBERS)
    add("control name", lambda v: sim.control.__setitem__(v, 1.0), JOINTS[:6])
    add("control all", lambda v: sim.control.__setitem__(slice(None), v),
        [[1, 2], [1, 2, NAN], "x", [[1, 2, 3]]])
    add("control mode", lambda v: sim.control.set("joint1", v, 1.0), ["speed", "", 3, None])
    add("control mode value", lambda v: sim.control.set("joint1", "force", v), NUMBERS)
    add("position of a speed motor",
        lambda v: ss.load("grasp").simulate().control.set("slide-0", v, 1.0), ["position"])
    add("set_joints", lambda v: sim.set_joints(v, position=0.1), JOINTS)
    add("set_joints position", lambda v: sim.set_joints("joint1", position=v),
        ["x", [1, 2], NAN, [[1]], {}])
    add("set_joints closed loop",
        lambda v: ss.load("slider-crank").simulate().set_joints(v, position=0.1), ["crank-pin"])
    add("joint", lambda v: sim.joint(v), JOINTS[:4])
    add("contacts", lambda v: sim.contacts(v), [each for each in BODIES if each is not None])
    add("read", lambda v: sim.read(v), ["positions", "", *TEXTS[:2]])
    add("read out", lambda v: sim.read("position", out=v),
        [np.zeros(12), np.zeros((4, 3), np.float32), [0], np.zeros((3, 4)).T, np.zeros((4, 4))])
    add("set_state", lambda v: sim.set_state(v),
        [np.zeros((4, 13)), np.full((4, 13), NAN), np.zeros(5), "x", sim.read("state") + 1.0])
    add("ray origin", lambda v: sim.cast_ray(v, [1, 0, 0]), VECTORS[:5])
    add("ray direction", lambda v: sim.cast_ray([0, 0, 0], v), [[0, 0, 0], *VECTORS[:3]])
    add("ray reach", lambda v: sim.cast_ray([0, 0, 0], [1, 0, 0], reach=v), [-1, NAN, "far"])
    add("ray ignore", lambda v: sim.cast_ray([0, 0, 0], [1, 0, 0], ignore=v), ["fist", [99]])
    add("record", lambda v: sim.record(v), ["/no/such/folder/x", ""])
    add("read_recording", lambda v: ss.read_recording(v), ["/no/such", str(HERE / "arm.toml")])
    add("rollout states", lambda v: SCENE.rollout(v, steps=1), [[b""], [3], [OTHER.simulate().save()]])
    add("rollout controls", lambda v: SCENE.rollout([sim.save()], v),
        [np.zeros((1, 5, 2)), np.zeros((2, 5, 3)), np.zeros(3), "x", np.full((1, 2, 3), INF)])
    add("rollout steps", lambda v: SCENE.rollout([sim.save()], steps=v), [None, -1, 1.5])
    add("rollout every", lambda v: SCENE.rollout([sim.save()], steps=2, every=v), [0, -1, "x"])
    add("rollout threads", lambda v: SCENE.rollout([sim.save()], steps=2, threads=v), [0, -1, 1.5])
    add("lcp A", lambda v: ss.Problem.lcp(v, B3),
        [np.eye(2), np.zeros((3, 2)), "x", np.full((3, 3), NAN), None, np.zeros(3), [[1, 2], [3]]])
    add("lcp b", lambda v: ss.Problem.lcp(A3, v), [[1, 2], [1, 2, NAN], "x", None, A3])
    add("blcp lo", lambda v: ss.Problem.blcp(A3, B3, lo=v), [[1, 2], [1, NAN, 0], "x"])
    add("blcp order", lambda v: ss.Problem.blcp(A3, B3, lo=v, hi=[0, 0, 0]), [[1, 1, 1]])
    add("contacts of a problem", lambda v: ss.Problem.ncp(A3, B3, v),
        [[[0, 1, 2, 3, 4]], [[0, 1, 5, 0.5]], [[0, 1, 1, 0.5]], [[0, 1, 2, -1]], [[0, 1.5, 2, 1]], "x",
         [[-1, 1, 2, 0.5]], [[0, 1, 2, NAN]], [1, 2]])
    add("factored", lambda v: ss.Problem.factored(v, np.eye(2), B3, B3), [np.eye(2), np.eye(3), "x"])
    add("problem file", lambda v: ss.Problem.read(v), ["/no/such.json", str(HERE / "arm.toml")])
    add("solve", lambda v: ss.solve(PROBLEM, v), ["bbp", "", 3, "cone-ip"])
    add("solve problem", lambda v: ss.solve(v), [None, "x", np.eye(3)])
    add("solve option", lambda v: ss.solve(PROBLEM, "pgs", options=v), [{"x": 1}, {"relaxation": "a"}, 3])
    add("solve tolerance", lambda v: ss.solve(PROBLEM, tolerance=v), [-1, NAN, "x"])
    add("solve start", lambda v: ss.solve(PROBLEM, start=v), [[1, 2], [NAN, 1, 1], "x"])
    add("compare", lambda v: ss.compare(PROBLEM, v), ["bpp", ["bbp"], [3]])
    add("table", lambda v: ss.compare(PROBLEM, ["bpp"])[v], ["pgs", 4])
    add("solvers", lambda v: ss.solvers(v), ["lpc", 3])
    add("sweep task", lambda v: ss.sweep(v, {"n": [1]}), [3, None])
    add("sweep parameters", lambda v: ss.sweep("stack", v), [3, "n", {"n": 3}, [3], None])
    add("set_threads", lambda v: ss.set_threads(v), [-1, "x", 1.5])
    add("view", lambda v: ss.view(v), [3, None])
    return made


CALLS = calls()


def test_there_are_two_hundred() -> None:
    assert len(CALLS) >= 200


@pytest.mark.parametrize("call", [call for _, call in CALLS], ids=[name for name, _ in CALLS])
def test_a_wrong_call_is_an_exception_with_a_name_in_it(call: Callable[[], Any]) -> None:
    with pytest.raises(Exception) as raised:
        call()
    kind, text = raised.type, str(raised.value)
    assert isinstance(raised.value, (ss.Error, TypeError, ValueError, OSError, IndexError, OverflowError))
    assert kind.__name__ != "PanicException"
    assert len(text) >= 8, f"{kind.__name__}: {text!r}"


def test_names_have_the_nearest() -> None:
    with pytest.raises(KeyError, match='did you mean "hand"'):
        SCENE.bodies["hnad"]
    with pytest.raises(ss.SceneError, match='did you mean "stack"'):
        ss.load("stakc")
    with pytest.raises(ss.Refusal, match='did you mean "bpp"'):
        ss.solve(PROBLEM, "bbp")
    with pytest.raises(ss.Error, match=r"force: the shape is \(2,\), but must be \(3,\)"):
        SCENE.simulate().push("hand", [1, 2])


def test_no_panic_crosses() -> None:
    from stickslip import _stickslip

    with pytest.raises(ss.Error, match="a fault of stickslip itself: as asked for"):
        _stickslip.provoke_panic()


def test_a_failed_call_changes_nothing() -> None:
    sim = SCENE.simulate()
    sim.run(3)
    mark, saved = sim.hash, sim.save()
    for work in (lambda: sim.restore(b"x"), lambda: sim.set_state(np.zeros((4, 13))),
                 lambda: sim.set_joints(["joint1", "joint2"], position=[1.0, NAN])):
        with pytest.raises(ss.Error):
            work()
    assert sim.hash == mark and sim.save() == saved
