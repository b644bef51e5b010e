//! The measure of error on problems whose solution is known by hand.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::SparseMatrix;
use stickslip_solve::{FrictionContact, Kind, Problem, ProblemData, Residuals};

/// A problem with diagonal A.
fn diagonal(kind: Kind, diagonal: &[f64], b: &[f64]) -> ProblemData {
    ProblemData::assembled("test", kind, SparseMatrix::diagonal_matrix(diagonal), b.to_vec())
}

/// One contact with A = 1, made so that x has the velocity w.
fn contact(kind: Kind, mu: f64, x: &[f64], w: &[f64]) -> Problem {
    let b: Vec<f64> = w.iter().zip(x).map(|(w, x)| w - x).collect();
    let mut data = diagonal(kind, &vec![1.0; x.len()], &b);
    data.contacts.push(FrictionContact {
        normal: 0,
        tangents: (1..x.len()).collect(),
        mu,
        ..FrictionContact::default()
    });
    Problem::new(data).expect("a well-formed contact")
}

fn measure(problem: &Problem, x: &[f64]) -> Residuals {
    let mut w = vec![0.0; x.len()];
    problem.velocity(x, &mut w);
    Residuals::measure(problem, x, &w)
}

fn natural(kind: Kind, mu: f64, x: &[f64], w: &[f64]) -> f64 {
    measure(&contact(kind, mu, x, w), x).natural.value
}

/// A = diag(2, 4), b = (−3, 2), x = (1, ¼), so w = (−1, 3).
#[test]
fn every_measure_of_a_two_row_lcp_by_hand() {
    let problem = Problem::new(diagonal(Kind::Lcp, &[2.0, 4.0], &[-3.0, 2.0])).expect("an lcp");
    let found = measure(&problem, &[1.0, 0.25]);
    // min(1, −1) = −1 and min(¼, 3) = ¼.
    assert_eq!((found.natural.value, found.natural.row), (1.0, 0));
    assert_eq!(found.minimum_merit, Some(0.5 * (1.0 + 0.0625)));
    // φ(1, −1) = √2 and φ(¼, 3) = √(9 + 1/16) − 3¼.
    let merit = 0.5 * (2.0 + (9.0625_f64.sqrt() - 3.25).powi(2));
    assert!((found.fischer_merit.expect("a box kind") - merit).abs() < 1e-14);
    // T6: r = 1 − max(0, 1 + ½) = −½ and ¼ − max(0, ¼ − ¾) = ¼; e = ½ A r².
    assert_eq!((found.energy_max.value, found.energy_max.row), (0.25, 0));
    assert_eq!(found.energy_mean, (0.25 + 0.125) / 2.0);
    // φ(1, −1) = √2.
    let fischer = found.fischer.expect("a box kind");
    assert!((fischer.value - 2f64.sqrt()).abs() < 1e-15 && fischer.row == 0);
    assert_eq!(found.relative, None);
    assert_eq!(found.decisive(), found.natural.value);
}

#[test]
fn the_energy_of_a_cone_contact_uses_its_mean_diagonal_and_zero_counts_as_one() {
    let mut data = diagonal(Kind::Ncp, &[1.0, 2.0, 3.0, 0.0], &[-2.0, 0.0, 0.0, -3.0]);
    data.contacts.push(FrictionContact {
        normal: 0,
        tangents: vec![1, 2],
        mu: 0.5,
        ..FrictionContact::default()
    });
    let found = measure(&Problem::new(data).expect("an ncp"), &[0.0; 4]);
    // Contact: r = (0 − 2/2·(−1), 0, 0), e = ½·2·1². Last row: e = ½·1·3².
    assert_eq!((found.energy_max.value, found.energy_max.row), (4.5, 3));
    assert_eq!(found.energy_mean, (1.0 + 4.5) / 4.0);
    // The map is (−2, 0, 0, −3), and so is b.
    assert_eq!(found.relative, Some(1.0));
    assert_eq!(found.decisive(), 1.0);
}

/// H = 0 ⇔ F = 0 ⇔ x is in its bounds and w has the right sign there.
#[test]
fn both_maps_vanish_exactly_at_solutions() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut solutions = 0;
    for _ in 0..20_000 {
        let lo = [0.0, -1.5, f64::NEG_INFINITY][random.random_range(0..3)];
        let hi = [f64::INFINITY, 2.0, 0.0][random.random_range(0..3)];
        let choices = [lo, hi, random.random_range(-3.0..3.0)];
        let x = choices[random.random_range(0..3)];
        let x = if x.is_finite() { x } else { random.random_range(-9.0..9.0) };
        let w = [0.0, random.random_range(-2.0..2.0)][random.random_range(0..2)];
        let inside = lo <= x && x <= hi;
        let solved = inside && (w == 0.0 || (w > 0.0 && x == lo) || (w < 0.0 && x == hi));
        let mut data = diagonal(Kind::Blcp, &[0.0], &[w]);
        (data.lo[0], data.hi[0]) = (lo, hi);
        let found = measure(&Problem::new(data).expect("a blcp"), &[x]);
        let fischer = found.fischer.expect("a box kind").value;
        let place = format!("x = {x}, w = {w} in [{lo}, {hi}]");
        assert_eq!(found.natural.value == 0.0, solved, "natural at {place}");
        assert_eq!(fischer == 0.0, solved, "fischer at {place}");
        solutions += usize::from(solved);
    }
    assert!((2_000..18_000).contains(&solutions), "{solutions} solutions among 20 000");
}

#[test]
fn the_worst_row_is_named() {
    let b = [1.0, -2.0, -7.0, 3.0];
    let problem = Problem::new(diagonal(Kind::Lcp, &[1.0; 4], &b)).expect("an lcp");
    let found = measure(&problem, &[0.0; 4]);
    assert_eq!((found.natural.value, found.natural.row), (7.0, 2));
    assert_eq!((found.energy_max.value, found.energy_max.row), (24.5, 2));
}

#[test]
fn the_bounds_of_coupled_friction_are_those_at_x() {
    // At x_n = 2 and μ = ½ the tangent at +1 is at its bound, w < 0 pushes out.
    let at = |x: [f64; 3], w: [f64; 3]| natural(Kind::Blcp, 0.5, &x, &w);
    assert_eq!(at([2.0, 1.0, -1.0], [0.0, -3.0, 0.5]), 0.0);
    assert_eq!(at([1.5, 1.0, -0.75], [0.0, -3.0, 0.5]), 0.25);
    assert_eq!(at([2.5, 1.0, -1.25], [0.0, -3.0, 0.5]), 0.25);
    // A negative normal impulse leaves no friction at all.
    assert_eq!(at([-0.5, 1.0, 0.0], [4.0, -3.0, 0.0]), 1.0);
}

/// Sliding with w_t = (3, 4): x_t = −μ x_n (3, 4)/5.
#[test]
fn coulomb_holds_exactly_where_the_residual_is_zero() {
    let mu = 0.5;
    let solutions = [
        ("open", [0.0, 0.0, 0.0], [1.0, 5.0, -2.0]),
        ("sticking", [2.0, 0.3, -0.4], [0.0, 0.0, 0.0]),
        ("sliding", [2.0, -0.6, -0.8], [0.0, 3.0, 4.0]),
        ("sticking at the bound", [2.0, 0.6, 0.8], [0.0, 0.0, 0.0]),
        ("touching without impulse", [0.0, 0.0, 0.0], [0.0, 3.0, 4.0]),
    ];
    for (name, x, w) in solutions {
        let found = natural(Kind::Ncp, mu, &x, &w);
        assert!(found < 2e-15, "{name}: {found:e}");
    }
    let perturbed = [
        ("open but pushing", [0.01, 0.0, 0.0], [1.0, 5.0, -2.0]),
        ("open but closing", [0.0, 0.0, 0.0], [-0.01, 0.0, 0.0]),
        ("sticking but parting", [2.0, 0.3, -0.4], [0.01, 0.0, 0.0]),
        ("slipping below the bound", [2.0, 0.3, -0.4], [0.0, 0.01, 0.0]),
        ("beyond the bound", [2.0, -0.61, -0.8], [0.0, 3.0, 4.0]),
        ("short of the bound", [2.0, -0.59, -0.8], [0.0, 3.0, 4.0]),
        ("slipping sideways", [2.0, -0.8, -0.6], [0.0, 3.0, 4.0]),
        ("driven by friction", [2.0, 0.6, 0.8], [0.0, 3.0, 4.0]),
        ("sliding and parting", [2.0, -0.6, -0.8], [0.01, 3.0, 4.0]),
    ];
    for (name, x, w) in perturbed {
        let found = natural(Kind::Ncp, mu, &x, &w);
        assert!(found > 1e-3, "{name}: {found:e}");
    }
}

#[test]
fn plane_contacts_and_frictionless_ones_are_measured_too() {
    assert!(natural(Kind::Ncp, 0.5, &[2.0, -1.0], &[0.0, 3.0]) < 1e-15);
    assert!(natural(Kind::Ncp, 0.5, &[2.0, 1.0], &[0.0, 3.0]) > 0.1);
    for kind in [Kind::Ncp, Kind::Ccp] {
        // Without friction the cone is the axis, and it ends at zero.
        assert_eq!(natural(kind, 0.0, &[0.0, 0.0, 0.0], &[5.0, 0.0, 0.0]), 0.0);
        assert_eq!(natural(kind, 0.0, &[0.0, 0.0, 0.0], &[5.0, 1.0, 0.0]), 0.0);
        assert_eq!(natural(kind, 0.0, &[3.0, 0.0, 0.0], &[0.0, 1.0, 0.0]), 0.0);
        assert_eq!(natural(kind, 0.0, &[3.0, 1.0, 0.0], &[0.0, 0.0, 0.0]), 1.0);
    }
}

/// F12, a particle of mass m thrown along the ground: b = (−g h, v, 0), A = 1/m.
#[test]
fn the_sliding_particle_lifts_off_in_the_relaxation_alone() {
    let (mass, speed, mu, step, gravity) = (3.0, 10.0, 0.5, 0.01, 9.81);
    let b = [-gravity * step, speed, 0.0];
    let relaxed = [3.98038, 7.96076, 0.0];
    let exact = [0.0, 9.95095, 0.0];
    for (kind, velocity, other) in [(Kind::Ccp, relaxed, exact), (Kind::Ncp, exact, relaxed)] {
        let mut data = diagonal(kind, &[1.0 / mass; 3], &b);
        data.contacts.push(FrictionContact {
            normal: 0,
            tangents: vec![1, 2],
            mu,
            ..FrictionContact::default()
        });
        let problem = Problem::new(data).expect("one contact");
        let impulse = |velocity: [f64; 3]| [0, 1, 2].map(|i| mass * (velocity[i] - b[i]));
        let found = measure(&problem, &impulse(velocity));
        assert!(found.natural.value < 1e-9, "{kind}: {:e}", found.natural.value);
        assert!(found.decisive() < 1e-10, "{kind}: {:e}", found.decisive());
        assert!(measure(&problem, &impulse(other)).natural.value > 0.1, "{kind}");
    }
}
