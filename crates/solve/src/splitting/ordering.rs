//! In which order a sweep visits its units.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::options::OptionValue;
use crate::problem::Problem;
use crate::solver::Refusal;

use super::graph::Graph;
use super::units::{Unit, units};

/// The order of a sweep. A unit is a row, or a contact with its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// By first row.
    Natural,
    /// A new random order for every sweep.
    Random,
    /// Units of one colour, which do not influence each other, then the next.
    Colouring,
    /// Shock propagation: from the ground upwards, by the number of bodies on
    /// the way (SIGGRAPH 2022 course, §3.2.4).
    Layers,
    /// As listed.
    Given(Vec<usize>),
}

impl OptionValue for Ordering {
    fn parse_option(text: &str) -> Result<Self, String> {
        let list = || text.split(',').map(|item| item.trim().parse().ok()).collect::<Option<_>>();
        match text {
            "natural" => Ok(Self::Natural),
            "random" => Ok(Self::Random),
            "colouring" => Ok(Self::Colouring),
            "layers" => Ok(Self::Layers),
            _ => list().map(Self::Given).ok_or_else(|| {
                "expected natural, random, colouring, layers or a list such as 2,0,1".into()
            }),
        }
    }

    fn show_option(&self) -> String {
        match self {
            Self::Natural => "natural".into(),
            Self::Random => "random".into(),
            Self::Colouring => "colouring".into(),
            Self::Layers => "layers".into(),
            Self::Given(list) => list.iter().map(usize::to_string).collect::<Vec<_>>().join(","),
        }
    }
}

/// The units of a problem in the order of the next sweep.
pub struct Visits<U> {
    /// The units.
    pub order: Vec<U>,
    shuffle: Option<ChaCha8Rng>,
}

impl Visits<Unit> {
    /// Orders the units of `problem`; `seed` is that of random orders.
    pub fn new(
        solver: &'static str,
        problem: &Problem,
        ordering: &Ordering,
        seed: usize,
    ) -> Result<Self, Refusal> {
        let mut order = units(problem);
        let by_rank = |order: &[Unit], rank: &[usize]| {
            let mut places: Vec<usize> = (0..order.len()).collect();
            places.sort_by_key(|&at| rank[at]);
            places.iter().map(|&at| order[at]).collect::<Vec<_>>()
        };
        match ordering {
            Ordering::Natural | Ordering::Random => {}
            Ordering::Colouring => order = by_rank(&order, &Graph::new(problem, &order).colours()),
            Ordering::Layers => {
                let layers = Graph::new(problem, &order).layers().ok_or_else(|| {
                    let reason = "ordering=layers needs a problem with J and Minv".into();
                    Refusal::Unfit { solver, reason }
                })?;
                order = by_rank(&order, &layers);
            }
            Ordering::Given(list) => order = given(solver, &order, list)?,
        }
        let random = *ordering == Ordering::Random;
        let shuffle = random.then(|| ChaCha8Rng::seed_from_u64(seed as u64));
        Ok(Self { order, shuffle })
    }
}

impl<U> Visits<U> {
    /// The same order in every sweep.
    pub fn fixed(order: Vec<U>) -> Self {
        Self { order, shuffle: None }
    }

    /// Draws the next random order, where that was asked for.
    pub fn renew(&mut self) {
        if let Some(random) = &mut self.shuffle {
            self.order.shuffle(random);
        }
    }
}

fn given(solver: &'static str, order: &[Unit], list: &[usize]) -> Result<Vec<Unit>, Refusal> {
    let mut seen = vec![false; order.len()];
    let complete = list.len() == order.len()
        && list.iter().all(|&at| at < seen.len() && !std::mem::replace(&mut seen[at], true));
    if !complete {
        let reason = format!("the ordering must name each of 0..{} once", order.len());
        return Err(Refusal::Unfit { solver, reason });
    }
    Ok(list.iter().map(|&at| order[at]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ordering_is_read_as_it_is_written() {
        for text in ["natural", "random", "colouring", "layers", "2,0,1"] {
            let ordering = Ordering::parse_option(text).expect("known");
            assert_eq!(ordering.show_option(), text);
        }
        assert!(Ordering::parse_option("2,x").is_err());
        assert!(Ordering::parse_option("").is_err());
    }

    #[test]
    fn a_given_order_names_each_unit_once() {
        let order = [Unit::Row(0), Unit::Row(1), Unit::Contact(0)];
        assert_eq!(
            given("pgs", &order, &[2, 0, 1]),
            Ok(vec![Unit::Contact(0), Unit::Row(0), Unit::Row(1)])
        );
        for list in [vec![0, 1], vec![0, 1, 1], vec![0, 1, 3]] {
            assert!(given("pgs", &order, &list).is_err());
        }
    }
}
