//! The three ways to bound friction (Ho 2022, Eq 2.33–2.36).

use stickslip_linalg::{SparseMatrix, Stencil};
use stickslip_solve::{
    FactoredForm, FrictionBounds, FrictionContact, Inertia, Kind, OptionValues, Problem,
    ProblemData, ProblemError, Request, Rolling, Section, SectionShape, Start, Status, registry,
};

const INFINITY: f64 = f64::INFINITY;

/// Rows: normal, tangent, joint, tangent; the contact is (0; 1, 3).
fn problem(kind: Kind) -> Problem {
    let a = SparseMatrix::identity(4);
    let mut data = ProblemData::assembled("slide", kind, a, vec![1.0; 4]);
    data.lo = vec![0.0, -0.25, -INFINITY, -0.75];
    data.hi = vec![INFINITY, 0.5, INFINITY, 0.125];
    data.contacts.push(FrictionContact {
        normal: 0,
        tangents: vec![1, 3],
        mu: 0.5,
        ..FrictionContact::default()
    });
    data.solution = Some(vec![0.0; 4]);
    Problem::new(data).expect("well formed")
}

#[test]
fn coupled_bounds_follow_the_normal_impulse() {
    let (mut lo, mut hi) = ([0.0; 4], [0.0; 4]);
    problem(Kind::Blcp).bounds_at(&[3.0, 0.0, 0.0, 0.0], &mut lo, &mut hi);
    assert_eq!((lo, hi), ([0.0, -1.5, -INFINITY, -1.5], [INFINITY, 1.5, INFINITY, 1.5]));
    problem(Kind::Blcp).bounds_at(&[-3.0, 0.0, 0.0, 0.0], &mut lo, &mut hi);
    assert_eq!((lo[1], hi[3]), (0.0, 0.0));
    assert!(problem(Kind::Blcp).has_coupled_bounds() && !problem(Kind::Ncp).has_coupled_bounds());
}

#[test]
fn fixed_bounds_are_those_of_the_problem() {
    for kind in [Kind::Blcp, Kind::Ncp, Kind::Ccp] {
        let whole = problem(kind);
        let fixed = whole.with_fixed_bounds().expect("the same bounds");
        assert_eq!((fixed.kind(), fixed.has_coupled_bounds()), (Kind::Blcp, false));
        assert_eq!((fixed.lo(), fixed.hi()), (whole.lo(), whole.hi()));
        assert_eq!(fixed.name(), "slide (fixed bounds)");
        assert_eq!(fixed.data().solution, None, "the solution of another problem");
    }
}

#[test]
fn frozen_bounds_come_from_the_given_impulses() {
    let frozen = problem(Kind::Ncp).with_frozen_bounds(&[3.0, 9.0, 9.0, 9.0]).expect("finite");
    assert_eq!(frozen.lo(), [0.0, -1.5, -INFINITY, -1.5]);
    assert_eq!(frozen.hi(), [INFINITY, 1.5, INFINITY, 1.5]);
    assert!(frozen.contacts().is_empty() && frozen.kind() == Kind::Blcp);
    let pulled = problem(Kind::Blcp).with_frozen_bounds(&[-3.0, 0.0, 0.0, 0.0]).expect("finite");
    assert_eq!((pulled.lo()[1], pulled.hi()[3]), (0.0, 0.0));
    let short = problem(Kind::Blcp).with_frozen_bounds(&[1.0]);
    assert!(matches!(short, Err(ProblemError::Size { found: 1, expected: 4, .. })));
    let broken = problem(Kind::Blcp).with_frozen_bounds(&[f64::NAN, 0.0, 0.0, 0.0]);
    let message = broken.expect_err("NaN").to_string();
    assert!(message.starts_with("impulses[0] is NaN"), "{message}");
}

#[test]
fn without_friction_every_tangent_is_held() {
    let free = problem(Kind::Blcp).without_friction().expect("finite");
    assert_eq!(free.lo(), [0.0, 0.0, -INFINITY, 0.0]);
    assert_eq!(free.hi(), [INFINITY, 0.0, INFINITY, 0.0]);
    assert_eq!(free.name(), "slide (frictionless)");
}

#[test]
fn modes_are_found_by_name() {
    for mode in FrictionBounds::ALL {
        assert_eq!(FrictionBounds::from_name(mode.name()), Some(mode));
    }
    assert_eq!(FrictionBounds::from_name("sticky"), None);
    assert_eq!(FrictionBounds::default(), FrictionBounds::Coupled);
}

/// The two ways to ask for it agree with the two solves written out.
#[test]
fn normal_first_is_two_solves() {
    let mut data = problem(Kind::Blcp).data().clone();
    data.b = vec![-1.0, -1.0, 0.0, 0.25];
    let problem = Problem::new(data).expect("well formed");
    let entry = registry::find("bpp").expect("registered");
    let mut solver = entry.build(&OptionValues::new()).expect("defaults");
    let request = Request { history: true, ..Request::default() };
    let smooth = problem.without_friction().expect("boxed");
    let first = solver.solve(&smooth, &Request::default()).expect("taken");
    let frozen = problem.with_frozen_bounds(&first.x).expect("finite");
    let second = solver.solve(&frozen, &request).expect("taken");
    let found = solver.solve_normal_first(&problem, &request).expect("taken");
    assert_eq!(found.x, second.x);
    assert_eq!(found.counts.iterations, first.counts.iterations + second.counts.iterations);
    assert!(first.x[0] > 0.0 && first.x[1] == 0.0 && found.x[1] != 0.0);
    let posed = problem.normal_first(|smooth| {
        Ok::<_, ProblemError>(solver.solve(smooth, &Request::default()).expect("taken"))
    });
    let posed = posed.expect("finite").expect("coupled");
    assert_eq!((posed.frozen.data(), posed.preliminary.x), (frozen.data(), first.x));
    let constant = frozen.normal_first(|_| -> Result<_, ProblemError> { panic!("not coupled") });
    assert!(constant.expect("nothing to do").is_none());
}

/// Cones become cylinders and polyhedral cones prisms of the frictionless load:
/// λ_n = 1 without friction, so that friction is ½ at most, and 0.5·½ more load
/// in the end does not raise it.
#[test]
fn normal_first_makes_cylinders_of_cones() {
    let matrix = SparseMatrix::from_dense(3, 3, &[2.0, 0.5, 0.0, 0.5, 2.0, 0.0, 0.0, 0.0, 2.0]);
    let corners = stickslip_solve::sets::Directions::new(4).expect("even");
    for shape in [SectionShape::Disc, SectionShape::Polygon(corners)] {
        let b = vec![-2.0, 5.0, 0.0];
        let mut data = ProblemData::assembled("slide", Kind::Ncp, matrix.clone(), b);
        data.contacts.push(FrictionContact {
            normal: 0,
            tangents: vec![1, 2],
            mu: 0.5,
            section: Section { shape, ..Section::default() },
        });
        let problem = Problem::new(data).expect("well formed");
        for name in ["cone-newton", "prox-gs"] {
            let entry = registry::find(name).expect("registered");
            let mut solver = entry.build(&OptionValues::new()).expect("defaults");
            let found = solver.solve_normal_first(&problem, &Request::default()).expect("taken");
            assert_eq!(found.status, Status::Converged, "{name}");
            for (x, expected) in found.x.iter().zip([1.125, -0.5, 0.0]) {
                assert!((x - expected).abs() < 1e-6, "{name}: {:?}", found.x);
            }
            let exact = solver.solve(&problem, &Request::default()).expect("taken");
            assert!(exact.x[1] < -0.55, "{name}: the load is larger in the end: {:?}", exact.x);
        }
    }
}

/// Cylinders of the load that is given: what has a size of its own keeps it, rolling gets
/// one as well, and a load that pulls holds nothing.
#[test]
fn sections_are_fixed_at_the_given_load() {
    let rolling = Rolling { rows: 2, mu: 0.1, radius: None };
    let of = |radius: Option<f64>, rolling: Option<Rolling>| {
        let n = if rolling.is_some() { 5 } else { 3 };
        let mut data =
            ProblemData::assembled("load", Kind::Ncp, SparseMatrix::identity(n), vec![1.0; n]);
        data.contacts.push(FrictionContact {
            normal: 0,
            tangents: (1..n).collect(),
            mu: 0.5,
            section: Section { radius, rolling, ..Section::default() },
        });
        Problem::new(data).expect("well formed")
    };
    let fixed = |problem: &Problem, load: f64| {
        let mut impulses = vec![9.0; problem.size()];
        impulses[0] = load;
        let found = problem.with_fixed_sections(&impulses).expect("finite");
        let section = &found.contacts()[0].section;
        (section.radius, section.rolling.and_then(|rolling| rolling.radius))
    };
    assert_eq!(fixed(&of(None, None), 4.0), (Some(2.0), None));
    assert_eq!(fixed(&of(Some(0.3), None), 4.0), (Some(0.3), None));
    assert_eq!(fixed(&of(None, None), -4.0), (Some(0.0), None));
    assert_eq!(fixed(&of(None, Some(rolling)), 4.0), (Some(2.0), Some(0.4)));
    let own = Rolling { radius: Some(0.7), ..rolling };
    assert_eq!(fixed(&of(Some(0.3), Some(own)), 4.0), (Some(0.3), Some(0.7)));
}

/// From the coupled solution the second solve has nothing left to do, and the first,
/// which friction helps no more, does not end in no step: that is what is told.
#[test]
fn a_presolve_that_fails_is_told() {
    let matrix = SparseMatrix::from_dense(2, 2, &[2.0, 0.5, 0.5, 2.0]);
    let mut data = ProblemData::assembled("slide", Kind::Blcp, matrix, vec![-2.0, 5.0]);
    data.contacts.push(FrictionContact {
        normal: 0,
        tangents: vec![1],
        mu: 0.5,
        ..FrictionContact::default()
    });
    let problem = Problem::new(data).expect("well formed");
    // 2 x_n − ½·½ x_n = 2.
    let normal = 2.0 / 1.75;
    let start = Start { x: Some(vec![normal, -0.5 * normal]), labels: None };
    let request = Request { start, max_iterations: Some(0), ..Request::default() };
    let entry = registry::find("pgs").expect("registered");
    let mut solver = entry.build(&OptionValues::new()).expect("defaults");
    assert_eq!(solver.solve(&problem, &request).expect("taken").status, Status::Converged);
    let found = solver.solve_normal_first(&problem, &request).expect("taken");
    assert_eq!(found.status, Status::MaxIterations);
}

/// What A is known by beside the data stays: the faces of a grid, or a border.
#[test]
fn other_bounds_keep_the_matrix() {
    let stencil = Stencil::new(&[3], |_| true, |_, cell| 1.0 + cell as f64);
    let data = ProblemData::without_matrix("grid", Kind::Blcp, vec![-1.0, 2.0, -3.0]);
    let grid = Problem::on_stencil(data, stencil).expect("well formed");
    let factors = FactoredForm {
        jacobian: SparseMatrix::identity(3),
        inertia: Inertia::from_inverse(SparseMatrix::identity(3)),
        compliance: vec![0.5; 3],
    };
    let data = ProblemData::factored("border", Kind::Blcp, factors, vec![-1.0; 3]);
    let border = SparseMatrix::from_dense(3, 3, &[0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 2.0]);
    let bordered = Problem::bordered(data, border).expect("well formed");
    for problem in [&grid, &bordered] {
        let (fixed, none) = (problem.with_fixed_bounds(), problem.without_friction());
        for other in [fixed.expect("the same bounds"), none.expect("no friction")] {
            assert_eq!(other.matrix(), problem.matrix(), "{}", problem.name());
            assert_eq!(other.stencil(), problem.stencil(), "{}", problem.name());
        }
    }
}
