"""A loss over friction, with its kink and the slopes from derivatives, as an SVG.

A crate on a slope of 25° goes ½ g (sin 25° − μ cos 25°) in a second, or stays where it is.
The loss is the square of what its way lacks of half a metre.
"""

import sys

import numpy as np
from numpy.typing import NDArray

import stickslip as ss

Floats = NDArray[np.float64]
ANGLE, TARGET = 25.0, 0.5


def look(friction: float, slope: bool) -> tuple[float, float]:
    """The loss, and its derivative by the friction if asked for."""
    sim = ss.load("incline", friction=friction, angle=ANGLE).simulate()
    steps = round(1.0 / sim.scene.dt)
    begin = sim.position[1]
    inputs = [f"material.{name}.friction" for name in sim.scene.materials] if slope else []

    def loss(states: Floats) -> tuple[float, Floats]:
        way = states[-1, 1, :3] - begin
        length = float(np.linalg.norm(way))
        slopes = np.zeros_like(states)
        slopes[-1, 1, :3] = 2 * (length - TARGET) * way / max(length, 1e-12)
        return (length - TARGET) ** 2, slopes

    if not slope:
        sim.run(steps)
        return loss(np.array([sim.read("state").reshape(-1, 13)]))[0], 0.0
    found = ss.rollout(sim, steps, inputs, gradient=loss)
    return found.loss, sum(found.inputs.values())


KINK = float(np.tan(np.radians(ANGLE)))
curve = [(mu, look(mu, False)[0]) for mu in sorted([*np.linspace(0.2, 0.6, 41), KINK])]
marks = [(mu, *look(mu, True)) for mu in (0.25, 0.3, 0.35, 0.4, KINK - 1e-4, KINK + 1e-4, 0.55)]
for mu, value, slope in marks:
    push = 9.81 * (np.sin(np.radians(ANGLE)) - mu * np.cos(np.radians(ANGLE)))
    way = max(push, 0.0) / 2
    exact = -9.81 * np.cos(np.radians(ANGLE)) * (way - TARGET) if push > 0 else 0.0
    print(f"friction {mu:.2f}: loss {value:.4f}, slope {slope:+.4f}, exact {exact:+.4f}")
    assert abs(slope - exact) < 0.02 * max(abs(exact), 1.0)


def x(mu: float) -> float:
    return 60 + (mu - 0.2) / 0.4 * 560


def y(value: float) -> float:
    return 300 - value / 0.6 * 260


def line(points: list[tuple[float, float]], style: str) -> str:
    return f'<polyline points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}" {style}/>'


if len(sys.argv) > 1:
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 350" font-family="sans-serif" font-size="13">',
        '<rect width="660" height="350" fill="white"/>',
        line([(60, 300), (620, 300)], 'stroke="#555" fill="none"'),
        line([(60, 300), (60, 30)], 'stroke="#555" fill="none"'),
    ]
    for mu in (0.2, 0.3, 0.4, 0.5, 0.6):
        parts.append(f'<text x="{x(mu):.0f}" y="318" text-anchor="middle" fill="#333">{mu}</text>')
    for value in (0.0, 0.2, 0.4, 0.6):
        parts.append(f'<text x="52" y="{y(value) + 4:.0f}" text-anchor="end" fill="#333">{value}</text>')
    parts.append('<text x="340" y="340" text-anchor="middle" fill="#333">friction μ</text>')
    parts.append('<text x="66" y="24" fill="#333">loss (m²)</text>')
    parts.append(line([(x(mu), y(value)) for mu, value in curve], 'stroke="#1f77b4" stroke-width="2" fill="none"'))
    parts.append(line([(x(KINK), 300), (x(KINK), 40)], 'stroke="#999" stroke-dasharray="4 4" fill="none"'))
    parts.append(f'<text x="{x(KINK) + 6:.0f}" y="52" fill="#666">tan 25°: sliding | at rest</text>')
    for mu, value, slope in marks:
        # At the kink one slope to each side.
        one, two = (-0.025, 0.0) if 0 < KINK - mu < 1e-3 else (0.0, 0.04) if 0 < mu - KINK < 1e-3 else (-0.02, 0.02)
        ends = [(x(mu + by), y(value + slope * by)) for by in (one, two)]
        parts.append(line(ends, 'stroke="#d62728" stroke-width="2" fill="none"'))
        parts.append(f'<circle cx="{x(mu):.1f}" cy="{y(value):.1f}" r="3.5" fill="#d62728"/>')
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n</svg>\n")
