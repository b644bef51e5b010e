//! Performance profiles from times.

use super::problems::Class;

/// One problem and the seconds of each solver to each accuracy; `None` where it
/// was not reached.
pub struct Race {
    /// Boxes or cones.
    pub class: Class,
    /// By solver, then by accuracy.
    pub times: Vec<[Option<f64>; 3]>,
}

impl Race {
    /// The fastest solver to an accuracy, and its seconds.
    pub fn fastest(&self, level: usize) -> Option<(usize, f64)> {
        let times = self.times.iter().enumerate();
        times
            .filter_map(|(solver, times)| Some((solver, times[level]?)))
            .min_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// The time of a solver over that of the fastest.
    fn ratio(&self, solver: usize, level: usize) -> Option<f64> {
        let (_, least) = self.fastest(level)?;
        Some(self.times[solver][level]? / least)
    }
}

/// ρ(τ): the share of problems solved within `ratio` times the fastest.
pub fn share_within(races: &[&Race], solver: usize, level: usize, ratio: f64) -> f64 {
    let within = |race: &&&Race| race.ratio(solver, level).is_some_and(|found| found <= ratio);
    races.iter().filter(within).count() as f64 / races.len().max(1) as f64
}

/// The steps of ρ from 1 to `farthest`.
pub fn profile(races: &[&Race], solver: usize, level: usize, farthest: f64) -> Vec<[f64; 2]> {
    let mut ratios: Vec<f64> = races.iter().filter_map(|race| race.ratio(solver, level)).collect();
    ratios.retain(|&ratio| ratio <= farthest);
    ratios.sort_by(f64::total_cmp);
    let (mut points, mut share) = (vec![[1.0, 0.0]], 0.0);
    for ratio in ratios {
        points.push([ratio, share]);
        share += 1.0 / races.len() as f64;
        points.push([ratio, share]);
    }
    points.push([farthest, share]);
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(times: [Option<f64>; 2]) -> Race {
        Race { class: Class::Box, times: times.map(|time| [time; 3]).to_vec() }
    }

    #[test]
    fn profiles_of_two_solvers_by_hand() {
        let races = [race([Some(1.0), Some(4.0)]), race([Some(6.0), Some(2.0)]), race([None; 2])];
        let all: Vec<&Race> = races.iter().collect();
        let third = 1.0 / 3.0;
        assert_eq!(share_within(&all, 0, 0, 1.0), third);
        assert_eq!(share_within(&all, 0, 0, 3.0), 2.0 * third);
        assert_eq!(share_within(&all, 1, 0, 3.9), third);
        assert_eq!(races[1].fastest(2), Some((1, 2.0)));
        assert_eq!(
            profile(&all, 1, 1, 100.0),
            [
                [1.0, 0.0],
                [1.0, 0.0],
                [1.0, third],
                [4.0, third],
                [4.0, 2.0 * third],
                [100.0, 2.0 * third]
            ]
        );
    }
}
