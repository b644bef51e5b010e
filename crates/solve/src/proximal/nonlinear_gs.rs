//! `nonlinear-gs`: nonsmooth Gauss–Seidel. One contact after the other is
//! solved, the others held; single rows are clamped. Slow and steady; it
//! stalls on redundant stacks.
//!
//! A contact is solved exactly ([`super::cone::local`]), or as Preclik et al.,
//! §3.1, have it: the normal alone, then friction inside the disc of its
//! radius ([`disc_quadratic`]), which follows the normal at once or is held
//! until the convex problem with that radius is solved. Cylinders, prisms and
//! polyhedral cones are always solved in turn ([`polygon_quadratic`]).

use super::cone::blocks::{Block, BlockSet, blocks};
use super::cone::local::coulomb;
use super::cone::small::{Matrix, Vector, add, apply, identity};
use crate::options::{OptionDescription, OptionValues, choice, options};
use crate::outcome::Counts;
use crate::problem::{FrictionContact, Kind, Problem, SectionShape};
use crate::request::Request;
use crate::sets::{Directions, disc_quadratic, interval, polygon_quadratic};
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};
use crate::splitting::adaptation::OuterLoop;
use crate::stopping::{StoppingOptions, Watch, start};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "proximal",
    summary: "nonsmooth Gauss-Seidel: each contact's exact Coulomb law in turn",
    accepts: Accepts {
        kinds: &[Kind::Ncp],
        symmetric: false,
        coupled: true,
        positive_diagonal: true,
        sections: Sections::Plane,
    },
    options: describe,
    make: |settings: &OptionValues| {
        let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
        Ok(Box::new(NonlinearGs(rules, NonlinearGsOptions::from_settings(NAME, &own)?)))
    },
};

const NAME: &str = "nonlinear-gs";

choice! {
    /// How a contact is solved, and when its friction bound follows its normal.
    pub enum Adaptation {
        /// Both together.
        Exact = "exact",
        /// Friction after the normal, inside the bound just found.
        Continuous = "continuous",
        /// Friction inside a bound held until the others have settled.
        Outer = "outer",
    }
}

options! {
    /// Options of `nonlinear-gs`.
    pub struct NonlinearGsOptions {
        /// A contact is solved to its exact law, or normal and friction in turn with a radius that is continuous or held by an outer loop: exact, continuous or outer.
        adaptation: Adaptation = Adaptation::Exact,
    }
}

/// Most sweeps unless the request says otherwise.
const MAX_SWEEPS: usize = 20_000;

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::describe().into_iter().chain(NonlinearGsOptions::describe()).collect()
}

struct NonlinearGs(StoppingOptions, NonlinearGsOptions);

impl Method for NonlinearGs {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let adaptation = self.1.adaptation;
        let x = start(problem, request);
        let mut sweeper = Sweeper::new(problem, &blocks(problem));
        sweeper.adaptation = adaptation;
        sweeper.hold(&x);
        let mut outer = OuterLoop::new(&x);
        let watch = Watch::new(problem, request, &self.0, MAX_SWEEPS);
        Ok(watch.run(x, Counts::default(), |x, counts| {
            sweeper.sweep(x);
            if adaptation == Adaptation::Outer && outer.settled(x) {
                sweeper.hold(x);
            }
            counts.products += 1;
        }))
    }
}

/// Blocks with their own part of A, ready to be solved in turn.
pub(super) struct Sweeper<'p> {
    problem: &'p Problem,
    blocks: Vec<(Block, Matrix)>,
    /// How contacts are solved.
    adaptation: Adaptation,
    /// Sections that are not Coulomb's, by block.
    sections: Vec<Option<Plane>>,
    /// Radius of friction of each block while it is held.
    radii: Vec<f64>,
}

/// A disc or a regular polygon.
#[derive(Clone, Copy)]
struct Plane {
    polygon: Option<Directions>,
    radius: Option<f64>,
    mu: f64,
}

impl Plane {
    fn new(contact: &FrictionContact) -> Self {
        let polygon = match contact.section.shape {
            SectionShape::Polygon(directions) => Some(directions),
            _ => None,
        };
        Self { polygon, radius: contact.section.radius, mu: contact.mu }
    }

    fn minimise(&self, radius: f64, a: [[f64; 2]; 2], b: [f64; 2]) -> [f64; 2] {
        match &self.polygon {
            Some(directions) => polygon_quadratic::minimise(directions, radius, a, b),
            None => disc_quadratic::minimise(radius, a, b),
        }
    }
}

impl<'p> Sweeper<'p> {
    /// Cuts the blocks out of A.
    pub fn new(problem: &'p Problem, blocks: &[Block]) -> Self {
        let own = |block: &Block| (block.clone(), own_matrix(problem, block));
        let section = |block: &Block| {
            let normal = block.rows()[0];
            let contact = problem.contacts().iter().find(|contact| contact.normal == normal);
            let is_section = matches!(block.set, BlockSet::Section(_));
            contact.filter(|_| is_section).map(Plane::new)
        };
        Self {
            sections: blocks.iter().map(section).collect(),
            problem,
            blocks: blocks.iter().map(own).collect(),
            adaptation: Adaptation::Exact,
            radii: Vec::new(),
        }
    }

    /// Holds the friction bounds that belong to the normals of x.
    fn hold(&mut self, x: &[f64]) {
        let radius = |((block, _), section): (&(Block, Matrix), &Option<Plane>)| {
            let mu = match (&block.set, section) {
                (BlockSet::Cone { mu }, _) => *mu,
                (_, Some(section)) => section.mu,
                _ => 0.0,
            };
            mu * block.gather(x)[0].max(0.0)
        };
        self.radii = self.blocks.iter().zip(&self.sections).map(radius).collect();
    }

    /// Solves every block once.
    pub fn sweep(&self, x: &mut [f64]) {
        for at in 0..self.blocks.len() {
            self.relax(at, x);
        }
    }

    /// Solves one block with all others held.
    fn relax(&self, at: usize, x: &mut [f64]) {
        let (block, matrix) = &self.blocks[at];
        let old = block.gather(x);
        let mut w: Vector = [0.0; 3];
        for (value, &row) in w.iter_mut().zip(block.rows()) {
            *value = self.problem.b()[row] + self.problem.matrix().row_dot(row, x);
        }
        match block.set {
            BlockSet::Interval { lo, hi } => {
                x[block.rows()[0]] = interval::project(old[0] - w[0] / matrix[0][0], lo, hi);
            }
            BlockSet::Section(_) => {
                let Some(section) = &self.sections[at] else { return };
                let q = add(w, -1.0, apply(matrix, old));
                let radius = |normal: f64| match self.adaptation {
                    _ if section.radius.is_some() => section.radius.unwrap_or_default(),
                    Adaptation::Outer => self.radii[at],
                    _ => section.mu * normal,
                };
                let friction = |normal, a, b| section.minimise(radius(normal), a, b);
                block.scatter(in_turn(matrix, q, old, friction), x);
            }
            BlockSet::Cone { mu } => {
                let q = add(w, -1.0, apply(matrix, old));
                let disc = disc_quadratic::minimise;
                let found = match self.adaptation {
                    Adaptation::Exact => coulomb(mu, matrix, q),
                    Adaptation::Continuous => {
                        Some(in_turn(matrix, q, old, |normal, a, b| disc(mu * normal, a, b)))
                    }
                    Adaptation::Outer => {
                        Some(in_turn(matrix, q, old, |_, a, b| disc(self.radii[at], a, b)))
                    }
                };
                if let Some(new) = found {
                    block.scatter(new, x);
                }
            }
        }
    }
}

/// The normal with friction as it was, then friction inside its section, which
/// `friction` finds for a normal impulse.
fn in_turn(
    b: &Matrix,
    q: Vector,
    old: Vector,
    friction: impl Fn(f64, [[f64; 2]; 2], [f64; 2]) -> [f64; 2],
) -> Vector {
    let normal = (-(q[0] + b[0][1] * old[1] + b[0][2] * old[2]) / b[0][0]).max(0.0);
    let load = [q[1] + b[1][0] * normal, q[2] + b[2][0] * normal];
    let tangents = [[b[1][1], b[1][2]], [b[2][1], b[2][2]]];
    let [first, second] = friction(normal, tangents, load);
    [normal, first, second]
}

/// The part of A over the rows of `block`; 1 where it has fewer than three.
fn own_matrix(problem: &Problem, block: &Block) -> Matrix {
    let mut matrix = identity();
    for (i, &row) in block.rows().iter().enumerate() {
        for (j, &col) in block.rows().iter().enumerate() {
            matrix[i][j] = problem.matrix().get(row, col);
        }
    }
    matrix
}
