"""Geometry against closed forms."""

import numpy as np
import pytest

import stickslip as ss
from stickslip import geometry

FACE = [[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_a_falling_vertex_meets_a_face_in_time() -> None:
    start = [[[0.2, 0.2, 1.0], *FACE], [[0.2, 0.2, 1.0], *FACE], [[2.0, 2.0, 1.0], *FACE]]
    end = [[[0.2, 0.2, -1.0], *FACE], [[0.2, 0.2, 0.5], *FACE], [[2.0, 2.0, -1.0], *FACE]]
    for method in ("inclusion", "cubic", "boxes"):
        times = geometry.ccd("vertex-face", start, end, method=method)
        # Never late, and early by no more than δ of the size.
        assert 0.5 - 1e-5 < times[0] <= 0.5
        assert np.isnan(times[1]) and np.isnan(times[2])


def test_edges_meet() -> None:
    start = [[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]]
    end = [[-1, 0, -3], [1, 0, -3], [0, -1, 0], [0, 1, 0]]
    assert geometry.ccd("edge-edge", start, end)[0] == pytest.approx(0.25, abs=1e-5)


def test_distances_and_weights() -> None:
    points = np.array([[[0.25, 0.25, 2.0], *FACE], [[-3.0, 0, 4.0], *FACE]])
    found, weights = geometry.distance("vertex-face", points)
    assert found == pytest.approx([2.0, 5.0])
    vectors = np.einsum("qp,qpc->qc", weights, points)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(found)
    found, weights = geometry.distance("vertex-edge", [[0.5, 1, 0], [0, 0, 0], [1, 0, 0]])
    assert found == pytest.approx([1.0]) and weights.shape == (1, 3)
    found, _ = geometry.distance("edge-edge", [[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]])
    assert found == pytest.approx([1.0])


def cube() -> geometry.Mesh:
    points = [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return geometry.Mesh(points, [[a, b, c] for a, b, c, _ in quads] + [[a, c, d] for a, _, c, d in quads])


def test_signed_distances_of_a_cube() -> None:
    mesh = cube()
    places = np.array([[0, 0, 0.25], [0, 3, 0], [2, 2, 0], [0.5, 0.1, 0.2]])
    values, gradients = mesh.sdf(places)
    assert values == pytest.approx([-0.75, 2.0, np.sqrt(2), -0.5])
    assert gradients[1] == pytest.approx([0, 1, 0])
    assert gradients[2] == pytest.approx([np.sqrt(0.5), np.sqrt(0.5), 0])
    assert mesh.faces.shape == (12, 3) and "12 faces" in repr(mesh)


def test_bad_questions_are_named() -> None:
    with pytest.raises(ss.ArgumentError, match="kind"):
        geometry.ccd("face-face", FACE, FACE)
    with pytest.raises(ss.ArgumentError, match="start: the shape"):
        geometry.ccd("edge-edge", FACE, FACE)
    with pytest.raises(ss.ArgumentError, match="faces"):
        geometry.Mesh(FACE, [[0, 1, 7]])
    with pytest.raises(ss.ArgumentError, match="number at"):
        cube().sdf([[0, 0, np.nan]])
    with pytest.raises(ss.ModelFileError):
        geometry.Mesh.read("/no/such.obj")
