//! Bounds of tangents, or what they are coupled to.

use stickslip_solve::{FrictionContact, Kind, ProblemData, Rolling, SectionShape};

use super::friction_shape::FrictionShape;
use super::model::{Form, Load};
use super::section::FrictionSection;
use crate::rows::ContactRows;

/// Couples tangents to their normals, or sets the bounds that the last step
/// gives. `contacts` come with the place of their normal row.
pub(crate) fn write_contacts<'a>(
    form: Form,
    data: &mut ProblemData,
    contacts: impl Iterator<Item = (usize, &'a ContactRows)>,
) {
    let model = form.model;
    if model.has_slacks() {
        // Contacts say their polygon; `solve` turns that into directions.
        data.kind = Kind::Ncp;
    }
    let boxes = data.kind == Kind::Blcp;
    // The contacts of box problems say nothing of their square.
    let plain = if boxes { FrictionSection::Disc } else { model.section() };
    let shape = plain.shape();
    let mut count = 0;
    for (place, contact) in contacts.filter(|entry| entry.1.has_tangents()) {
        let last = (model.load() == Load::LastStep).then_some(contact.mu * contact.load);
        let fixed = contact.bound.or(last);
        if let Some(radius) = fixed.filter(|_| boxes) {
            for tangent in [place + 1, place + 2] {
                (data.lo[tangent], data.hi[tangent]) = (-radius, radius);
            }
            continue;
        }
        // Written over the old ones, whose memory stays.
        if count == data.contacts.len() {
            data.contacts.push(FrictionContact::default());
        }
        let entry = &mut data.contacts[count];
        entry.normal = place;
        entry.tangents.clear();
        entry.mu = contact.mu;
        let has_moments = model.holds_moments() && contact.count > 3;
        match &contact.friction_shape {
            FrictionShape::Disc if has_moments => couple_moments(entry, contact, [1.0; 2]),
            FrictionShape::Ellipse(axes) if has_moments => couple_moments(entry, contact, *axes),
            friction_shape => {
                entry.tangents.extend([place + 1, place + 2]);
                entry.section.rolling = None;
                if *friction_shape != FrictionShape::Disc {
                    entry.section.shape = friction_shape.shape(plain);
                } else if entry.section.shape != shape {
                    entry.section.shape.clone_from(&shape);
                }
            }
        }
        entry.section.radius = fixed;
        count += 1;
    }
    data.contacts.truncate(count);
}

/// Coulomb and Contensou's ellipsoid with the semi-axes of sliding and the arm
/// of torsion, and a disc of rolling (SIGGRAPH 2022 course, §1.5, §3.4.3). Without
/// μ the axes are the arms themselves.
fn couple_moments(entry: &mut FrictionContact, contact: &ContactRows, axes: [f64; 2]) {
    entry.tangents.extend(entry.normal + 1..entry.normal + contact.count);
    let &ContactRows { mu, torsion, rolling, .. } = contact;
    entry.section.rolling =
        (rolling > 0.0).then_some(Rolling { rows: 2, mu: rolling, radius: None });
    entry.section.shape = if torsion > 0.0 {
        entry.mu = if mu > 0.0 { mu } else { 1.0 };
        let [along, across] = if mu > 0.0 { axes } else { [0.0; 2] };
        SectionShape::Ellipse(vec![along, across, torsion / entry.mu])
    } else if axes == [1.0; 2] {
        SectionShape::Disc
    } else {
        SectionShape::Ellipse(axes.to_vec())
    };
}
