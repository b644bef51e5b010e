"""The gripper of `grasp` from a model file: squeeze as hard as needed, lift, hold, set down."""

import stickslip as ss

scene = ss.load("gripper")
sim = scene.simulate()
block = scene.bodies["block"]
weight = scene.body(block).mass * 9.81
STIFFNESS = 2000.0  # N/m of the servos of both fingers
LATE = 1.0  # s; kv/kp of the lift, by which it follows
CAREFUL = 1.5  # times the squeeze that just holds
FRICTION = scene.parameters["friction"]


def squeeze(force: float) -> None:
    """A servo that is told a place inside the block presses by its spring."""
    for finger in ("left", "right"):
        sim.control[finger] = sim.joint(finger)[0][0] + force / STIFFNESS


def hold(seconds: float, force: float, lift: float) -> None:
    """Presses with a force, and brings the hand to a height at an even speed."""
    global height
    steps, begin = round(seconds / scene.dt), height
    speed = (lift - begin) / seconds
    for step in range(1, steps + 1):
        squeeze(force)
        height = begin + speed * scene.dt * step
        sim.control["lift"] = height + LATE * speed
        report = sim.step()
        assert report.converged, report.why()


# Two fingers: each carries half of the weight by friction.
needed = CAREFUL * weight / (2.0 * FRICTION)
height = 0.0
hold(0.5, needed, 0.0)
hold(2.0, needed, 0.3)
hold(1.0, needed, 0.3)
lifted = sim.position[block][1] - 0.1
pressed = sim.contact_force(block, "left-finger")
print(f"the block is {lifted:.3f} m up, held by {pressed[1]:.2f} N a side, pressed by {pressed[0]:.2f} N")
assert lifted > 0.27 and abs(sim.velocity[block]).max() < 2e-3
assert abs(pressed[0] - needed) < 0.05 * needed and abs(2.0 * pressed[1] - weight) < 0.02 * weight

hold(2.0, needed, 0.0)
hold(1.0, needed, 0.0)
hold(0.5, -needed, 0.0)
assert not sim.contacts(block, "left-finger") and sim.position[block][1] < 0.101
print("and stands on the ground again")
