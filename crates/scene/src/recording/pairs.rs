//! Pairs of touching bodies, coded by how far they are ahead among those of
//! before.

/// Contacts of before that may be passed over in one go.
const FARTHEST: usize = 30;

/// Two bodies.
pub type Pair = (usize, usize);

/// The pairs of before, and how far they are coded.
pub struct Pairs {
    old: Vec<Pair>,
    at: usize,
    /// The pair that was coded last.
    pub last: Pair,
}

impl Pairs {
    /// At the first of these.
    pub fn new(old: impl Iterator<Item = Pair>) -> Self {
        Self { old: old.collect(), at: 0, last: (0, 0) }
    }

    /// How many are passed over until this one; none where it is not near.
    pub fn steps_to(&self, pair: Pair) -> Option<usize> {
        self.old[self.at..].iter().take(FARTHEST).position(|known| *known == pair)
    }

    /// The one after so many that are passed over.
    pub fn ahead(&self, steps: usize) -> Option<Pair> {
        self.old.get(self.at.checked_add(steps)?).copied()
    }

    /// Goes on behind a pair that was coded, so many steps ahead or anew.
    pub fn pass(&mut self, pair: Pair, steps: Option<usize>) {
        self.at += steps.map_or(0, |steps| steps + 1);
        self.last = pair;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One is gone, one is new, one comes again.
    #[test]
    fn pairs_are_told_by_steps() {
        let mut pairs = Pairs::new([(0, 1), (0, 2), (1, 2), (1, 2)].into_iter());
        let mut told = Vec::new();
        for pair in [(0, 2), (0, 3), (1, 2), (1, 2), (1, 2)] {
            let steps = pairs.steps_to(pair);
            assert!(steps.is_none_or(|steps| pairs.ahead(steps) == Some(pair)));
            pairs.pass(pair, steps);
            told.push(steps);
        }
        assert_eq!(told, [Some(1), None, Some(0), Some(0), None]);
        assert_eq!((pairs.last, pairs.ahead(0), pairs.ahead(usize::MAX)), ((1, 2), None, None));
    }
}
