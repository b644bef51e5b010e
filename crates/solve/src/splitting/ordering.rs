//! In which order a sweep visits its units.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::options::OptionValue;
use crate::solver::Refusal;

use super::graph::Graph;

/// The order of a sweep. A unit is a row, or a contact with its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// By first row.
    Natural,
    /// A new random order for every sweep.
    Random,
    /// Units of one colour, which do not influence each other and are spread
    /// over the threads there are, then the next.
    Colouring,
    /// Shock propagation: from the ground upwards, by the number of bodies on
    /// the way (SIGGRAPH 2022 course, §3.2.4).
    Layers,
    /// For every sweep anew, the unit that is farthest off first (Poulsen et al.
    /// 2010; SIGGRAPH 2022 course, §3.2.3).
    Greedy,
    /// For every sweep anew, the unit with the largest impulse first.
    Impulse,
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
            "greedy" => Ok(Self::Greedy),
            "impulse" => Ok(Self::Impulse),
            _ => list().map(Self::Given).ok_or_else(|| {
                "expected natural, random, colouring, layers, greedy, impulse or a list such as \
                 2,0,1"
                    .into()
            }),
        }
    }

    fn show_option(&self) -> String {
        match self {
            Self::Natural => "natural".into(),
            Self::Random => "random".into(),
            Self::Colouring => "colouring".into(),
            Self::Layers => "layers".into(),
            Self::Greedy => "greedy".into(),
            Self::Impulse => "impulse".into(),
            Self::Given(list) => list.iter().map(usize::to_string).collect::<Vec<_>>().join(","),
        }
    }
}

/// Units in the order of the next sweep.
pub struct Visits<U> {
    /// The units.
    pub order: Vec<U>,
    /// Where each colour ends in the order; empty unless it goes by colours.
    colours: Vec<usize>,
    shuffle: Option<ChaCha8Rng>,
    /// What every sweep is ordered by anew, and the units as they were.
    heuristic: Option<(Heuristic, Vec<U>)>,
}

/// What an order goes by that follows x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heuristic {
    /// The size of the natural map.
    Residual,
    /// The size of the impulse.
    Impulse,
}

impl<U: Copy> Visits<U> {
    /// Orders `units`; `graph` tells which of them influence each other, and
    /// `seed` is that of random orders.
    pub fn new(
        solver: &'static str,
        units: &[U],
        graph: impl FnOnce() -> Graph,
        ordering: &Ordering,
        seed: usize,
    ) -> Result<Self, Refusal> {
        let unfit = |reason: String| Refusal::Unfit { solver, reason };
        let (mut order, mut colours) = (units.to_vec(), Vec::new());
        match ordering {
            Ordering::Natural | Ordering::Random | Ordering::Greedy | Ordering::Impulse => {}
            Ordering::Colouring => {
                let rank = graph().colours();
                order = by_rank(units, &rank);
                let count = rank.iter().max().map_or(0, |last| last + 1);
                colours = vec![0; count];
                rank.iter().for_each(|&colour| colours[colour] += 1);
                for colour in 1..count {
                    colours[colour] += colours[colour - 1];
                }
            }
            Ordering::Layers => {
                let layers = graph().layers();
                let layers = layers.ok_or_else(|| {
                    unfit("ordering=layers needs a problem with J and Minv".into())
                })?;
                order = by_rank(units, &layers);
            }
            Ordering::Given(list) => order = given(units, list).map_err(unfit)?,
        }
        let random = *ordering == Ordering::Random;
        let shuffle = random.then(|| ChaCha8Rng::seed_from_u64(seed as u64));
        let heuristic = match ordering {
            Ordering::Greedy => Some((Heuristic::Residual, units.to_vec())),
            Ordering::Impulse => Some((Heuristic::Impulse, units.to_vec())),
            _ => None,
        };
        Ok(Self { order, colours, shuffle, heuristic })
    }

    /// What the next sweep is to be ordered by, if by anything.
    pub fn heuristic(&self) -> Option<Heuristic> {
        self.heuristic.as_ref().map(|known| known.0)
    }

    /// Puts the unit with the largest key first; equal ones as they were given.
    pub fn sort_by(&mut self, key: impl Fn(U) -> f64) {
        if let Some((_, units)) = &self.heuristic {
            let keys: Vec<f64> = units.iter().map(|&unit| key(unit)).collect();
            let mut places: Vec<usize> = (0..units.len()).collect();
            places.sort_by(|&a, &b| keys[b].total_cmp(&keys[a]));
            self.order.clear();
            self.order.extend(places.iter().map(|&at| units[at]));
        }
    }

    /// Draws the next random order, where that was asked for.
    pub fn renew(&mut self) {
        if let Some(random) = &mut self.shuffle {
            self.order.shuffle(random);
        }
    }

    /// How many units the largest colour has; 0 without colours.
    pub fn largest_colour(&self) -> usize {
        let starts = std::iter::once(&0).chain(&self.colours);
        self.colours.iter().zip(starts).map(|(end, start)| end - start).max().unwrap_or(0)
    }

    /// Calls `visit` with the units of each colour, the last colour first when
    /// `backward`.
    pub fn for_each_colour(&self, backward: bool, mut visit: impl FnMut(&[U])) {
        let count = self.colours.len();
        for step in 0..count {
            let colour = if backward { count - 1 - step } else { step };
            let start = if colour == 0 { 0 } else { self.colours[colour - 1] };
            visit(&self.order[start..self.colours[colour]]);
        }
    }
}

/// The units by ascending rank, those of equal rank as they were.
fn by_rank<U: Copy>(units: &[U], rank: &[usize]) -> Vec<U> {
    let mut places: Vec<usize> = (0..units.len()).collect();
    places.sort_by_key(|&at| rank[at]);
    places.iter().map(|&at| units[at]).collect()
}

fn given<U: Copy>(order: &[U], list: &[usize]) -> Result<Vec<U>, String> {
    let mut seen = vec![false; order.len()];
    let complete = list.len() == order.len()
        && list.iter().all(|&at| at < seen.len() && !std::mem::replace(&mut seen[at], true));
    if !complete {
        return Err(format!("the ordering must name each of 0..{} once", order.len()));
    }
    Ok(list.iter().map(|&at| order[at]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::splitting::units::Unit;

    #[test]
    fn an_ordering_is_read_as_it_is_written() {
        for text in ["natural", "random", "colouring", "layers", "greedy", "impulse", "2,0,1"] {
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
            given(&order, &[2, 0, 1]),
            Ok(vec![Unit::Contact(0), Unit::Row(0), Unit::Row(1)])
        );
        for list in [vec![0, 1], vec![0, 1, 1], vec![0, 1, 3]] {
            assert!(given(&order, &list).is_err());
        }
    }
}
