"""Swing a double pendulum up and balance it: iLQR and LQR from the derivatives of steps.

iLQR goes back over a run with A = ∂x'/∂x and B = ∂x'/∂u of every step, and forth with the
feedback that it has found (Li and Todorov 2004; Tassa, Erez and Todorov 2012). Two rods on
hinges have two angles and two rates x, and bodies twelve numbers each: a change of x moves the
bodies by J, and P reads x of them, so that a step in x is P A J and P B.
"""

import numpy as np
from numpy.typing import NDArray

import stickslip as ss

Floats = NDArray[np.float64]
STEPS, DT = 120, 1 / 60
# What missing the upright costs on the way and at the end, and what torques cost.
WAY, END, TORQUE = np.array([0.02, 0.02, 0, 0]), np.array([400.0, 400, 40, 40]), 0.002
GOAL = np.array([np.pi / 2, np.pi / 2, 0, 0])
# A torque at the shoulder turns the upper rod, one at the elbow both.
MOTORS = np.array([[1.0, -1.0], [0.0, 1.0]])
INPUTS = ["body.upper.torque.z", "body.lower.torque.z"]
READ = np.zeros((4, 24))
READ[[0, 1, 2, 3], [5, 11, 17, 23]] = 1  # Angles and rates about z of both rods.


def bodies(x: Floats) -> tuple[Floats, Floats]:
    """Places and velocities of both rods, 13 numbers each, and how x changes them."""
    states, change = np.zeros((2, 13)), np.zeros((24, 4))
    place, velocity, slope, bend = np.zeros(3), np.zeros(3), np.zeros((3, 4)), np.zeros((3, 4))
    for rod in range(2):
        angle, rate = x[rod], x[2 + rod]
        along = np.array([np.cos(angle), np.sin(angle), 0])
        across = np.array([-along[1], along[0], 0])
        for half in range(2):
            place, velocity = place + along / 2, velocity + rate * across / 2
            slope[:, rod] += across / 2
            bend[:, rod] -= rate * along / 2
            if half == 0:
                turn = (angle + np.pi / 2) / 2
                states[rod] = [*place, np.cos(turn), 0, 0, np.sin(turn), *velocity, 0, 0, rate]
                change[6 * rod : 6 * rod + 3], change[12 + 6 * rod : 15 + 6 * rod] = slope, bend
                change[12 + 6 * rod : 15 + 6 * rod, 2:] = slope[:, :2]
                change[6 * rod + 5, rod] = change[17 + 6 * rod, 2 + rod] = 1
    return states, change


def angles(sim: ss.Simulation) -> Floats:
    """Angles of both rods against the horizontal, unwound, and their rates."""
    shoulder, elbow = (float(sim.joint(name)[0][0]) for name in ("shoulder", "elbow"))
    return np.array([shoulder, shoulder + elbow, *sim.angular_velocity[:, 2]])


def at(x: Floats) -> ss.Simulation:
    """The pendulum with these angles and rates."""
    sim = ss.load("double-pendulum", dt=DT).simulate()
    sim.set_state(bodies(x)[0])
    return sim


def push(sim: ss.Simulation, torques: Floats) -> None:
    """Torques at the hinges for the next step."""
    for name, torque in zip(("upper", "lower"), MOTORS @ torques, strict=True):
        sim.push(name, torque=[0, 0, torque])


def cost(xs: Floats, us: Floats) -> float:
    """Of a run."""
    way = np.sum(WAY * (xs[:-1] - GOAL) ** 2) + TORQUE * np.sum(us**2)
    return 0.5 * float(way + np.sum(END * (xs[-1] - GOAL) ** 2))


def run(
    start: Floats, us: Floats, guess: Floats | None = None, gains: Floats | None = None
) -> tuple[Floats, Floats]:
    """States and torques of a run; feedback keeps it near the guess."""
    sim = at(start)
    xs, told = [angles(sim)], []
    for k, torques in enumerate(us):
        if guess is not None and gains is not None:
            torques = torques + gains[k] @ (xs[-1] - guess[k])
        push(sim, torques)
        sim.step()
        xs.append(angles(sim))
        told.append(torques)
    return np.array(xs), np.array(told)


def derivatives(start: Floats, us: Floats) -> tuple[Floats, Floats]:
    """A and B of every step of a run."""
    sim = at(start)
    by_x, by_u = [], []
    for torques in us:
        change = bodies(angles(sim))[1]
        push(sim, torques)
        found = sim.step_derivatives(INPUTS)
        by_x.append(READ @ found.by_state @ change)
        by_u.append(READ @ found.by_inputs @ MOTORS)
    return np.array(by_x), np.array(by_u)


def backward(
    xs: Floats, us: Floats, by_x: Floats, by_u: Floats, damping: float
) -> tuple[Floats, Floats]:
    """Changes of all torques, and their feedback."""
    slope, bend = END * (xs[-1] - GOAL), np.diag(END)
    changes, gains = np.zeros_like(us), np.zeros((len(us), 2, 4))
    for k in reversed(range(len(us))):
        a, b = by_x[k], by_u[k]
        damped = bend + damping * np.eye(4)
        q_x, q_u = WAY * (xs[k] - GOAL) + a.T @ slope, TORQUE * us[k] + b.T @ slope
        q_xx, q_uu = np.diag(WAY) + a.T @ bend @ a, TORQUE * np.eye(2) + b.T @ bend @ b
        q_ux = b.T @ bend @ a
        inverse = np.linalg.inv(TORQUE * np.eye(2) + b.T @ damped @ b)
        changes[k], gains[k] = -inverse @ q_u, -inverse @ (b.T @ damped @ a)
        slope = q_x + gains[k].T @ (q_uu @ changes[k] + q_u) + q_ux.T @ changes[k]
        bend = q_xx + gains[k].T @ q_uu @ gains[k] + gains[k].T @ q_ux + q_ux.T @ gains[k]
        bend = 0.5 * (bend + bend.T)
    return changes, gains


def swing_up(start: Floats) -> tuple[Floats, Floats]:
    """Torques that bring the rods upright, and the states on the way."""
    us = np.zeros((STEPS, 2))
    us[:, 0] = 8 * np.sin(np.arange(STEPS) * DT * 4)
    best = run(start, us)
    damping = 1.0
    for turn in range(120):
        xs, us = best
        before = cost(xs, us)
        changes, gains = backward(xs, us, *derivatives(start, us), damping)
        for share in (1.0, 0.5, 0.2, 0.05):
            tried = run(start, us + share * changes, xs, gains)
            if np.isfinite(tried[0]).all() and cost(*tried) < before:
                best, damping = tried, max(damping / 3, 1e-6)
                break
        else:
            damping *= 5
            if damping > 1e6:
                break
            continue
        after = cost(*best)
        if turn % 10 == 0:
            off = np.degrees(best[0][-1][:2] - GOAL[:2])
            print(f"turn {turn}: cost {after:.3f}, off by {off.round(2)} degrees at the end")
        if before - after < 1e-4 * before:
            break
    return best[1], best[0]


def balance() -> Floats:
    """Feedback about the upright: LQR by iterating Riccati's equation."""
    sim = at(GOAL)
    found = sim.linearize(INPUTS)
    a = READ @ found.by_state @ bodies(GOAL)[1]
    b = READ @ found.by_inputs @ MOTORS
    value = np.diag(END)
    for _ in range(2000):
        gain = np.linalg.solve(np.eye(2) * 0.1 + b.T @ value @ b, b.T @ value @ a)
        value = np.diag([10.0, 10, 1, 1]) + a.T @ value @ (a - b @ gain)
    return -gain


if __name__ == "__main__":
    hanging = np.array([-np.pi / 2, -np.pi / 2, 0, 0])
    us, way = swing_up(hanging)
    assert np.abs(way[-1] - GOAL).max() < 0.3
    gain = balance()
    # The same run without derivatives, then feedback, and a knock after a second of it.
    sim = at(hanging)
    for k in range(STEPS + 240):
        torques = us[k] if k < STEPS else gain @ (angles(sim) - GOAL)
        push(sim, torques)
        if k == STEPS + 60:
            sim.push("lower", force=[30.0, 0, 0])
        sim.step()
        if k in (STEPS - 1, STEPS + 59, STEPS + 75, STEPS + 239):
            off = np.degrees(angles(sim)[:2] - GOAL[:2])
            print(f"{sim.time:.2f} s: off by {off.round(2)} degrees")
    assert np.abs(angles(sim) - GOAL).max() < 0.01
