//! Mass, centre and inertia of a body from its description.

use glam::{DMat3, DVec3};
use stickslip_contact::MassProperties;

use super::description::{BodyDescription, ColliderDescription, MassDescription, Motion};
use super::number::positive;

/// The mass of a body that forces move, as it is given or as its shapes have it.
pub(super) fn mass_of(description: &BodyDescription) -> Result<MassProperties, String> {
    if description.motion != Motion::Dynamic {
        return Ok(MassProperties { mass: 0.0, center: DVec3::ZERO, inertia: DMat3::ZERO });
    }
    let properties = match description.mass {
        MassDescription::FromShapes => from_shapes(&description.colliders)?,
        MassDescription::Total(mass) => {
            let shaped = from_shapes(&description.colliders)?;
            let factor = mass / shaped.mass;
            MassProperties { mass, inertia: shaped.inertia * factor, ..shaped }
        }
        MassDescription::Given { mass, center, inertia } => {
            MassProperties { mass, center, inertia }
        }
    };
    positive("the mass", properties.mass)?;
    if !is_positive_definite(&properties.inertia) {
        return Err("the inertia is not symmetric positive definite".into());
    }
    if !properties.center.is_finite() {
        return Err("the centre of mass is not finite".into());
    }
    Ok(properties)
}

fn is_positive_definite(inertia: &DMat3) -> bool {
    let scale = inertia.to_cols_array().iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let symmetric = (*inertia - inertia.transpose())
        .to_cols_array()
        .iter()
        .all(|gap| gap.abs() <= 1e-9 * scale);
    let minor = inertia.x_axis.x * inertia.y_axis.y - inertia.x_axis.y * inertia.y_axis.x;
    symmetric && inertia.x_axis.x > 0.0 && minor > 0.0 && inertia.determinant() > 0.0
}

/// Sums masses, and moves every inertia to the common centre:
/// I += R Iᵢ Rᵀ + mᵢ(|d|² E − d dᵀ) (Steiner).
fn from_shapes(colliders: &[ColliderDescription]) -> Result<MassProperties, String> {
    let mut parts = Vec::with_capacity(colliders.len());
    for (at, collider) in colliders.iter().enumerate() {
        let own = collider.shape.mass_properties(collider.density).ok_or_else(|| {
            format!("shape {at} has no volume, so a dynamic body cannot take its mass from it")
        })?;
        let rotation = DMat3::from_quat(collider.pose.orientation);
        let inertia = rotation * own.inertia * rotation.transpose();
        parts.push((own.mass, collider.pose.point(own.center), inertia));
    }
    let mass: f64 = parts.iter().map(|part| part.0).sum();
    if mass <= 0.0 {
        return Err("it has no shape, so its mass must be given".into());
    }
    let center = parts.iter().map(|part| part.1 * part.0).sum::<DVec3>() / mass;
    let mut inertia = DMat3::ZERO;
    for (mass, place, own) in parts {
        let d = place - center;
        let outer = DMat3::from_cols(d * d.x, d * d.y, d * d.z);
        inertia += own + (DMat3::IDENTITY * d.length_squared() - outer) * mass;
    }
    Ok(MassProperties { mass, center, inertia })
}
