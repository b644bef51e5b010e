//! What no format may say: bodies that move and weigh nothing.

use crate::error::ImportError;
use crate::mass::{self, Mass};
use crate::mechanism::{Format, Mechanism};

/// Least mass (kg) and least principal moment (kg·m²) of what moves.
const LEAST: f64 = 1e-15;

/// Every body that moves has mass and inertia, together with those that are
/// fixed to it. In URDF a link without mass may stand between two joints: both
/// then belong to what comes after it.
pub(crate) fn masses(mechanism: &Mechanism) -> Result<(), ImportError> {
    let mut parts: Vec<Vec<Mass>> = vec![Vec::new(); mechanism.bodies.len()];
    let mut children = vec![0_usize; mechanism.bodies.len()];
    let start = crate::facts::Configuration::initial(mechanism);
    let kinematics = crate::facts::Kinematics::new(mechanism, &start.qpos);
    for (number, body) in mechanism.bodies.iter().enumerate() {
        let Some(root) = mechanism.root_of(Some(number)) else { continue };
        if root == number
            && let Some(above) = mechanism.root_of(body.parent)
        {
            children[above] += 1;
        }
        let mass = Mass { mass: body.mass, centre: body.centre, inertia: body.inertia };
        parts[root].push(mass.moved(&kinematics.bodies[number]));
    }
    for (number, parts) in parts.iter().enumerate() {
        let body = &mechanism.bodies[number];
        if mechanism.root_of(Some(number)) != Some(number) || body.mocap {
            continue;
        }
        let label = match &body.name {
            Some(name) => format!("\"{name}\""),
            None => format!("number {number}"),
        };
        let whole = Mass::sum(parts);
        if whole.mass < LEAST {
            if mechanism.format == Format::Urdf && children[number] == 1 {
                continue;
            }
            let what = format!("body {label} moves, but has no mass, nor has what is fixed to it");
            return Err(ImportError::new(body.place.clone(), what));
        }
        let (moments, _) = mass::principal(whole.inertia);
        if moments.min_element() < LEAST {
            let least = moments.min_element();
            let what = format!(
                "body {label} moves, but its inertia has the principal moment {least:.3e}, which \
                 is not > 0"
            );
            return Err(ImportError::new(body.place.clone(), what));
        }
    }
    Ok(())
}
