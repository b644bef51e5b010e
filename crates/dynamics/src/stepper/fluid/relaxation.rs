//! Aitken's relaxation of what bodies and liquids take turns on.

use glam::DVec3;
use stickslip_liquid::{Impulse, Mover};

/// They agree where what they differ by is less than this share of what the liquid does.
const AGREE: f64 = 1e-3;
/// And where they differ by less than that (m/s).
const STILL: f64 = 1e-7;
/// Bounds of ω: light bodies that are held need (M + added mass)/M.
const RELAXED: [f64; 2] = [0.05, 50.0];

/// Differences of velocity and angular velocity, body by body.
type Residual = Vec<[DVec3; 2]>;

/// What is remembered of the last turn.
#[derive(Default)]
pub struct Relaxation {
    last: Option<(f64, Residual)>,
    /// By how much they differ (m/s, in the mean of masses).
    pub difference: f64,
}

impl Relaxation {
    /// Whether bodies ended as the pressures had them; where not, moves the guess by ω r with
    ///
    /// ω ← −ω r₋·(r − r₋)/|r − r₋|² (Küttler and Wall 2008, Eq 44),
    ///
    /// squares being those of kinetic energy.
    pub fn agree(&mut self, guess: &mut [Mover], given: &[Impulse], ended: &[Mover]) -> bool {
        let pairs = guess.iter().zip(given).zip(ended);
        let residual: Residual = pairs
            .map(|((guess, given), ended)| {
                let wanted = guess.pushed(given);
                [ended.velocity - wanted.velocity, ended.spin - wanted.spin]
            })
            .collect();
        let done: Residual = (guess.iter().zip(given))
            .map(|(guess, given)| {
                [guess.inverse_mass * given.linear, guess.inverse_inertia * given.angular]
            })
            .collect();
        let mass: f64 = guess.iter().map(|mover| 1.0 / mover.inverse_mass).sum();
        let allowed = AGREE * AGREE * product(guess, &done, &done) + STILL * STILL * mass;
        let differs = product(guess, &residual, &residual);
        self.difference = (differs / mass).sqrt();
        if differs <= allowed {
            return true;
        }
        let omega = self.last.as_ref().map_or(1.0, |(omega, last)| {
            let change: Residual = (residual.iter().zip(last))
                .map(|(now, last)| [now[0] - last[0], now[1] - last[1]])
                .collect();
            let [least, most] = RELAXED;
            let share = product(guess, last, &change) / product(guess, &change, &change);
            if share.is_finite() { (-omega * share).clamp(least, most) } else { 1.0 }
        });
        for (mover, by) in guess.iter_mut().zip(&residual) {
            mover.velocity += omega * by[0];
            mover.spin += omega * by[1];
        }
        self.last = Some((omega, residual));
        false
    }
}

/// Σ a·M b.
fn product(movers: &[Mover], a: &[[DVec3; 2]], b: &[[DVec3; 2]]) -> f64 {
    let each = movers.iter().zip(a).zip(b).map(|((mover, a), b)| {
        let turning = mover.inverse_inertia.inverse() * b[1];
        let turning = if turning.is_finite() { a[1].dot(turning) } else { 0.0 };
        a[0].dot(b[0]) / mover.inverse_mass + turning
    });
    each.sum()
}
