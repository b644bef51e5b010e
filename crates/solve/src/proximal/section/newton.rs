//! Nonsmooth Newton steps for all contacts, in 6 × 6 blocks of bodies or, with soft
//! bodies, over an A without zeros, and in the memory of the last time.
//!
//! Every contact lands on a face of its section and answers with
//! Δx = a − G J v, a = E⁻¹ (−F) ([`super::response`]); the motion v of the
//! bodies solves (M + Jᵀ G J) v = Jᵀ a. From the impulses of the last step that
//! is mostly one solve away from the solution. Where all faces are flat and
//! stay the same, the factor stays, and a further step refines the last one. Over A
//! itself nothing is divided: (E + Q A) Δx = −F.

use super::contact_set::{ContactSet, Landing};
use crate::equations::{Coupling, DenseEquations, Part};
use crate::outcome::Counts;
use crate::problem::{Kind, Problem};
use crate::request::Recorder;
use crate::residual::{Scratch, decisive_with};

/// Most changes of the faces before slower and safer methods take over.
const MAX_STEPS: usize = 14;
/// Steps without a smaller error that end them.
const PATIENCE: usize = 3;

/// Why coupling and factors are there: [`SectionNewton::load`] comes before
/// all else, and ends everything where it finds none.
const LOADED: &str = "load has succeeded";

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The relative residual asked for.
    pub tolerance: f64,
    /// Most Newton steps counted by then.
    pub iterations: usize,
}

/// A contact with its scaled rows.
#[derive(Clone, Debug)]
struct Block<const N: usize> {
    set: ContactSet<N>,
    /// Mean scaled diagonals of A over its rows.
    sizes: [f64; N],
    landing: Option<Landing<N>>,
    /// G; over A itself Q.
    response: [[f64; N]; N],
}

impl<const N: usize> Block<N> {
    /// Adds a row of E + Q A in the units of x: with α the scales of rows and Q in
    /// `response`, Eᵢⱼ = δᵢⱼ − Qᵢⱼ (1/(r αⱼ²) − cⱼ).
    fn push_row(&self, at: usize, softness: &[f64], share: f64, equations: &mut DenseEquations) {
        let rows = self.set.rows().iter().enumerate();
        let impulse = rows.clone().map(|(other, &row)| {
            let trial = self.sizes[other] * (1.0 + share) / self.set.scale[other].powi(2);
            let own = if other == at { 1.0 } else { 0.0 };
            (row, own - self.response[at][other] * (trial - softness[row]))
        });
        equations.push(impulse, rows.map(|(other, &row)| (row, self.response[at][other])));
    }
}

/// The memory, for contacts of at most `N` rows.
#[derive(Debug)]
pub struct SectionNewton<const N: usize> {
    coupling: Option<Coupling>,
    blocks: Vec<Block<N>>,
    /// Block of each row and its place there; `None` for a row by itself.
    place: Vec<Option<(usize, usize)>>,
    /// Whether a row belongs to a contact.
    owned: Vec<bool>,
    /// Rows by themselves, with their bounds.
    singles: Vec<(usize, f64, f64)>,
    /// 1/c where a row by itself is free, else 0.
    weight: Vec<f64>,
    /// Compliance and constant of the problem that is solved, proximal terms
    /// included.
    pub(super) softness: Vec<f64>,
    pub(super) constant: Vec<f64>,
    /// Proximal weight as a share of the diagonal.
    pub(super) share: f64,
    right: Vec<f64>,
    speeds: Vec<f64>,
    pub(super) w: Vec<f64>,
    momentum: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
    pub(super) scratch: Scratch,
}

impl<const N: usize> Default for SectionNewton<N> {
    fn default() -> Self {
        Self {
            coupling: None,
            blocks: Vec::new(),
            place: Vec::new(),
            owned: Vec::new(),
            singles: Vec::new(),
            weight: Vec::new(),
            softness: Vec::new(),
            constant: Vec::new(),
            share: 0.0,
            right: Vec::new(),
            speeds: Vec::new(),
            w: Vec::new(),
            momentum: Vec::new(),
            velocity: Vec::new(),
            best: Vec::new(),
            scratch: Scratch::default(),
        }
    }
}

/// What changed when all contacts landed anew.
struct Landed {
    /// Rows whose face is another one.
    changed: usize,
    /// Whether the matrix is that of the last factor.
    same_matrix: bool,
    /// ‖D F‖².
    error: f64,
}

impl<const N: usize> SectionNewton<N> {
    /// Solves `problem` from x. Says whether its residual came below
    /// `tolerance`; x is then the solution, else the best iterate seen. `None`
    /// where the problem is not of the kind that this takes.
    pub fn solve(
        &mut self,
        problem: &Problem,
        limits: Limits,
        x: &mut [f64],
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> Option<bool> {
        self.load(problem)?;
        let solved = self.newton(problem, limits, x, counts, recorder);
        Some(solved || self.proximal(problem, limits, x, counts, recorder))
    }

    /// Reads the problem; `None` where it is not made of nearly rigid bodies
    /// with six freedoms each and contacts that fit.
    pub(super) fn load(&mut self, problem: &Problem) -> Option<()> {
        if problem.kind() != Kind::Ncp {
            return None;
        }
        let factored = problem.factored()?;
        let diagonal = problem.diagonal();
        Coupling::load(&mut self.coupling, problem)?;
        let coupling = self.coupling.as_ref()?;
        let rows = problem.size();
        self.place.clear();
        self.place.resize(rows, None);
        self.owned.clear();
        self.owned.resize(rows, false);
        self.blocks.clear();
        self.singles.clear();
        for contact in problem.contacts() {
            let set = ContactSet::new(contact)?;
            let index = self.blocks.len();
            for (at, &row) in set.rows().iter().enumerate() {
                if !coupling.together(contact.normal, row) {
                    return None;
                }
                self.place[row] = Some((index, at));
            }
            let sizes = set.sizes(diagonal);
            self.blocks.push(Block { set, sizes, landing: None, response: [[0.0; N]; N] });
            for row in contact.rows() {
                self.owned[row] = true;
                if self.place[row].is_none() {
                    self.singles.push((row, 0.0, 0.0));
                }
            }
        }
        let single = (0..rows).filter(|&row| !self.owned[row]);
        self.singles.extend(single.map(|row| (row, problem.lo()[row], problem.hi()[row])));
        for vector in [&mut self.right, &mut self.speeds, &mut self.w, &mut self.weight] {
            vector.clear();
            vector.resize(rows, 0.0);
        }
        self.share = 0.0;
        self.softness.clone_from(&factored.compliance);
        self.constant.clear();
        self.constant.extend_from_slice(problem.b());
        let freedoms = factored.freedoms();
        self.momentum.resize(freedoms, 0.0);
        self.velocity.resize(freedoms, 0.0);
        Some(())
    }

    /// Steps from x; whether the error came below `tolerance`: the residual
    /// of the problem, or with proximal terms ‖D F‖ relative to ‖b‖. x is then
    /// the solution, and else the best iterate seen.
    pub(super) fn newton(
        &mut self,
        problem: &Problem,
        Limits { tolerance, iterations }: Limits,
        x: &mut [f64],
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> bool {
        let size = stickslip_linalg::norm(problem.b());
        let size = if size > 0.0 { size } else { 1.0 };
        let (mut least, mut idle) = (f64::INFINITY, 0);
        let mut factored = false;
        for step in 0..=MAX_STEPS {
            self.multiply(problem, x, counts);
            let landed = self.land(problem, x);
            let error = if self.share > 0.0 {
                landed.error.sqrt() / size
            } else {
                recorder.note(problem, counts.iterations, x, &self.w, landed.changed);
                decisive_with(problem, x, &self.w, &mut self.scratch)
            };
            if error <= tolerance {
                return true;
            }
            if error < 0.99 * least {
                (least, idle) = (error, 0);
                self.best.clear();
                self.best.extend_from_slice(x);
            } else {
                idle += 1;
            }
            let ended = step == MAX_STEPS || counts.iterations >= iterations;
            if error.is_nan() || idle > PATIENCE || ended {
                break;
            }
            if !(factored && landed.same_matrix) {
                if !self.factorise(counts) {
                    break;
                }
                factored = true;
            }
            counts.iterations += 1;
            counts.pivots += landed.changed;
            counts.active_set_changes += usize::from(landed.changed > 0);
            self.step(x);
        }
        if least.is_finite() {
            x.copy_from_slice(&self.best);
        }
        false
    }

    /// Lands every contact; `right` becomes a = E⁻¹ (−F), or over A itself −F.
    fn land(&mut self, problem: &Problem, x: &[f64]) -> Landed {
        let divides = matches!(self.coupling, Some(Coupling::Bodies(_)));
        let mut landed = Landed { changed: 0, same_matrix: true, error: 0.0 };
        for block in &mut self.blocks {
            let rows = block.set.rows();
            let r = block.sizes.map(|size| 1.0 / (size * (1.0 + self.share)));
            let (mut y, mut z, mut soft) = ([0.0; N], [0.0; N], [0.0; N]);
            for (at, &row) in rows.iter().enumerate() {
                let scale = block.set.scale[at];
                y[at] = x[row] / scale;
                z[at] = y[at] - r[at] * scale * self.w[row];
                soft[at] = r[at] * scale * scale * self.softness[row];
            }
            let landing = block.set.land(&z);
            let rest: [f64; N] = std::array::from_fn(|at| landing.point[at] - y[at]);
            let step = if divides { landing.divide(&soft, &rest) } else { rest };
            for (at, &row) in rows.iter().enumerate() {
                self.right[row] = block.set.scale[at] * step[at];
                landed.error += (rest[at] / (r[at] * block.set.scale[at])).powi(2);
            }
            let same = block.landing.is_some_and(|old| old.is_same_plane(&landing));
            if !same {
                let alike = |old: Landing<N>| {
                    (old.closed, old.number()) == (landing.closed, landing.number())
                };
                landed.same_matrix = false;
                landed.changed += usize::from(!block.landing.is_some_and(alike));
                block.response =
                    if divides { landing.response(&r, &soft) } else { landing.follow(&r) };
                for i in 0..rows.len() {
                    for j in 0..rows.len() {
                        block.response[i][j] *= block.set.scale[i] * block.set.scale[j];
                    }
                }
            }
            block.landing = Some(landing);
        }
        for &(row, lo, hi) in &self.singles {
            let size = problem.diagonal()[row] * (1.0 + self.share);
            let trial = x[row] - self.w[row] / size;
            let (rest, weight) = if lo == hi || trial <= lo {
                (lo - x[row], 0.0)
            } else if trial >= hi {
                (hi - x[row], 0.0)
            } else {
                (-self.w[row] / size, 1.0 / self.softness[row])
            };
            self.right[row] = match weight > 0.0 {
                true if divides => rest * size * weight,
                true => rest * size,
                false => rest,
            };
            landed.error += (rest * size).powi(2);
            if weight != self.weight[row] {
                landed.changed += 1;
                landed.same_matrix = false;
                self.weight[row] = weight;
            }
        }
        landed
    }

    /// The matrix M + Jᵀ G J, or E + Q A; `false` where it is singular.
    fn factorise(&mut self, counts: &mut Counts) -> bool {
        counts.factorisations += 1;
        let (blocks, place, weight) = (&self.blocks, &self.place, &self.weight);
        match self.coupling.as_mut().expect(LOADED) {
            Coupling::Bodies(space) => {
                space.begin();
                space.add::<N>(
                    #[inline(always)]
                    |row| match place[row] {
                        None if weight[row] == 0.0 => None,
                        None => {
                            Some(Part { weight: weight[row], own: 1.0, others: [(row, 0.0); N] })
                        }
                        Some((index, at)) => {
                            let (rows, response) =
                                (blocks[index].set.rows(), &blocks[index].response);
                            let mut others = [(row, 0.0); N];
                            let mut any = false;
                            for (i, &other) in rows.iter().enumerate() {
                                let factor = response[i][at];
                                any |= factor != 0.0;
                                if i != at {
                                    others[i] = (other, factor);
                                }
                            }
                            any.then_some(Part { weight: 1.0, own: response[at][at], others })
                        }
                    },
                );
                space.factorise()
            }
            Coupling::Dense(equations) => {
                let (softness, share) = (&self.softness, self.share);
                equations.begin();
                for (row, place) in place.iter().enumerate() {
                    match *place {
                        None if weight[row] == 0.0 => equations.push([(row, 1.0)], []),
                        None => equations.push([(row, softness[row])], [(row, 1.0)]),
                        Some((index, at)) => blocks[index].push_row(at, softness, share, equations),
                    }
                }
                equations.factorise()
            }
        }
    }

    /// x += a − G J v with (M + Jᵀ G J) v = Jᵀ a, a in `right`; or x += Δx with
    /// (E + Q A) Δx = −F, −F in `right`.
    fn step(&mut self, x: &mut [f64]) {
        let space = match self.coupling.as_mut().expect(LOADED) {
            Coupling::Bodies(space) => space,
            Coupling::Dense(equations) => {
                equations.solve(&mut self.right);
                x.iter_mut().zip(&self.right).for_each(|(x, change)| *x += change);
                return;
            }
        };
        space.push(&self.right, &mut self.velocity);
        space.solve(&mut self.velocity);
        space.speeds(&self.velocity, &mut self.speeds);
        for block in &self.blocks {
            let rows = block.set.rows();
            for (i, &row) in rows.iter().enumerate() {
                let answer: f64 = rows
                    .iter()
                    .enumerate()
                    .map(|(j, &other)| block.response[i][j] * self.speeds[other])
                    .sum();
                x[row] += self.right[row] - answer;
            }
        }
        for &(row, ..) in &self.singles {
            x[row] += self.right[row] - self.weight[row] * self.speeds[row];
        }
    }

    /// w = A x + b, proximal terms included.
    pub(super) fn multiply(&mut self, problem: &Problem, x: &[f64], counts: &mut Counts) {
        let coupling = self.coupling.as_ref().expect(LOADED);
        counts.products += 1;
        let memory = (&mut self.momentum[..], &mut self.velocity[..]);
        coupling.multiply(problem, x, &mut self.w, memory);
        for row in 0..x.len() {
            self.w[row] += self.softness[row] * x[row] + self.constant[row];
        }
    }

    /// Forgets faces and factors, which belong to another compliance.
    pub(super) fn forget(&mut self) {
        self.blocks.iter_mut().for_each(|block| block.landing = None);
        self.weight.fill(-1.0);
    }
}
