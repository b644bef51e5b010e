"""Stack boxes with an arm of seven axes: inverse kinematics by damped least squares."""

import numpy as np
from numpy.typing import NDArray

import stickslip as ss

Floats = NDArray[np.float64]

# Each axis of `robot-arm.xml`: where it is on the link before, and its direction.
CHAIN = np.array([
    [[0.0, 0, 0.14], [0, 0, 1]],
    [[0, 0, 0.19], [0, 1, 0]],
    [[0, 0, 0.2], [0, 0, 1]],
    [[0.08, 0, 0.12], [0, -1, 0]],
    [[-0.08, 0, 0.2], [0, 0, 1]],
    [[0, 0, 0.18], [0, -1, 0]],
    [[0.09, 0, 0], [0, 0, -1]],
])
GRASP = np.array([0, 0, -0.19])  # between the fingers, on the last link
LAG = 0.1  # s; kv/kp of the servos, by which they follow late
OPEN, CLOSED = 0.04, 0.0  # m; where the fingers are told to be
CROSS = np.cross(np.eye(3), CHAIN[:, 1, None])  # K v = axis × v


def hand(angles: Floats) -> tuple[Floats, Floats, Floats]:
    """The point between the fingers, how the hand is turned, and the Jacobian of both."""
    # Rotations by the angles: 1 + sin φ K + (1 − cos φ) K².
    sine, cosine = np.sin(angles)[:, None, None], np.cos(angles)[:, None, None]
    turns = np.eye(3) + sine * CROSS + (1.0 - cosine) * (CROSS @ CROSS)
    point, turned = np.zeros(3), np.eye(3)
    anchors, axes = np.zeros((7, 3)), np.zeros((7, 3))
    for number, (offset, axis) in enumerate(CHAIN):
        point = point + turned @ offset
        anchors[number], axes[number] = point, turned @ axis
        turned = turned @ turns[number]
    point = point + turned @ GRASP
    return point, turned, np.vstack([np.cross(axes, point - anchors).T, axes.T])


def reach(angles: Floats, goal: Floats) -> Floats:
    """Angles that bring the hand to a point, hanging down: Δq = Jᵀ (J Jᵀ + λ² 1)⁻¹ e."""
    for _ in range(20):
        point, turned, jacobian = hand(angles)
        error = np.concatenate([goal - point, np.cross(turned.T, np.eye(3)).sum(axis=0) / 2.0])
        if np.abs(error).max() < 1e-6:
            break
        damped = jacobian @ jacobian.T + 1e-4 * np.eye(6)
        angles = angles + jacobian.T @ np.linalg.solve(damped, error)
    return angles


class Controller:
    """Moves the hand along straight lines, with smooth speed."""

    def __init__(self, sim: ss.Simulation) -> None:
        self.sim = sim
        self.axes = [f"axis-{number}" for number in range(1, 8)]
        self.wanted = self.found()
        self.offset = np.zeros(7)

    def found(self) -> Floats:
        """Where the axes are."""
        return np.array([self.sim.joint(axis)[0][0] for axis in self.axes])

    def move(self, goal: Floats, seconds: float, grip: float) -> None:
        """To a point in so many seconds, with the fingers told to be so far apart."""
        begin, steps = hand(self.wanted)[0], round(seconds / self.sim.scene.dt)
        for part in np.arange(1, steps + 1) / steps:
            way = part**3 * (10.0 - 15.0 * part + 6.0 * part**2)
            last, self.wanted = self.wanted, reach(self.wanted, begin + way * (goal - begin))
            # Servos give way to weight: what is missing is added bit by bit.
            self.offset += 0.1 * (last - self.found())
            ahead = LAG * (self.wanted - last) / self.sim.scene.dt
            self.sim.control[self.axes] = self.wanted + ahead + self.offset
            # The right finger is coupled to the left one.
            self.sim.control["left"] = grip
            report = self.sim.step()
            assert report.converged, report.why()


def model(point: Floats) -> Floats:
    """From the world, where y is up, to the model, where z is."""
    return np.array([point[0], -point[2], point[1]])


scene = ss.load("robot-arm")
sim = scene.simulate()
arm = Controller(sim)
fingers = sim.position[[scene.bodies["left-finger"], scene.bodies["right-finger"]]]
assert np.allclose(hand(arm.wanted)[0], model(fingers.mean(axis=0)), atol=1e-9)

# The fingers hold a box above its middle, so that they stay clear of the table.
place, up, above = np.array([0.5, 0.0, 0.0]), np.array([0.0, 0.0, 0.15]), np.array([0, 0, 0.01])
boxes = [scene.bodies[f"box-{number}"] for number in range(4)]
for level, box in enumerate(boxes):
    start = model(sim.position[box]) + above
    end = place + above + [0.0, 0.0, 0.026 + 0.05 * level]
    arm.move(start + up, 0.8, OPEN)
    arm.move(start, 0.6, OPEN)
    arm.move(start, 0.2, CLOSED)
    arm.move(start + up, 0.5, CLOSED)
    arm.move(end + up, 0.8, CLOSED)
    arm.move(end, 0.6, CLOSED)
    arm.move(end, 0.2, OPEN)
    arm.move(end + up, 0.5, OPEN)

# Nothing leans: each box stands on the one below, and has come to rest.
arm.move(end + up, 0.5, OPEN)
for level, box in enumerate(boxes):
    miss = model(sim.position[box]) - place - [0.0, 0.0, 0.025 + 0.05 * level]
    assert np.abs(miss).max() < 0.003, f"{box.name} is off by {miss}"
    assert np.abs(sim.velocity[box]).max() < 1e-3
off = 1e3 * np.abs(miss).max()
print(f"{len(boxes)} boxes stacked in {sim.time:.1f} s, the topmost {off:.2f} mm off")
