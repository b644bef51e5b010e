"""Trot over uneven ground: diagonal legs step by turns, and every step catches the trunk."""

import numpy as np
from numpy.typing import NDArray

import stickslip as ss

Floats = NDArray[np.float64]

LEGS = ["front-left", "front-right", "hind-left", "hind-right"]
MOTORS = [f"{name}-{part}" for name in LEGS for part in ("side", "thigh", "shank")]
HIPS = np.array([[0.18, 0.05], [0.18, -0.05], [-0.18, 0.05], [-0.18, -0.05]])
SIDES = np.array([1.0, -1.0, 1.0, -1.0])
BEGINS = np.array([0.0, 0.5, 0.5, 0.0])  # of each leg's step, as a part of the period
LINK, OFFSET = 0.2, 0.08  # m; thigh and shank, and the thigh beside its hip
HEIGHT, LIFT = 0.27, 0.07  # m; hips over feet, and feet over the ground in a step
PERIOD, STEPPING = 0.4, 0.45  # s, and the part of it that a foot is in the air
SPEED = 0.4  # m/s


def leg(side: float, x: float, y: float, z: float) -> list[float]:
    """The three angles that put a foot at a place from its hip."""
    below = np.sqrt(max(y * y + z * z - OFFSET**2, 1e-4))
    swing = np.arctan2(z, y) - np.arctan2(-below, OFFSET * side)
    swing = (swing + np.pi) % (2.0 * np.pi) - np.pi
    knee = -2.0 * np.arccos(min(np.hypot(x, below) / (2.0 * LINK), 1.0))
    return [float(swing), float(np.arctan2(-x, below) - knee / 2.0), float(knee)]


def model(vectors: Floats) -> Floats:
    """From the world, where y is up, to the model, where z is."""
    return np.stack([vectors[..., 0], -vectors[..., 2], vectors[..., 1]], axis=-1)


def axes(quaternion: Floats) -> Floats:
    """Where forward, left and up of the trunk point to."""
    w, vector = quaternion[0], quaternion[1:]
    cross = np.cross(np.eye(3), vector)
    turned = np.eye(3) + 2.0 * w * cross + 2.0 * (cross @ cross)
    return model(turned.T)


class Trot:
    """Where the feet are, from their places beside the hips."""

    def __init__(self) -> None:
        self.feet = np.zeros((4, 2))
        self.lifted = np.zeros((4, 2))

    def angles(self, time: float, step: float, trunk: Floats, at: Floats, speed: Floats) -> list[float]:
        """What the motors are to hold, for a trunk that is turned so, there, and so fast."""
        forward, left, _ = trunk
        speed = np.array([speed @ forward, speed @ left])
        # Faster and faster at first, and back to the line y = 0 along x.
        wanted = np.array([min(SPEED, 0.5 * time), np.clip(-0.5 * at[1], -0.1, 0.1)])
        spin = np.clip(-1.5 * np.arctan2(forward[1], forward[0]), -0.5, 0.5)
        angles: list[float] = []
        for number, hip in enumerate(HIPS):
            part = (time / PERIOD + BEGINS[number]) % 1.0 / STEPPING
            going = wanted + spin * np.array([-hip[1], hip[0]])
            height = 0.0
            if part < 1.0 and time > 0.3:
                # To where the foot will be below the hip in the middle of its stance, and
                # farther where the trunk is faster than it should be.
                goal = going * PERIOD * (1.0 - STEPPING) / 2.0 + 0.12 * (speed - wanted)
                smooth = part * part * (3.0 - 2.0 * part)
                self.feet[number] = (1.0 - smooth) * self.lifted[number] + smooth * goal
                height = LIFT * np.sin(np.pi * part)
            else:
                self.feet[number] -= going * step
                self.lifted[number] = self.feet[number]
            # Legs on the higher side are shorter, which keeps the trunk level.
            level = 0.6 * forward[2] * hip[0] + 1.2 * left[2] * hip[1]
            x, y = self.feet[number]
            beside = y + OFFSET * SIDES[number]
            angles += leg(SIDES[number], x, beside, height + level - HEIGHT)
        return angles


scene = ss.load("quadruped")
sim = scene.simulate()
trunk = scene.bodies["trunk"]
trot, upright = Trot(), 1.0
while sim.time < 5.0:
    turned = axes(sim.orientation[trunk])
    place, speed = model(sim.position[trunk]), model(sim.velocity[trunk])
    sim.control[MOTORS] = trot.angles(sim.time, scene.dt, turned, place, speed)
    report = sim.step()
    assert report.converged, report.why()
    upright = min(upright, float(turned[2][2]))

way = sim.position[trunk][0]
print(f"{way:.2f} m in {sim.time:.1f} s, at most {np.degrees(np.arccos(upright)):.0f}° from upright")
assert way > 1.0 and upright > 0.95
