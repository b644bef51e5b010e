//! Methods that visit the rows one after another: A = M − N with a part M that
//! is easy to invert on the admissible set (Erleben 2013, §5.2; SIGGRAPH 2022
//! course, §3.2).

pub mod block_pgs;
pub mod jacobi;
pub mod pgs;
pub mod psor;
pub mod staggered;

pub(crate) mod adaptation;
mod block_update;
mod blocks;
mod contact_cases;
mod graph;
mod inner;
mod ordering;
mod pair_rows;
mod row_update;
mod rows;
mod slot;
mod sweep;
mod units;

pub(crate) use inner::SolverName;
pub(crate) use jacobi::Stale;
pub(crate) use ordering::Ordering;
pub(crate) use row_update::{Access, RowUpdate, UnitUpdate};
pub(crate) use rows::{RowAccess, Rows};
pub(crate) use slot::cells;
pub(crate) use sweep::{Direction, Sweep};
pub(crate) use units::{Unit, units};
