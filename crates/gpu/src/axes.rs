//! Principal axes of inertia, by Jacobi's rotations.

use stickslip_dynamics::glam::{DMat3, DQuat};

/// Turns after which what is left is rounding.
const TURNS: usize = 60;

/// The turn from principal axes to those of an inertia; none where these are principal.
pub(crate) fn principal_axes(inertia: DMat3) -> Option<DQuat> {
    let largest = |m: &DMat3| {
        let all = [(0, 1), (0, 2), (1, 2)];
        all.into_iter().fold((0, 1), |best, own| {
            let size = |(i, j): (usize, usize)| m.col(j)[i].abs();
            if size(own) > size(best) { own } else { best }
        })
    };
    let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
    let (mut m, mut axes) = (inertia, DMat3::IDENTITY);
    for turn in 0..TURNS {
        let (i, j) = largest(&m);
        let off = m.col(j)[i];
        if off.abs() <= 1e-15 * trace {
            return (turn > 0).then(|| DQuat::from_mat3(&axes).normalize());
        }
        // tan of the angle that makes the largest term vanish.
        let theta = (m.col(j)[j] - m.col(i)[i]) / (2.0 * off);
        let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
        let c = 1.0 / (t * t + 1.0).sqrt();
        let s = t * c;
        let mut spin = DMat3::IDENTITY;
        spin.col_mut(i)[i] = c;
        spin.col_mut(j)[j] = c;
        spin.col_mut(j)[i] = s;
        spin.col_mut(i)[j] = -s;
        m = spin.transpose() * m * spin;
        axes *= spin;
    }
    Some(DQuat::from_mat3(&axes).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip_dynamics::glam::DVec3;

    #[test]
    fn a_turned_inertia_is_diagonal_along_its_axes() {
        let own = DMat3::from_diagonal(DVec3::new(1.0, 2.0, 5.0));
        assert_eq!(principal_axes(own), None);
        let turn = DMat3::from_quat(DQuat::from_scaled_axis(DVec3::new(0.4, -1.1, 0.7)));
        let inertia = turn * own * turn.transpose();
        let found = principal_axes(inertia).map(DMat3::from_quat).unwrap_or(DMat3::IDENTITY);
        let back = found.transpose() * inertia * found;
        let rest =
            back - DMat3::from_diagonal(DVec3::new(back.x_axis.x, back.y_axis.y, back.z_axis.z));
        assert!(rest.to_cols_array().iter().all(|x| x.abs() < 1e-14), "{back}");
        assert!((found.determinant() - 1.0).abs() < 1e-14);
        assert!((back.x_axis.x * back.y_axis.y * back.z_axis.z - 10.0).abs() < 1e-12);
    }
}
