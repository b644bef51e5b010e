//! Small problems of every generator that can be made small.

use stickslip_problems::generate::{GENERATORS, Generator};
use stickslip_solve::{OptionValues, Problem};

/// What is known of the solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// One x.
    Definite,
    /// One w, if there is a solution.
    Semidefinite,
    /// Nothing.
    Any,
}

/// Problems of one sort, by seed.
pub struct Collection {
    pub label: String,
    pub truth: Truth,
    pub seeds: u64,
    /// Solvers that theory lets solve every one of them that has a solution.
    pub guaranteed: &'static [&'static str],
    pub make: Box<dyn Fn(u64) -> Problem>,
}

impl Collection {
    /// Whether `solver` must solve what has a solution.
    pub fn is_guaranteed(&self, solver: &str) -> bool {
        self.guaranteed.contains(&solver)
    }
}

/// P-matrices: least-index pivoting is finite, and so is block pivoting, which
/// falls back to it; the others drive one row after another.
pub const DEFINITE: &[&str] = &[
    "lemke",
    "keller",
    "dantzig",
    "murty",
    "bpp",
    "bpp-full",
    "bpp-downdate",
    "bpp-skyline",
    "bpp-cached",
];
/// Methods that allow for singular pivots, and the proximal loop, which avoids
/// them.
pub const SEMIDEFINITE: &[&str] = &["lemke", "keller", "dantzig", "bpp"];
/// P-matrices that are not symmetric.
const UNSYMMETRIC: &[&str] = &["lemke", "murty"];
/// A copositive and b such that no ray is in the way.
const COPOSITIVE: &[&str] = &["lemke"];

/// How the problems of one generator are made small.
struct Variant {
    options: &'static [&'static str],
    /// Option that takes the size, and its largest value.
    size: (&'static str, usize),
    truth: Truth,
    guaranteed: &'static [&'static str],
    seeds: u64,
}

fn variants(generator: &Generator) -> Vec<Variant> {
    use Truth::{Any, Definite, Semidefinite};
    let variant = |options, size, truth, seeds| {
        let guaranteed = match truth {
            Definite => DEFINITE,
            Semidefinite => SEMIDEFINITE,
            Any => &[],
        };
        Variant { options, size, truth, guaranteed, seeds }
    };
    match generator.name {
        "spd" => vec![
            variant(&["condition=10"], ("size", 8), Definite, 1500),
            variant(&["condition=1e3"], ("size", 10), Definite, 1000),
            variant(&["boxed=true", "condition=1e3"], ("size", 6), Definite, 1500),
            variant(&["density=0.4"], ("size", 8), Definite, 1500),
        ],
        "degenerate" => vec![
            variant(&[], ("size", 8), Definite, 1500),
            variant(&["boxed=true"], ("size", 6), Definite, 1500),
            variant(&["degenerate=1", "condition=10"], ("size", 8), Definite, 500),
        ],
        "murty" => vec![
            variant(&["spd=true"], ("size", 9), Definite, 9),
            Variant {
                guaranteed: UNSYMMETRIC,
                ..variant(&["spd=false"], ("size", 9), Definite, 9)
            },
        ],
        "fluid" => vec![
            variant(&["complementary=everywhere"], ("cells", 3), Definite, 1000),
            variant(&["complementary=mixed"], ("cells", 3), Definite, 1000),
        ],
        "psd" => vec![
            variant(&[], ("size", 8), Semidefinite, 1500),
            variant(&["rank=0.3", "condition=10"], ("size", 7), Semidefinite, 1000),
            variant(&["boxed=true"], ("size", 5), Semidefinite, 1000),
        ],
        "legacy-dense" => vec![
            variant(&["rhs=solvable"], ("size", 10), Semidefinite, 1000),
            variant(&["rhs=solvable", "singular=0.5"], ("size", 7), Semidefinite, 1000),
            variant(&["rhs=legacy", "singular=0.3"], ("size", 7), Semidefinite, 500),
        ],
        "legacy-contact" => vec![
            Variant {
                guaranteed: UNSYMMETRIC,
                ..variant(&["rhs=solvable"], ("contacts", 1), Definite, 1000)
            },
            variant(&["rhs=legacy"], ("contacts", 1), Any, 500),
        ],
        "legacy-fluid" => vec![
            variant(&["rhs=solvable"], ("grid", 2), Semidefinite, 500),
            variant(&["rhs=legacy"], ("grid", 2), Semidefinite, 500),
        ],
        "infeasible" => vec![variant(&["support=0.1"], ("size", 6), Semidefinite, 300)],
        // Cut to a few contacts in `handmade`.
        "wall" | "pile" | "cable" => Vec::new(),
        "stewart-trinkle" => vec![Variant {
            guaranteed: COPOSITIVE,
            ..variant(&["bodies=1", "directions=3"], ("bodies", 1), Any, 100)
        }],
        // A generator of later days takes part by its size.
        _ => vec![variant(&[], ("size", 6), Any, 100)],
    }
}

/// The collections about which `truth` is known.
pub fn generated(truth: Truth) -> Vec<Collection> {
    let mut collections = Vec::new();
    for generator in GENERATORS {
        let options = (generator.options)();
        for variant in variants(generator) {
            let has_size = options.iter().any(|option| option.key == variant.size.0);
            if variant.truth == truth && has_size {
                collections.push(collection(generator, variant));
            }
        }
    }
    collections
}

fn collection(generator: &'static Generator, variant: Variant) -> Collection {
    let Variant { options, size: (key, largest), truth, guaranteed, seeds } = variant;
    let make = move |seed: u64| {
        let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
        let least = if key == "cells" || key == "grid" { 2 } else { 1 };
        let size = least + seed as usize % (largest + 1 - least);
        let made = generator.generate(seed, &settings.set(key, size));
        let problem = made.unwrap_or_else(|error| panic!("{}: {error}", generator.name));
        if generator.name == "stewart-trinkle" { two_contacts(&problem) } else { problem }
    };
    let label = format!("{} {}", generator.name, options.join(" "));
    Collection { label, truth, seeds, guaranteed, make: Box::new(make) }
}

/// The rows λ_n, λ_t, β of the first two contacts; three directions each.
fn two_contacts(problem: &Problem) -> Problem {
    let contacts = problem.size() / 5;
    let mut rows = vec![0, 1];
    rows.extend(contacts..contacts + 6);
    rows.extend([4 * contacts, 4 * contacts + 1]);
    problem.island(&rows).expect("rows without contacts may be cut anywhere")
}
