//! The problems that every method is tried on.

use stickslip_linalg::SparseMatrix;
use stickslip_problems::generate;
use stickslip_solve::{
    FactoredForm, FrictionContact, Kind, OptionValues, Outcome, Problem, ProblemData, Refusal,
    Request, registry,
};

/// What `generate` makes of these settings, given as "key=value" pairs.
pub fn generated(generator: &str, seed: u64, settings: &[&str]) -> Problem {
    let settings = OptionValues::parse(settings.iter().copied()).expect("key=value");
    let generator = generate::find(generator).expect("a generator");
    generator.generate(seed, &settings).expect("a problem")
}

/// Dense problems: definite, semidefinite and degenerate, one- and two-sided.
pub fn dense(seed: u64) -> Vec<Problem> {
    let mut problems = Vec::new();
    for boxed in ["boxed=false", "boxed=true"] {
        for generator in ["spd", "psd", "degenerate"] {
            problems.push(generated(generator, seed, &["size=30", "condition=5", boxed]));
        }
    }
    problems
}

/// Contact problems of mild compliance and mass ratio: wall, piles of boxes and
/// of spheres, cable. `bounds` is coupled or frozen.
pub fn contact(seed: u64, bounds: &str) -> Vec<Problem> {
    let bounds = format!("bounds={bounds}");
    let soft = "compliance=0.05";
    vec![
        generated("wall", seed, &["bricks=6", "columns=3", "mu=0.3", soft, &bounds]),
        generated("pile", seed, &["bodies=6", "mass_ratio=5", "mu=0.3", soft, &bounds]),
        generated(
            "pile",
            seed,
            &["bodies=8", "shape=sphere", "mass_ratio=5", "mu=0.3", soft, &bounds],
        ),
        generated("cable", seed, &["links=5", "mass_ratio=3", "mu=0.3", "compliance=0.5", &bounds]),
    ]
}

/// The problem with one tangent per contact only, of the given kind. In the
/// plane Coulomb's cone is a pair of bounds, so that `ncp` is the coupled
/// `blcp`, and `ccp` is a problem on a polyhedral cone.
pub fn planar(problem: &Problem, kind: Kind) -> Problem {
    let mut kept = vec![true; problem.size()];
    for contact in problem.contacts() {
        contact.tangents[1..].iter().for_each(|&row| kept[row] = false);
    }
    let rows: Vec<usize> = (0..problem.size()).filter(|&row| kept[row]).collect();
    let place = |row: usize| rows.iter().position(|&kept| kept == row).expect("kept");
    let gather = |values: &[f64]| rows.iter().map(|&row| values[row]).collect::<Vec<f64>>();
    let factored = problem.factored().expect("contact problems have factors");
    let mut jacobian = stickslip_linalg::Triplets::new();
    for (at, &row) in rows.iter().enumerate() {
        factored.jacobian.row(row).for_each(|(column, value)| jacobian.push(at, column, value));
    }
    let contacts = problem.contacts().iter().map(|contact| FrictionContact {
        normal: place(contact.normal),
        tangents: vec![place(contact.tangents[0])],
        mu: contact.mu,
        ..FrictionContact::default()
    });
    Problem::new(ProblemData {
        name: format!("{} (planar {kind})", problem.name()),
        kind,
        matrix: None,
        factored: Some(FactoredForm {
            jacobian: SparseMatrix::from_triplets(rows.len(), factored.freedoms(), &jacobian),
            inertia: factored.inertia.clone(),
            compliance: gather(&factored.compliance),
        }),
        b: gather(problem.b()),
        lo: gather(problem.lo()),
        hi: gather(problem.hi()),
        contacts: contacts.collect(),
        x0: None,
        solution: None,
    })
    .expect("a planar problem")
}

/// Runs the solver of that name.
pub fn attempt(
    name: &str,
    settings: &OptionValues,
    request: &Request,
    problem: &Problem,
) -> Result<Outcome, Refusal> {
    let entry = registry::find(name).expect("registered");
    entry.build(settings).expect("settings").solve(problem, request)
}

/// Runs the solver of that name, which must accept.
pub fn solve(name: &str, settings: &[&str], request: &Request, problem: &Problem) -> Outcome {
    let settings = OptionValues::parse(settings.iter().copied()).expect("key=value");
    attempt(name, &settings, request, problem).expect("accepted")
}

/// max |leftᵢ − rightᵢ|.
pub fn gap(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// A x by the assembled matrix.
pub fn product(problem: &Problem, x: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; x.len()];
    problem.matrix().multiply(x, &mut product);
    product
}
