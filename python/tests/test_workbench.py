"""Problems and solvers."""

import pickle

import numpy as np
import pytest

import stickslip as ss


def lcp(n: int = 30) -> tuple[ss.Problem, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(2)
    J = rng.normal(size=(n, n))
    A = J @ J.T + 0.1 * np.eye(n)
    b = rng.normal(size=n)
    return ss.Problem.lcp(A, b), A, b


def test_a_solution_is_one() -> None:
    problem, A, b = lcp()
    result = ss.solve(problem, "bpp", tolerance=1e-10).raise_if_failed()
    w = A @ result.x + b
    assert np.allclose(w, result.w) and result.x.min() >= 0 and w.min() > -1e-9
    assert abs(result.x @ w) < 1e-9 and result.residuals.natural <= 1e-10
    assert ss.solve(problem).solver == "bpp"


def test_dense_and_sparse_are_the_same() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    problem, A, b = lcp()
    for form in ("csr", "csc", "coo", "lil"):
        other = ss.Problem.lcp(sparse.csr_matrix(A).asformat(form), b)
        assert np.array_equal(other.dense(), A) and np.array_equal(other.b, b)
    J, Minv, C = np.random.default_rng(1).normal(size=(4, 6)), np.diag(np.arange(1.0, 7.0)), np.ones(4)
    factored = ss.Problem.factored(J, sparse.csr_matrix(Minv), C, np.ones(4))
    assert np.allclose(factored.dense(), J @ Minv @ J.T + np.eye(4))


def test_problems_and_results_pickle() -> None:
    problem, A, b = lcp()
    again = pickle.loads(pickle.dumps(problem))
    assert np.array_equal(again.dense(), A) and np.array_equal(again.b, b)
    result = ss.solve(problem, history=True)
    copied = pickle.loads(pickle.dumps(result))
    assert np.array_equal(copied.x, result.x) and copied.status == "converged"


def test_a_comparison_is_a_table() -> None:
    problem, _, _ = lcp()
    table = ss.compare(problem, ["bpp", "pgs", "nncg", "lemke"], history=True, max_iterations=20_000)
    assert [result.solver for result in table] == ["bpp", "pgs", "nncg", "lemke"]
    assert table["bpp"].converged and np.allclose(table["bpp"].x, table["lemke"].x)
    assert len(table["pgs"].history["residual"]) > 1 and "<svg" in table._repr_html_()
    assert "pgs" in repr(table)
    pandas = pytest.importorskip("pandas")
    assert list(table.to_pandas()["solver"]) == ["bpp", "pgs", "nncg", "lemke"]
    assert isinstance(table.to_pandas(), pandas.DataFrame)
    assert len(ss.compare(problem)) > 10


def test_friction_sticks_and_slips() -> None:
    # A block of unit mass: normal impulse 1, pushed sideways by 0.3 and by 2.
    for push, expected in ((0.3, -0.3), (2.0, -0.5)):
        b = np.array([-1.0, push, 0.0])
        cone = ss.Problem.ncp(np.eye(3), b, [[0, 1, 2, 0.5]])
        box = ss.Problem.blcp(np.eye(3), b, contacts=[[0, 1, 2, 0.5]])
        for problem in (cone, box):
            result = ss.solve(problem).raise_if_failed()
            assert result.x == pytest.approx([1.0, expected, 0.0], abs=1e-6)
    table = np.array([(0, (1, 2), 0.5)], dtype=[("normal", int), ("tangents", int, 2), ("mu", float)])
    assert ss.Problem.ncp(np.eye(3), b, table).contacts == [(0, [1, 2], 0.5)]


def test_not_converging_is_no_exception() -> None:
    problem, _, _ = lcp()
    result = ss.solve(problem, "pgs", max_iterations=1)
    assert result.status == "max_iterations" and not result.converged
    with pytest.raises(ss.NotConverged, match="pgs on lcp: max_iterations after 1"):
        result.raise_if_failed()
    with pytest.raises(ss.Refusal, match="bpp needs a symmetric A"):
        ss.solve(ss.Problem.lcp([[1.0, 2.0], [0.0, 1.0]], [1.0, 1.0]), "bpp")
    assert ss.solve(ss.Problem.lcp([[1.0, 2.0], [0.0, 1.0]], [-1.0, -1.0])).solver == "lemke"


def test_the_registry_tells_options() -> None:
    known = ss.solvers()
    assert "bpp" in known and "ncp" in known["cone-ip"].kinds
    assert all(solver.summary for solver in known.values())
    assert set(ss.solvers("ncp")) < set(known)
    assert any(option.help for option in known["pgs"].options)


def test_files_come_and_go(tmp_path: object) -> None:
    problem, A, _ = lcp(5)
    path = f"{tmp_path}/one.json"
    problem.write(path)
    assert np.array_equal(ss.Problem.read(path).dense(), A)
