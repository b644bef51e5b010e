//! How far a constraint gives way, and how fast it recovers.

use super::number::{at_least_zero, positive, share};

/// Stiffness and damping of a constraint, or what they become in one step.
///
/// With the force −k φ⁺ − d φ̇⁺ taken implicitly over a step h, a row reads
/// J v⁺ + ε λ + γ φ/h = 0 with ε = 1/(h² k + h d) and γ = h k/(h k + d)
/// (Ho 2022, Eq 2.20–2.27; SIGGRAPH 2022 course, Eq 58–60).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Compliance {
    /// In physical units, the same behaviour for every step size.
    Spring {
        /// Stiffness k in N/m (N·m/rad for rotations).
        stiffness: f64,
        /// Damping d in N·s/m (N·m·s/rad).
        damping: f64,
    },
    /// The numbers of the row itself.
    Row {
        /// Compliance ε ≥ 0 in m/(s·N·s).
        epsilon: f64,
        /// Share γ of the error to remove in one step, 0 to 1.
        gamma: f64,
    },
}

impl Compliance {
    /// Contacts where nothing else is said: hard steel-like surfaces.
    pub const CONTACT: Self = Self::Spring { stiffness: 1e9, damping: 3e7 };
    /// Joints where nothing else is said.
    pub const JOINT: Self = Self::Spring { stiffness: 1e9, damping: 3e7 };

    /// ε and γ for a step of `h` seconds.
    pub fn row(&self, h: f64) -> (f64, f64) {
        match *self {
            Self::Spring { stiffness, damping } => {
                (1.0 / (h * h * stiffness + h * damping), h * stiffness / (h * stiffness + damping))
            }
            Self::Row { epsilon, gamma } => (epsilon, gamma),
        }
    }

    /// Where two surfaces meet: 2/k = 1/k₁ + 1/k₂, and the same for damping, so
    /// that two equal ones meet as given. A row given as such wins over a
    /// spring, and the softer of two rows is taken.
    pub fn meeting(&self, other: &Self) -> Self {
        match (*self, *other) {
            (
                Self::Spring { stiffness: k1, damping: d1 },
                Self::Spring { stiffness: k2, damping: d2 },
            ) => Self::Spring { stiffness: harmonic_mean(k1, k2), damping: harmonic_mean(d1, d2) },
            (Self::Row { epsilon: e1, gamma: g1 }, Self::Row { epsilon: e2, gamma: g2 }) => {
                Self::Row { epsilon: e1.max(e2), gamma: g1.min(g2) }
            }
            (row @ Self::Row { .. }, _) | (_, row @ Self::Row { .. }) => row,
        }
    }

    /// Whether the numbers make sense; says which one does not.
    pub fn check(&self) -> Result<(), String> {
        match *self {
            Self::Spring { stiffness, damping } => {
                positive("stiffness", stiffness)?;
                at_least_zero("damping", damping)?;
            }
            Self::Row { epsilon, gamma } => {
                at_least_zero("epsilon", epsilon)?;
                share("gamma", gamma)?;
            }
        }
        Ok(())
    }
}

fn harmonic_mean(a: f64, b: f64) -> f64 {
    if a + b > 0.0 { 2.0 * a * b / (a + b) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn springs_become_rows_as_the_course_prints_them() {
        let (epsilon, gamma) = Compliance::Spring { stiffness: 1e6, damping: 1e5 }.row(0.0167);
        assert!((gamma - 0.1431).abs() < 5e-5);
        assert!((epsilon - 5.131e-4).abs() < 5e-8);
    }

    #[test]
    fn bad_numbers_are_named() {
        assert!(Compliance::CONTACT.check().is_ok());
        let zero = Compliance::Spring { stiffness: 0.0, damping: 1.0 };
        assert!(zero.check().is_err_and(|message| message.contains("stiffness")));
        let nan = Compliance::Row { epsilon: f64::NAN, gamma: 0.5 };
        assert!(nan.check().is_err_and(|message| message.contains("epsilon")));
    }
}
