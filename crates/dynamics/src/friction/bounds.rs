//! Bounds of tangents, or what they are coupled to.

use stickslip_solve::sets::Directions;
use stickslip_solve::{FrictionContact, ProblemData, SectionShape};

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
        entry.tangents.extend([place + 1, place + 2]);
        entry.mu = contact.mu;
        if entry.section.shape != shape {
            entry.section.shape.clone_from(&shape);
        }
        entry.section.radius = (model.load() == Load::LastStep).then_some(radius);
        count += 1;
    }
    data.contacts.truncate(count);
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
