//! Mass, centre and inertia of a body from its description.

use glam::{DMat3, DVec3};
use stickslip_contact::MassProperties;

use super::description::{BodyDescription, ColliderDescription, MassDescription, Motion};
use super::number::positive;

/// The mass of a body that forces move, as it is given or as its shapes have it.
pub(super) fn mass_of(description: &BodyDescription) -> Result<MassProperties, String> {
    if description.motion != Motion::Dynamic {
        return Ok(MassProperties { mass: 0.0, centre: DVec3::ZERO, inertia: DMat3::ZERO });
    }
    let properties = match description.mass {
        MassDescription::FromShapes => from_shapes(&description.colliders)?,
        MassDescription::Total(mass) => {
            let shaped = from_shapes(&description.colliders)?;
            let factor = mass / shaped.mass;
            MassProperties { mass, inertia: shaped.inertia * factor, ..shaped }
        }
        MassDescription::Given { mass, centre, inertia } => {
            MassProperties { mass, centre, inertia }
        }
    };
    positive("the mass", properties.mass)?;
    if !is_positive_definite(&properties.inertia) {
        return Err("the inertia is not symmetric positive definite".into());
    }
    if !properties.centre.is_finite() {
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

/// The shapes at their places as one body.
fn from_shapes(colliders: &[ColliderDescription]) -> Result<MassProperties, String> {
    let part = |(at, collider): (usize, &ColliderDescription)| {
        let own = collider.shape.mass_properties(collider.density).ok_or_else(|| {
            format!("shape {at} has no volume, so a dynamic body cannot take its mass from it")
        })?;
        Ok(own.placed(&collider.pose))
    };
    let parts = colliders
        .iter()
        .enumerate()
        .filter(|(_, it)| !it.visual)
        .map(part)
        .collect::<Result<Vec<_>, String>>()?;
    MassProperties::of_parts(&parts)
        .ok_or_else(|| "it has no shape, so its mass must be given".into())
}
