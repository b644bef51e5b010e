//! A number that changes with time as a script says.

use thiserror::Error;

/// Why a schedule cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// No points.
    #[error("a schedule needs at least one point")]
    Empty,
    /// Times must ascend.
    #[error("time {time} of point {point} does not come after the one before it")]
    Order {
        /// Which point.
        point: usize,
        /// Its time.
        time: f64,
    },
    /// NaN or infinite.
    #[error("point {point} is not finite")]
    NotFinite {
        /// Which point.
        point: usize,
    },
}

/// A piecewise linear function of time, constant before its first point and
/// after its last.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    points: Vec<(f64, f64)>,
}

impl Schedule {
    /// The same value at all times.
    pub fn constant(value: f64) -> Self {
        Self { points: vec![(0.0, value)] }
    }

    /// A function through the points (time in s, value), times ascending.
    pub fn new(points: Vec<(f64, f64)>) -> Result<Self, ScheduleError> {
        if points.is_empty() {
            return Err(ScheduleError::Empty);
        }
        for (point, &(time, value)) in points.iter().enumerate() {
            if !time.is_finite() || !value.is_finite() {
                return Err(ScheduleError::NotFinite { point });
            }
            if point > 0 && time <= points[point - 1].0 {
                return Err(ScheduleError::Order { point, time });
            }
        }
        Ok(Self { points })
    }

    /// The value at a time.
    pub fn at(&self, time: f64) -> f64 {
        let after = self.points.partition_point(|point| point.0 <= time);
        if after == 0 {
            return self.points[0].1;
        }
        let (begin, low) = self.points[after - 1];
        match self.points.get(after) {
            None => low,
            Some(&(end, high)) => low + (high - low) * (time - begin) / (end - begin),
        }
    }

    /// The points.
    pub fn points(&self) -> &[(f64, f64)] {
        &self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_between_points_lie_on_the_line() {
        let schedule = Schedule::new(vec![(1.0, 2.0), (3.0, 6.0)]).expect("ascending");
        assert_eq!(
            [0.0, 1.0, 2.0, 3.0, 9.0].map(|time| schedule.at(time)),
            [2.0, 2.0, 4.0, 6.0, 6.0]
        );
        assert_eq!(Schedule::constant(5.0).at(-1.0), 5.0);
    }

    #[test]
    fn bad_points_are_named() {
        assert_eq!(Schedule::new(vec![]), Err(ScheduleError::Empty));
        assert_eq!(
            Schedule::new(vec![(0.0, 1.0), (0.0, 2.0)]),
            Err(ScheduleError::Order { point: 1, time: 0.0 })
        );
        assert_eq!(
            Schedule::new(vec![(0.0, f64::NAN)]),
            Err(ScheduleError::NotFinite { point: 0 })
        );
    }
}
