//! Which rows are solved together.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::options::OptionValue;
use crate::problem::{Problem, ProblemData, SlackContact};
use crate::solver::Refusal;

use super::inner::Inner;
use super::units::{Unit, units};

/// How rows are gathered into blocks. A unit is a row, or a contact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// Each contact, and each other row, alone.
    Contact,
    /// Each contact alone; other rows between the same bodies together.
    Joint,
    /// Each contact alone; all unbounded rows together, which are the joints.
    Joints,
    /// Everything between the same bodies together.
    Pair,
    /// Units with the same number together, by their order.
    Given(Vec<usize>),
}

impl OptionValue for Blocks {
    fn parse_option(text: &str) -> Result<Self, String> {
        let list = || text.split(',').map(|item| item.trim().parse().ok()).collect::<Option<_>>();
        match text {
            "contact" => Ok(Self::Contact),
            "joint" => Ok(Self::Joint),
            "joints" => Ok(Self::Joints),
            "pair" => Ok(Self::Pair),
            _ => list().map(Self::Given).ok_or_else(|| {
                "expected contact, joint, joints, pair, or the block of each unit such as 0,0,1"
                    .into()
            }),
        }
    }

    fn show_option(&self) -> String {
        match self {
            Self::Contact => "contact".into(),
            Self::Joint => "joint".into(),
            Self::Joints => "joints".into(),
            Self::Pair => "pair".into(),
            Self::Given(list) => list.iter().map(usize::to_string).collect::<Vec<_>>().join(","),
        }
    }
}

/// A part of the problem that is solved at once.
pub enum Block {
    /// A row or a contact.
    Unit(Unit),
    /// Several units.
    Group(Box<Group>),
}

/// Whether a block is a linear system: none of its rows has a bound.
pub fn is_linear(block: &ProblemData) -> bool {
    let ProblemData { lo, hi, contacts, .. } = block;
    contacts.is_empty()
        && lo.iter().all(|&lo| lo == f64::NEG_INFINITY)
        && hi.iter().all(|&hi| hi == f64::INFINITY)
}

impl Block {
    /// Iterations of its solver so far, and how often that failed.
    pub fn inner_work(&self) -> (usize, usize) {
        match self {
            Self::Unit(_) => (0, 0),
            Self::Group(group) => {
                let inner = group.inner.lock().expect("no sweep ended in a panic");
                (inner.iterations, inner.failures)
            }
        }
    }
}

/// What sort of rows a block has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A contact in K directions with a slack: K + 2 rows.
    Directions,
    /// Any other.
    Any,
}

/// Several units and the problem that they are, the rest held still.
pub struct Group {
    /// The units, which are swept where the block has no solution; none in a
    /// contact in directions.
    pub units: Vec<Unit>,
    /// Their rows.
    pub rows: Vec<usize>,
    /// The problem with A_BB; b is filled in at every visit.
    pub template: ProblemData,
    /// Its own solver, so that nothing depends on which block came before. A
    /// block is visited by one thread at a time, which never waits here.
    pub inner: Mutex<Inner>,
}

impl Blocks {
    /// The blocks of `problem` by their first unit, those of several units with
    /// a solver from `inner`.
    pub fn gather(
        &self,
        solver: &'static str,
        problem: &Problem,
        inner: &dyn Fn(Sort) -> Result<Inner, Refusal>,
    ) -> Result<Vec<Block>, Refusal> {
        let units = units(problem);
        let contacts = problem.slack_contacts();
        let alone = |at: usize| vec![usize::MAX, at];
        let mut key: Vec<Vec<usize>> = match self {
            Self::Contact => (0..units.len()).map(alone).collect(),
            Self::Joints => {
                let free = |row: usize| {
                    problem.lo()[row] == f64::NEG_INFINITY && problem.hi()[row] == f64::INFINITY
                };
                let key = |(at, unit): (usize, &Unit)| match *unit {
                    Unit::Row(row) if free(row) => vec![usize::MAX],
                    _ => alone(at),
                };
                units.iter().enumerate().map(key).collect()
            }
            Self::Joint | Self::Pair => {
                let Some(_) = problem.factored() else {
                    let reason = "blocks between bodies need a problem with J and Minv".into();
                    return Err(Refusal::Unfit { solver, reason });
                };
                let graph = Unit::graph(problem, &units);
                let key = |(at, unit): (usize, &Unit)| match unit {
                    Unit::Contact(_) if *self == Self::Joint => alone(at),
                    _ => graph.places(at).to_vec(),
                };
                units.iter().enumerate().map(key).collect()
            }
            Self::Given(list) if list.len() == units.len() => {
                list.iter().map(|&number| vec![number]).collect()
            }
            Self::Given(list) => {
                let reason =
                    format!("{} block numbers for {} rows and contacts", list.len(), units.len());
                return Err(Refusal::Unfit { solver, reason });
            }
        };
        let mut sort = vec![Sort::Any; problem.size()];
        if let Self::Contact | Self::Joints = self {
            let whole = |contact: &SlackContact| vec![usize::MAX - 1, contact.slack];
            let of_row: BTreeMap<usize, Vec<usize>> = contacts
                .iter()
                .flat_map(|contact| contact.rows().map(move |row| (row, whole(contact))))
                .collect();
            for (unit, key) in units.iter().zip(&mut key) {
                if let Unit::Row(row) = unit
                    && let Some(whole) = of_row.get(row)
                {
                    (*key, sort[*row]) = (whole.clone(), Sort::Directions);
                }
            }
        }
        let mut known = BTreeMap::new();
        let mut gathered: Vec<Vec<Unit>> = Vec::new();
        for (unit, key) in units.into_iter().zip(key) {
            let place = *known.entry(key).or_insert_with(|| {
                gathered.push(Vec::new());
                gathered.len() - 1
            });
            gathered[place].push(unit);
        }
        let sort_of = |units: &[Unit]| match units[0] {
            Unit::Row(row) => sort[row],
            Unit::Contact(_) => Sort::Any,
        };
        let block = |units: Vec<Unit>| block(solver, problem, sort_of(&units), units, inner);
        gathered.into_iter().map(block).collect()
    }
}

fn block(
    solver: &'static str,
    problem: &Problem,
    sort: Sort,
    units: Vec<Unit>,
    inner: &dyn Fn(Sort) -> Result<Inner, Refusal>,
) -> Result<Block, Refusal> {
    let mut rows = Vec::new();
    units.iter().for_each(|unit| unit.for_each_row(problem, |row| rows.push(row)));
    let diagonal = problem.diagonal();
    let divides = sort == Sort::Any;
    if let Some(&row) = rows.iter().find(|&&row| divides && diagonal[row] <= 0.0) {
        return Err(Refusal::Diagonal { solver, row, value: diagonal[row] });
    }
    if let [unit] = units[..] {
        return Ok(Block::Unit(unit));
    }
    let refuse = |error: crate::problem::ProblemError| Refusal::Unfit {
        solver,
        reason: format!("a block is no problem of its own: {error}"),
    };
    let part = problem.island(&rows).map_err(refuse)?;
    let template = ProblemData {
        matrix: Some(part.matrix().clone()),
        factored: None,
        x0: None,
        solution: None,
        ..part.data().clone()
    };
    let inner = inner(sort)?;
    inner.takes(&part).map_err(|refusal| Refusal::Unfit {
        solver,
        reason: format!("the inner solver does not take a block: {refusal}"),
    })?;
    // Single rows of a contact in directions have no step of their own.
    let units = if sort == Sort::Directions { Vec::new() } else { units };
    let inner = Mutex::new(inner);
    Ok(Block::Group(Box::new(Group { units, rows, template, inner })))
}
