//! From rows of a problem back to joints and contacts.

use crate::joint::{JointId, JointRow};
use crate::model::Model;
use crate::report::{ContactReport, IslandReport, RowKind};

/// Where a row of an island's problem comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowSource {
    /// A row of a joint.
    Joint {
        /// The joint.
        joint: JointId,
        /// Which of its rows.
        row: usize,
    },
    /// A row that holds a vertex of a soft body at a body.
    Attachment,
    /// A row of a contact.
    Contact {
        /// Its place among the contacts of the (sub-)step.
        contact: usize,
        /// Normal or friction.
        kind: RowKind,
    },
}

impl RowSource {
    /// The row in words: which joint or which bodies.
    pub fn describe(&self, model: &Model, contacts: &[ContactReport]) -> String {
        match *self {
            Self::Joint { joint, row } => {
                let Some(found) = model.joints().get(joint.0) else { return "a joint".into() };
                let does = match found.row(row) {
                    JointRow::Travel => "holds or stops travel",
                    JointRow::Turn => "holds or stops rotation",
                    JointRow::Drive => "drives or rubs",
                };
                format!("row {row} of joint \"{}\", which {does}", found.description().name)
            }
            Self::Attachment => "a vertex of a soft body that a body holds".into(),
            Self::Contact { contact, kind } => {
                let of = if kind == RowKind::Normal { "the normal" } else { "friction" };
                let Some(report) = contacts.get(contact) else {
                    return format!("{of} of a contact");
                };
                let (first, second) =
                    (model.party_name(report.first), model.party_name(report.second));
                format!("{of} of a contact between \"{first}\" and \"{second}\"")
            }
        }
    }
}

impl IslandReport<'_> {
    /// Where the rows of its problem come from, in their order.
    pub fn row_sources(&self) -> Vec<RowSource> {
        let mut sources = Vec::with_capacity(self.rows);
        for &row in self.row_indices {
            if let Some(&joint) = self.joint_rows.get(row) {
                let first = self.joint_rows.partition_point(|&other| other < joint);
                sources.push(RowSource::Joint { joint: JointId(joint), row: row - first });
                continue;
            }
            let after = self.contact_rows.partition_point(|contact| contact.first <= row);
            let Some(contact) = after.checked_sub(1) else {
                sources.push(RowSource::Attachment);
                continue;
            };
            let first = self.contact_rows[contact].first;
            let contact = self.contact_places[contact];
            let kind = if row == first { RowKind::Normal } else { RowKind::Friction };
            sources.push(RowSource::Contact { contact, kind });
        }
        sources
    }

    /// The rows of its problem among all rows of the (sub-)step, joints first.
    pub fn row_indices(&self) -> &[usize] {
        self.row_indices
    }
}
