//! From numbers to pixels, and where the ticks stand.

/// One axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// From the first number to the second, evenly, with ticks at multiples of
    /// the third.
    Linear(f64, f64, f64),
    /// From one power of ten to another.
    Logarithmic(i32, i32),
}

/// Most labels on an axis.
const MAX_TICKS: i32 = 7;

impl Scale {
    /// 0 … `largest`, evenly, with ticks at whole numbers.
    pub fn whole(largest: f64) -> Self {
        let largest = largest.max(1.0);
        Self::Linear(0.0, largest, even_step(largest).max(1.0))
    }

    /// From tick to tick around all finite `values`, and from zero where that
    /// costs less than half of the axis.
    pub fn even(values: impl IntoIterator<Item = f64>) -> Self {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let (mut low, mut high) = finite
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            });
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if low > 0.0 && low < 0.5 * high {
            low = 0.0;
        }
        if high - low <= 1e-9 * high.abs().max(low.abs()) {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let step = even_step(high - low);
        Self::Linear((low / step).floor() * step, (high / step).ceil() * step, step)
    }

    /// Whole decades that hold every positive number of `values` and lie
    /// within `decades`.
    pub fn logarithmic(values: impl IntoIterator<Item = f64>, decades: (i32, i32)) -> Self {
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for value in values.into_iter().filter(|value| *value > 0.0 && value.is_finite()) {
            let exponent = value.log10();
            low = low.min(exponent.floor() as i32);
            high = high.max(exponent.ceil() as i32);
        }
        if low > high {
            (low, high) = (-1, 0);
        }
        let low = low.clamp(decades.0, decades.1 - 1);
        Self::Logarithmic(low, high.clamp(low + 1, decades.1))
    }

    /// 0 at the beginning of the axis, 1 at its end; what lies outside, zero on
    /// a logarithmic axis for one, is put on the nearest end, and NaN on the far one.
    pub fn position(self, value: f64) -> f64 {
        if value.is_nan() {
            return 1.0;
        }
        let share = match self {
            Self::Linear(low, high, _) => (value - low) / (high - low),
            Self::Logarithmic(low, high) => {
                (value.log10() - f64::from(low)) / f64::from(high - low)
            }
        };
        share.clamp(0.0, 1.0)
    }

    /// Place and label of every tick.
    pub fn ticks(self) -> Vec<(f64, String)> {
        match self {
            Self::Linear(low, high, step) => {
                let count = ((high - low) / step + 1e-9) as usize;
                let digits = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
                let tick = |index| {
                    let value = low + index as f64 * step;
                    (self.position(value), format!("{value:.digits$}"))
                };
                (0..=count).map(tick).collect()
            }
            Self::Logarithmic(low, high) => {
                let step = (high - low + MAX_TICKS - 1) / MAX_TICKS;
                let exponents = (low..=high).rev().step_by(step.max(1) as usize);
                exponents
                    .map(|power| (self.position(10f64.powi(power)), power_of_ten(power)))
                    .collect()
            }
        }
    }
}

/// 1, 2 or 5 times a power of ten.
fn even_step(length: f64) -> f64 {
    let rough = length / f64::from(MAX_TICKS);
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough);
    factor.unwrap_or(10.0) * power
}

/// 10⁻⁹ in letters that need no markup.
fn power_of_ten(power: i32) -> String {
    let raised = |letter| match letter {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + digit as u32 - '0' as u32).unwrap_or(digit),
    };
    match power {
        0 => "1".into(),
        1 => "10".into(),
        _ => format!("10{}", power.to_string().chars().map(raised).collect::<String>()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_hold_every_number() {
        let scale = Scale::logarithmic([3e-9, 0.0, 20.0, f64::NAN], (-18, 6));
        assert_eq!(scale, Scale::Logarithmic(-9, 2));
        assert_eq!(scale.position(1e-9), 0.0);
        assert_eq!(scale.position(100.0), 1.0);
        assert_eq!(scale.position(0.0), 0.0);
        assert_eq!(scale.position(f64::NAN), 1.0);
        assert_eq!(Scale::logarithmic([], (-18, 6)), Scale::Logarithmic(-1, 0));
        assert_eq!(Scale::logarithmic([1e300], (-18, 6)), Scale::Logarithmic(5, 6));
    }

    #[test]
    fn ticks_are_round_numbers() {
        let labels =
            |scale: Scale| scale.ticks().into_iter().map(|tick| tick.1).collect::<Vec<_>>();
        assert_eq!(labels(Scale::whole(31.0)), ["0", "5", "10", "15", "20", "25", "30"]);
        assert_eq!(labels(Scale::whole(2.0)), ["0", "1", "2"]);
        assert_eq!(
            labels(Scale::even([0.1, 0.9, f64::NAN])),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(labels(Scale::even([-3.0, 4.0])), ["-3", "-2", "-1", "0", "1", "2", "3", "4"]);
        assert_eq!(labels(Scale::even([])).len(), 6);
        assert_eq!(Scale::even([7.0]), Scale::Linear(6.4, 7.6000000000000005, 0.2));
        assert_eq!(labels(Scale::Logarithmic(-2, 1)), ["10", "1", "10⁻¹", "10⁻²"]);
        assert_eq!(labels(Scale::Logarithmic(-13, -11)), ["10⁻¹¹", "10⁻¹²", "10⁻¹³"]);
    }

    #[test]
    fn even_scales_begin_at_zero_where_that_costs_little() {
        assert_eq!(Scale::even([10.0, 30.0]), Scale::Linear(0.0, 30.0, 5.0));
        assert_eq!(Scale::even([20.0, 30.0]), Scale::Linear(20.0, 30.0, 2.0));
    }

    /// Numbers that are equal but for rounding are not drawn as a wild curve.
    #[test]
    fn numbers_that_hardly_differ_have_room_around_them() {
        let scale = Scale::even([1e6, 1e6 + 1e-4]);
        assert!((scale.position(1e6) - scale.position(1e6 + 1e-4)).abs() < 1e-3, "{scale:?}");
        assert_eq!(Scale::logarithmic([10.0], (-18, 6)), Scale::Logarithmic(1, 2));
    }

    #[test]
    fn places_are_shares_of_the_axis() {
        assert_eq!(Scale::Linear(10.0, 30.0, 5.0).position(15.0), 0.25);
        assert_eq!(Scale::Logarithmic(-3, 5).position(1e3), 0.75);
    }

    #[test]
    fn decades_are_left_out_where_they_are_many() {
        let labels = |low, high| {
            let ticks = Scale::Logarithmic(low, high).ticks();
            ticks.into_iter().map(|tick| tick.1).collect::<Vec<_>>()
        };
        assert_eq!(labels(2, 9), ["10⁹", "10⁸", "10⁷", "10⁶", "10⁵", "10⁴", "10³", "10²"]);
        assert_eq!(labels(1, 9), ["10⁹", "10⁷", "10⁵", "10³", "10"]);
    }
}
