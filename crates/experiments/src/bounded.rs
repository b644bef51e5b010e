//! Counts that may lie beyond a limit, and what can still be said of them.
//!
//! "Not within 3000" is a number like any other where it is held against 253:
//! the ratio is at least 3000/253. A claim about it holds or fails where every
//! value that it may have says so, and is open else.

use crate::claim::Ruling;

/// Iterations to a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reached {
    /// After so many.
    At(f64),
    /// Not within so many.
    NotWithin(f64),
}

impl Reached {
    /// A count, or that it was not reached within a limit.
    pub fn within(limit: usize, count: Option<f64>) -> Self {
        count.map_or(Self::NotWithin(limit as f64), Self::At)
    }

    /// The least and the most that it can be.
    fn ends(self) -> [f64; 2] {
        match self {
            Self::At(count) => [count, count],
            Self::NotWithin(limit) => [limit, f64::INFINITY],
        }
    }

    /// "253", or "more than 3000".
    pub fn shown(self) -> String {
        match self {
            Self::At(count) => format!("{count:.0}"),
            Self::NotWithin(limit) => format!("more than {limit:.0}"),
        }
    }

    /// Over another count.
    pub fn over(self, other: Self) -> Range {
        let ([least, most], [below_least, below_most]) = (self.ends(), other.ends());
        let share = |above: f64, below: f64| if above == 0.0 { 0.0 } else { above / below };
        Range { least: share(least, below_most), most: share(most, below_least) }
    }
}

/// All that a ratio may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least.
    pub least: f64,
    /// The most.
    pub most: f64,
}

impl Range {
    /// From the least to the most of several numbers; none where one is none.
    pub fn of(values: &[f64]) -> Self {
        if values.is_empty() || values.iter().any(|value| value.is_nan()) {
            return Self { least: f64::NAN, most: f64::NAN };
        }
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        Self { least, most: values.iter().copied().fold(f64::NEG_INFINITY, f64::max) }
    }

    /// All that the ratio of two positive numbers may be.
    pub fn over(self, other: Self) -> Self {
        Self { least: self.least / other.most, most: self.most / other.least }
    }

    /// The number in the middle.
    pub fn middle(self) -> f64 {
        0.5 * (self.least + self.most)
    }

    /// "1.85 to 1.92", or one number where both are reported alike.
    pub fn told(self) -> String {
        let [least, most] = [self.least, self.most].map(|value| format!("{value:.2}"));
        if least == most { least } else { format!("{least} to {most}") }
    }

    /// Whether it lies strictly between two numbers.
    pub fn between(self, low: f64, high: f64) -> Ruling {
        if self.least.is_nan() || self.most.is_nan() {
            Ruling::Open
        } else if low < self.least && (self.most < high || high == f64::INFINITY) {
            Ruling::Holds
        } else if self.most <= low || high <= self.least {
            Ruling::Fails
        } else {
            Ruling::Open
        }
    }

    /// Whether it is more than another.
    pub fn above(self, other: Self) -> Ruling {
        if self.least > other.most {
            Ruling::Holds
        } else if self.most <= other.least {
            Ruling::Fails
        } else {
            Ruling::Open
        }
    }

    /// "2.10", "> 11.86", "< 0.08" or "–".
    pub fn shown(self) -> String {
        match (self.least, self.most) {
            (least, most) if least.is_nan() || most.is_nan() => "–".into(),
            (least, most) if least == most => format!("{least:.2}"),
            (0.0, f64::INFINITY) => "–".into(),
            (least, f64::INFINITY) => format!("> {least:.2}"),
            (0.0, most) => format!("< {most:.2}"),
            (least, most) => format!("{least:.2} to {most:.2}"),
        }
    }
}

/// Of several in a row.
pub fn list(ranges: &[Range]) -> String {
    ranges.iter().map(|range| range.shown()).collect::<Vec<_>>().join(", ")
}

/// Fails where one does, is open where one is or there is none, and holds else.
pub fn all(rulings: impl IntoIterator<Item = Ruling>) -> Ruling {
    let rulings: Vec<Ruling> = rulings.into_iter().collect();
    if rulings.contains(&Ruling::Fails) {
        Ruling::Fails
    } else if rulings.is_empty() || rulings.iter().any(|&it| it != Ruling::Holds) {
        Ruling::Open
    } else {
        Ruling::Holds
    }
}

/// Holds where more than half of all do, fails where half or more cannot.
pub fn most(rulings: &[Ruling]) -> Ruling {
    let count = |ruling| 2 * rulings.iter().filter(|&&it| it == ruling).count();
    if count(Ruling::Holds) > rulings.len() {
        Ruling::Holds
    } else if count(Ruling::Fails) >= rulings.len().max(1) {
        Ruling::Fails
    } else {
        Ruling::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Reached::{At, NotWithin};
    use Ruling::{Fails, Holds, Open};

    #[test]
    fn a_limit_that_was_missed_can_be_compared() {
        let [few, some, beyond] = [At(100.0), At(250.0), NotWithin(3000.0)];
        let above = |one: Reached, other| one.over(other).between(1.0, f64::INFINITY);
        assert_eq!(above(some, few), Holds);
        assert_eq!(above(few, some), Fails);
        assert_eq!(above(beyond, some), Holds);
        assert_eq!(above(some, beyond), Fails);
        assert_eq!(above(beyond, beyond), Open);
        assert_eq!(beyond.over(some).between(2.0, 4.5), Fails);
        assert_eq!(beyond.over(At(1000.0)).between(2.0, 4.5), Open);
        assert_eq!(beyond.over(some).shown(), "> 12.00");
        assert_eq!(some.over(beyond).shown(), "< 0.08");
        assert_eq!(beyond.over(beyond).shown(), "–");
    }

    #[test]
    fn ratios_of_times_reach_as_far_as_their_repeats() {
        let (one, other) = (Range::of(&[3.0, 2.0]), Range::of(&[1.0, 2.0]));
        assert_eq!(one.over(other), Range { least: 1.0, most: 3.0 });
        assert_eq!(one.over(other).between(1.0, 9.0), Open);
        assert_eq!(one.over(other).between(0.9, 9.0), Holds);
        assert_eq!(Range::of(&[]).between(0.0, 1.0), Open);
        assert_eq!([one.told(), one.over(one).told()], ["2.00 to 3.00", "0.67 to 1.50"]);
    }

    #[test]
    fn ranges_are_ordered_where_they_do_not_overlap() {
        let range = |least, most| Range { least, most };
        assert_eq!(range(2.0, 3.0).above(range(0.0, 1.0)), Holds);
        assert_eq!(range(0.0, 1.0).above(range(2.0, 3.0)), Fails);
        assert_eq!(range(0.0, 2.5).above(range(2.0, 3.0)), Open);
    }

    #[test]
    fn several_rulings_make_one() {
        assert_eq!([all([]), all([Holds]), all([Holds, Open])], [Open, Holds, Open]);
        assert_eq!(all([Fails, Open]), Fails);
        assert_eq!([most(&[]), most(&[Holds, Holds, Fails])], [Open, Holds]);
        assert_eq!([most(&[Fails, Holds]), most(&[Open, Holds])], [Fails, Open]);
    }
}
