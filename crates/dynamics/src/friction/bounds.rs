//! Bounds of tangents, or what they are coupled to.

use stickslip_solve::sets::Directions;
use stickslip_solve::{FrictionContact, ProblemData, Rolling, SectionShape};

use super::model::{FrictionModel, Load};
use super::section::Section;
use crate::rows::ContactRows;

/// Couples tangents to their normals, or sets the bounds that the last step
/// gives. `contacts` come with the place of their normal row.
pub(crate) fn write_contacts<'a>(
    model: FrictionModel,
    data: &mut ProblemData,
    contacts: impl Iterator<Item = (usize, &'a ContactRows)>,
) {
    let coupled = model.section() != Section::Square || model.load() != Load::LastStep;
    let shape = shape(model.section());
    let mut count = 0;
    for (place, contact) in contacts.filter(|entry| entry.1.has_tangents()) {
        let radius = contact.mu * contact.load;
        if !coupled {
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
        if model.holds_moments() && contact.count > 3 {
            couple_moments(entry, contact);
        } else {
            entry.tangents.extend([place + 1, place + 2]);
            entry.section.rolling = None;
            if entry.section.shape != shape {
                entry.section.shape.clone_from(&shape);
            }
        }
        entry.section.radius = (model.load() == Load::LastStep).then_some(radius);
        count += 1;
    }
    data.contacts.truncate(count);
}

/// Coulomb and Contensou's ellipsoid with the semi-axes μ, μ and the arm of
/// torsion, and a disc of rolling (SIGGRAPH 2022 course, §1.5, §3.4.3). Without
/// μ the axes are the arms themselves.
fn couple_moments(entry: &mut FrictionContact, contact: &ContactRows) {
    entry.tangents.extend(entry.normal + 1..entry.normal + contact.count);
    let ContactRows { mu, torsion, rolling, .. } = *contact;
    entry.section.rolling =
        (rolling > 0.0).then_some(Rolling { rows: 2, mu: rolling, radius: None });
    entry.section.shape = if torsion > 0.0 {
        entry.mu = if mu > 0.0 { mu } else { 1.0 };
        let along = if mu > 0.0 { 1.0 } else { 0.0 };
        SectionShape::Ellipse(vec![along, along, torsion / entry.mu])
    } else {
        SectionShape::Disc
    };
}

/// The shape of a contact's section. A square belongs to box problems, whose
/// contacts say nothing of it.
fn shape(section: Section) -> SectionShape {
    match section {
        Section::Square | Section::Disc => SectionShape::Disc,
        // Settings are checked: no other number of facets comes here.
        Section::Polygon(facets) => {
            Directions::new(facets).map_or(SectionShape::Disc, SectionShape::Polygon)
        }
    }
}
