//! What acted in contacts during all kicks and impacts of a step.

use glam::DVec3;
use stickslip_contact::Contact;

use super::super::super::linearisation::Linearisation;
use super::super::{Refinement, Work};
use crate::report::ContactReport;
use crate::world::World;

/// What has acted in a contact during all kicks and impacts of a step.
pub(super) struct Total {
    pub(super) cluster: usize,
    key: (usize, usize, u64),
    report: ContactReport,
}

/// Adds what has acted in the contacts of rows to that of earlier ones.
pub(super) fn add_totals(
    totals: &mut Vec<Total>,
    lines: &Linearisation,
    work: &Work<'_>,
    cluster: usize,
) {
    for (at, contact) in lines.contacts.iter().enumerate() {
        let report = lines.contact_report(work.world, work.collision, at, 1.0);
        let key = contact.key();
        match totals.binary_search_by_key(&(cluster, key), |total| (total.cluster, total.key)) {
            Ok(at) => {
                let total = &mut totals[at].report;
                let (impulse, moment) = (total.impulse, total.moment);
                *total = report;
                total.impulse += impulse;
                total.moment += moment;
            }
            Err(at) => totals.insert(at, Total { cluster, key, report }),
        }
    }
}

impl Refinement {
    /// Tells of the contacts of a cluster what acted in all of its step.
    pub(in super::super) fn report_totals(
        &self,
        world: &mut World,
        lines: &Linearisation,
        cluster: usize,
    ) {
        for total in self.kicks.totals.iter().filter(|total| total.cluster == cluster) {
            let place = lines.contacts.binary_search_by_key(&total.key, Contact::key);
            match place {
                Ok(at) => {
                    let told = &mut world.contacts[lines.places[at]];
                    (told.impulse, told.moment) = (total.report.impulse, total.report.moment);
                }
                Err(_) if total.report.impulse != DVec3::ZERO => {
                    world.contacts.push(total.report.clone());
                }
                Err(_) => {}
            }
        }
    }

    /// Adds what has acted in the contacts of the members to that of earlier pieces.
    pub(in super::super) fn add_totals(&mut self, work: &Work<'_>, lines: &Linearisation) {
        add_totals(&mut self.kicks.totals, lines, work, self.used);
    }

    /// Forgets what acted in the last step.
    pub(in super::super) fn forget_totals(&mut self) {
        self.kicks.totals.clear();
    }
}
