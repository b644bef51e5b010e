"""Convergence as pictures: SVG by itself, or matplotlib where it is there."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

import numpy as np

from .arrays import Floats

_COLOURS = ["#c0202a", "#2060b0", "#208040", "#b07010", "#703090", "#108090", "#707070"]


def svg_history(
    histories: Mapping[str, Mapping[str, Floats]], width: int = 480, height: int = 240
) -> str:
    """Residual (logarithmic) over iterations, one line per solver."""
    lines = {
        name: (np.asarray(each["iteration"]), np.maximum(np.asarray(each["residual"]), 1e-300))
        for name, each in histories.items()
        if len(each.get("iteration", ()))
    }
    if not lines:
        return ""
    last = max(1.0, max(float(x[-1]) for x, _ in lines.values()))
    logs = np.concatenate([np.log10(y) for _, y in lines.values()])
    low, high = float(np.floor(logs.min())), float(np.ceil(logs.max()))
    high = max(high, low + 1.0)
    left, bottom = 50, 24
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="10">'
        f'<rect width="100%" height="100%" fill="white"/>'
    ]
    for power, level in ((high, 10), (low, height - bottom)):
        parts.append(f'<text x="4" y="{level + 4}">1e{power:.0f}</text>')
    parts.append(f'<text x="{width - 40}" y="{height - 6}">{last:.0f}</text>')
    for at, (name, (x, y)) in enumerate(lines.items()):
        colour = _COLOURS[at % len(_COLOURS)]
        across = left + (width - left - 90) * x / last
        down = 10 + (height - bottom - 10) * (high - np.log10(y)) / (high - low)
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(across, down))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
        parts.append(
            f'<text x="{width - 85}" y="{16 + 13 * at}" fill="{colour}">{html.escape(name)}</text>'
        )
    return "".join(parts) + "</svg>"


def plot_history(histories: Mapping[str, Mapping[str, Floats]]) -> Any:
    """The same with matplotlib; gives the axes."""
    import matplotlib.pyplot as plt

    axes = plt.figure().gca()
    for name, each in histories.items():
        if len(each.get("iteration", ())):
            axes.semilogy(each["iteration"], np.maximum(each["residual"], 1e-300), label=name)
    axes.set_xlabel("iteration")
    axes.set_ylabel("residual")
    axes.legend()
    return axes
