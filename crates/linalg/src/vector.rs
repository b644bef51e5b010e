//! The few dense vector operations that every solver needs.

/// Σ xᵢ yᵢ, summed in index order so that the bits never depend on threads.
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(a, b)| a * b).sum()
}

/// Euclidean norm ‖x‖₂.
pub fn norm(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

/// Maximum norm ‖x‖∞; NaN if any entry is NaN.
pub fn infinity_norm(x: &[f64]) -> f64 {
    x.iter().fold(
        0.0,
        |largest, value| {
            if value.is_nan() || value.abs() > largest { value.abs() } else { largest }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn norms_and_products_of_short_vectors() {
        assert_eq!(dot(&[1.0, -2.0, 3.0], &[4.0, 5.0, -0.5]), -7.5);
        assert_eq!(norm(&[3.0, -4.0]), 5.0);
        assert_eq!(infinity_norm(&[1.0, -7.0, 3.0]), 7.0);
        assert_eq!((dot(&[], &[]), norm(&[]), infinity_norm(&[])), (0.0, 0.0, 0.0));
    }

    #[test]
    fn what_is_not_a_number_is_not_lost() {
        for place in 0..3 {
            let mut x = [1.0, -2.0, 3.0];
            x[place] = f64::NAN;
            assert!(infinity_norm(&x).is_nan(), "entry {place}");
        }
    }
}
