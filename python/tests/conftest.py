"""What the tests share."""

from __future__ import annotations

import pathlib

import pytest

import stickslip as ss

ARM = pathlib.Path(__file__).with_name("arm.toml")


@pytest.fixture
def arm() -> ss.Scene:
    """Three links and a hand."""
    return ss.load(ARM)


@pytest.fixture
def stack() -> ss.Scene:
    """Three boxes."""
    return ss.load("stack", n=3)
