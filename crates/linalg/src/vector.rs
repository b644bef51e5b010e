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
