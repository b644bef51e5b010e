//! A complementarity problem and the views that solvers ask it for.

mod contact;
mod contact_block;
mod direction_form;
mod error;
mod factored;
mod friction_bounds;
mod inertia;
mod island;
mod lcp_form;
mod outline;
mod section;
mod slack_contact;
mod validate;

pub use contact::FrictionContact;
pub use contact_block::ContactBlock;
pub use direction_form::DirectionForm;
pub use error::ProblemError;
pub use factored::{BodyView, FactoredForm, ProductScratch};
pub use friction_bounds::{FrictionBounds, NormalFirst};
pub use inertia::Inertia;
pub use lcp_form::LcpForm;
pub(crate) use section::MAX_ROWS;
pub use section::{Rolling, Section, SectionShape};
pub use slack_contact::SlackContact;

use std::sync::OnceLock;

use stickslip_linalg::{SparseMatrix, Stencil};

/// What is asked of x and w = A x + b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// 0 ≤ x ⊥ w ≥ 0; A may be unsymmetric.
    Lcp,
    /// lo ≤ x ≤ hi with w complementary to the bounds; a tangent row of a
    /// contact has the bounds ±μ·x\[normal\] of the same solution instead.
    Blcp,
    /// Exact Coulomb friction: a circular cone per contact with De Saxcé's
    /// change of variable; rows outside contacts are boxed.
    Ncp,
    /// The convex relaxation of `Ncp`: x in the cone, w in its dual.
    Ccp,
}

impl Kind {
    /// Every kind, in the order of the documentation.
    pub const ALL: [Self; 4] = [Self::Lcp, Self::Blcp, Self::Ncp, Self::Ccp];

    /// The name in problem files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lcp => "lcp",
            Self::Blcp => "blcp",
            Self::Ncp => "ncp",
            Self::Ccp => "ccp",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether contacts are cones (`ncp`, `ccp`).
    pub fn is_cone(self) -> bool {
        matches!(self, Self::Ncp | Self::Ccp)
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.pad(self.name())
    }
}

/// Everything a problem is made of, not yet checked. [`Problem::new`] checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemData {
    /// A name for tables and messages.
    pub name: String,
    /// What is asked.
    pub kind: Kind,
    /// The assembled matrix, if it is known as such.
    pub matrix: Option<SparseMatrix>,
    /// A = J M⁻¹ Jᵀ + C, if it is known in factors.
    pub factored: Option<FactoredForm>,
    /// The constant part of w.
    pub b: Vec<f64>,
    /// Lower bounds, −∞ where there is none.
    pub lo: Vec<f64>,
    /// Upper bounds, +∞ where there is none.
    pub hi: Vec<f64>,
    /// Contacts, which couple rows.
    pub contacts: Vec<FrictionContact>,
    /// An iterate to start from.
    pub x0: Option<Vec<f64>>,
    /// A known solution.
    pub solution: Option<Vec<f64>>,
}

impl ProblemData {
    /// A problem with an assembled matrix and the bounds 0 ≤ x; change the
    /// public fields for anything else.
    pub fn assembled(
        name: impl Into<String>,
        kind: Kind,
        matrix: SparseMatrix,
        b: Vec<f64>,
    ) -> Self {
        Self { matrix: Some(matrix), ..Self::without_matrix(name, kind, b) }
    }

    /// A problem in factored form and the bounds 0 ≤ x.
    pub fn factored(
        name: impl Into<String>,
        kind: Kind,
        factored: FactoredForm,
        b: Vec<f64>,
    ) -> Self {
        Self { factored: Some(factored), ..Self::without_matrix(name, kind, b) }
    }

    /// A problem with the bounds 0 ≤ x and no matrix yet: see [`Problem::on_stencil`].
    pub fn without_matrix(name: impl Into<String>, kind: Kind, b: Vec<f64>) -> Self {
        let n = b.len();
        Self {
            name: name.into(),
            kind,
            matrix: None,
            factored: None,
            b,
            lo: vec![0.0; n],
            hi: vec![f64::INFINITY; n],
            contacts: Vec::new(),
            x0: None,
            solution: None,
        }
    }
}

/// A checked problem. Views are built when first asked for and then kept.
#[derive(Debug)]
pub struct Problem {
    data: ProblemData,
    /// Added to J M⁻¹ Jᵀ + C; A need not be symmetric then.
    border: Option<SparseMatrix>,
    /// A itself, where it is known by the faces of a grid; what it is but for the
    /// factors of few freedoms, where it has these, too.
    stencil: Option<Stencil>,
    /// Memory of the check.
    owners: Vec<usize>,
    /// Whether the rows are known to be one island.
    connected: bool,
    matrix: OnceLock<SparseMatrix>,
    /// That of the stencil beside factors.
    sparse: OnceLock<SparseMatrix>,
    body_space: OnceLock<Option<BodyView>>,
    diagonal: OnceLock<Vec<f64>>,
    asymmetry: OnceLock<Option<(usize, usize, f64)>>,
    contact_blocks: OnceLock<Vec<ContactBlock>>,
    islands: OnceLock<Vec<Vec<usize>>>,
    separated: OnceLock<Result<Vec<Problem>, ProblemError>>,
}

impl Problem {
    /// Checks `data`: sizes, finite numbers, bounds in order, contacts that
    /// name existing rows once. The error names the place.
    pub fn new(data: ProblemData) -> Result<Self, ProblemError> {
        Self::checked(data, None)
    }

    /// The same A with other data of it, which keeps what A is known by beside these.
    pub fn with_data(&self, data: ProblemData) -> Result<Self, ProblemError> {
        let mut problem = Self::checked(data, self.stencil.clone())?;
        problem.border = self.border.clone();
        problem.connected |= problem.border.is_some();
        Ok(problem)
    }

    /// The same with A known by the faces of a grid, in the place of a matrix: products
    /// never form it. Factors, where there are any, are added to it; they should have
    /// few freedoms that many rows name. Preconditioners see the grid alone, of which A
    /// differs by a low rank.
    pub fn on_stencil(data: ProblemData, stencil: Stencil) -> Result<Self, ProblemError> {
        Self::checked(data, Some(stencil))
    }

    fn checked(data: ProblemData, stencil: Option<Stencil>) -> Result<Self, ProblemError> {
        let mut owners = Vec::new();
        validate::check(&data, stencil.as_ref(), &mut owners)?;
        Ok(Self {
            // Factors alone would not tell which rows the grid connects.
            connected: stencil.is_some() && data.factored.is_some(),
            data,
            border: None,
            stencil,
            owners,
            matrix: OnceLock::new(),
            sparse: OnceLock::new(),
            body_space: OnceLock::new(),
            diagonal: OnceLock::new(),
            asymmetry: OnceLock::new(),
            contact_blocks: OnceLock::new(),
            islands: OnceLock::new(),
            separated: OnceLock::new(),
        })
    }

    /// The same with `border` added to A, which comes in factors: products go
    /// through both, and whoever asks for factors alone gets none.
    pub fn bordered(data: ProblemData, border: SparseMatrix) -> Result<Self, ProblemError> {
        let n = data.b.len();
        if data.factored.is_none() || data.matrix.is_some() || border.rows() != n {
            let reason = "needs factors of its size".into();
            return Err(ProblemError::Factor { part: "the border", reason });
        }
        let mut problem = Self::new(data)?;
        problem.border = Some(border);
        // Factors alone would not tell which rows the border connects.
        problem.connected = true;
        Ok(problem)
    }

    /// A without the factors of few freedoms, where it came in these two parts.
    pub fn sparse_part(&self) -> Option<(&Stencil, &FactoredForm)> {
        self.stencil.as_ref().zip(self.data.factored.as_ref())
    }

    /// The faces of a grid that A is known by, alone or but for the factors of few freedoms.
    pub fn grid(&self) -> Option<&Stencil> {
        self.stencil.as_ref()
    }

    /// What preconditioners see of A as a matrix: the faces of a grid without the
    /// factors of few freedoms beside them, else all of it.
    pub fn sparse_matrix(&self) -> &SparseMatrix {
        match self.sparse_part() {
            Some((stencil, _)) => self.sparse.get_or_init(|| stencil.assemble()),
            None => self.matrix(),
        }
    }

    /// Changes the data in place, checks it again and forgets the views. After
    /// an error the problem must not be solved; change it again first.
    pub fn refill(&mut self, change: impl FnOnce(&mut ProblemData)) -> Result<(), ProblemError> {
        self.stencil = None;
        self.change(|data, _| change(data))
    }

    /// The same with the faces of a grid, which are there to be changed, too.
    pub fn refill_on_stencil(
        &mut self,
        change: impl FnOnce(&mut ProblemData, &mut Stencil),
    ) -> Result<(), ProblemError> {
        self.stencil.get_or_insert_default();
        self.change(change)
    }

    fn change(
        &mut self,
        change: impl FnOnce(&mut ProblemData, &mut Stencil),
    ) -> Result<(), ProblemError> {
        self.matrix.take();
        self.sparse.take();
        self.body_space.take();
        self.asymmetry.take();
        self.contact_blocks.take();
        self.islands.take();
        self.separated.take();
        self.border = None;
        let mut diagonal = self.diagonal.take().unwrap_or_default();
        change(&mut self.data, self.stencil.as_mut().unwrap_or(&mut Stencil::default()));
        validate::check(&self.data, self.stencil.as_ref(), &mut self.owners)?;
        self.connected = self.sparse_part().is_some();
        if let Some(factored) = self.factored() {
            // Asked for by every solve, and written where the old one was.
            factored.write_diagonal(&mut diagonal);
            self.diagonal = OnceLock::from(diagonal);
        }
        Ok(())
    }

    /// Takes the caller's word that all rows form one island, so that nobody
    /// looks for others.
    pub fn assume_connected(&mut self) {
        self.connected = true;
    }

    /// Whether all rows form one island.
    pub fn is_connected(&self) -> bool {
        self.connected || self.islands().len() <= 1
    }

    /// The data it was made from.
    pub fn data(&self) -> &ProblemData {
        &self.data
    }

    /// The name in tables and messages.
    pub fn name(&self) -> &str {
        &self.data.name
    }

    /// What is asked.
    pub fn kind(&self) -> Kind {
        self.data.kind
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.data.b.len()
    }

    /// The constant part of w.
    pub fn b(&self) -> &[f64] {
        &self.data.b
    }

    /// Constant lower bounds; for a coupled tangent row see [`Self::bounds_at`].
    pub fn lo(&self) -> &[f64] {
        &self.data.lo
    }

    /// Constant upper bounds; for a coupled tangent row see [`Self::bounds_at`].
    pub fn hi(&self) -> &[f64] {
        &self.data.hi
    }

    /// The contacts.
    pub fn contacts(&self) -> &[FrictionContact] {
        &self.data.contacts
    }

    /// Whether friction bounds depend on x: a `blcp` with contacts.
    pub fn has_coupled_bounds(&self) -> bool {
        self.kind() == Kind::Blcp && !self.data.contacts.is_empty()
    }

    /// The assembled matrix A.
    pub fn matrix(&self) -> &SparseMatrix {
        match (&self.data.matrix, &self.data.factored) {
            (Some(matrix), _) => matrix,
            (None, Some(factored)) => self.matrix.get_or_init(|| match &self.border {
                Some(border) => factored.assemble().sum(border),
                None if self.stencil.is_some() => factored.assemble().sum(self.sparse_matrix()),
                None => factored.assemble(),
            }),
            (None, None) => self.matrix.get_or_init(|| match &self.stencil {
                Some(stencil) => stencil.assemble(),
                None => unreachable!("a checked problem has a matrix, factors or a stencil"),
            }),
        }
    }

    /// How many entries A has as a matrix, which a stencil tells without forming it.
    pub fn stored(&self) -> usize {
        self.stencil().map_or_else(|| self.matrix().stored(), Stencil::stored)
    }

    /// Whether A, or what preconditioners see of it, is there as a matrix, given or
    /// assembled.
    pub fn is_assembled(&self) -> bool {
        self.data.matrix.is_some() || self.matrix.get().is_some() || self.sparse.get().is_some()
    }

    /// The faces of a grid that A is known by, where it came with them alone.
    pub fn stencil(&self) -> Option<&Stencil> {
        self.stencil.as_ref().filter(|_| self.data.factored.is_none())
    }

    /// J, M⁻¹ and C, where the problem came with them.
    pub fn factored(&self) -> Option<&FactoredForm> {
        let alone = self.border.is_none() && self.stencil.is_none();
        self.data.factored.as_ref().filter(|_| alone)
    }

    /// M and J of what can move; `None` without a factored form or when some
    /// block of M⁻¹ is singular without being zero.
    pub fn body_space(&self) -> Option<&BodyView> {
        self.body_space.get_or_init(|| self.factored().and_then(BodyView::new)).as_ref()
    }

    /// The diagonal of A.
    pub fn diagonal(&self) -> &[f64] {
        if let Some((sparse, factored)) = self.sparse_part() {
            let sum = || sparse.diagonal().iter().zip(factored.diagonal()).map(|(a, b)| a + b);
            return self.diagonal.get_or_init(|| sum().collect());
        }
        self.diagonal.get_or_init(|| match (self.factored(), &self.stencil) {
            (Some(factored), _) => factored.diagonal(),
            (None, Some(stencil)) => stencil.diagonal().to_vec(),
            (None, None) => self.matrix().diagonal(),
        })
    }

    /// The worst |aᵢⱼ − aⱼᵢ| and its place when it exceeds rounding
    /// (1e-9 of the largest entry), else `None`. A factored form is symmetric.
    pub fn asymmetry(&self) -> Option<(usize, usize, f64)> {
        *self.asymmetry.get_or_init(|| {
            let matrix = match (&self.border, &self.data.factored) {
                (Some(border), _) => border,
                _ if self.stencil.is_some() => return None,
                (None, Some(_)) => return None,
                (None, None) => self.matrix(),
            };
            let largest = matrix.largest();
            matrix.worst_asymmetry().filter(|found| found.2 > 1e-9 * largest)
        })
    }

    /// y = A x, through the factors or the stencil where there are any.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        self.multiply_in(x, y, &mut ProductScratch::default());
    }

    /// As [`Self::multiply`], in memory kept from the last product.
    pub fn multiply_in(&self, x: &[f64], y: &mut [f64], scratch: &mut ProductScratch) {
        match (&self.data.factored, &self.stencil) {
            (Some(factored), _) => factored.multiply_in(x, y, scratch),
            (None, Some(stencil)) => stencil.multiply(x, y),
            (None, None) => self.matrix().multiply(x, y),
        }
        if let Some(border) = &self.border {
            (0..y.len()).for_each(|row| y[row] += border.row_dot(row, x));
        }
        if let Some((sparse, _)) = self.sparse_part() {
            (0..y.len()).for_each(|row| y[row] += sparse.row_dot(row, |at| x[at]));
        }
    }

    /// y = Aᵀ x, through the factors where there are any.
    pub fn multiply_transposed(&self, x: &[f64], y: &mut [f64]) {
        match (&self.border, &self.data.factored) {
            (Some(border), Some(factored)) => {
                let mut beside = vec![0.0; y.len()];
                border.multiply_transposed(x, &mut beside);
                factored.multiply_in(x, y, &mut ProductScratch::default());
                y.iter_mut().zip(&beside).for_each(|(y, beside)| *y += beside);
            }
            (None, Some(_)) => self.multiply(x, y),
            _ if self.stencil.is_some() => self.multiply(x, y),
            _ => self.matrix().multiply_transposed(x, y),
        }
    }

    /// w = A x + b.
    pub fn velocity(&self, x: &[f64], w: &mut [f64]) {
        self.velocity_in(x, w, &mut ProductScratch::default());
    }

    /// As [`Self::velocity`], in memory kept from the last product.
    pub fn velocity_in(&self, x: &[f64], w: &mut [f64], scratch: &mut ProductScratch) {
        self.multiply_in(x, w, scratch);
        for (value, b) in w.iter_mut().zip(&self.data.b) {
            *value += b;
        }
    }

    /// The bounds of every row at x: coupled tangents get ±μ·max(0, x\[normal\]).
    pub fn bounds_at(&self, x: &[f64], lo: &mut [f64], hi: &mut [f64]) {
        lo.copy_from_slice(&self.data.lo);
        hi.copy_from_slice(&self.data.hi);
        if self.has_coupled_bounds() {
            for contact in &self.data.contacts {
                let radius = contact.mu * x[contact.normal].max(0.0);
                for &tangent in &contact.tangents {
                    lo[tangent] = -radius;
                    hi[tangent] = radius;
                }
            }
        }
    }
}
