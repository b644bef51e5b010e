//! Penetration that a model begins with, distinguished from what stepping makes.

use stickslip_contact::Contact;

/// How deep pairs of colliders were inside each other at the beginning, less
/// what they have left since.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// Pairs in ascending order with their depth (m), which only falls.
    depths: Vec<((usize, usize), f64)>,
}

/// The deepest penetration of a moment (m), in two parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Depth {
    /// Beyond what the same pair began with.
    pub made: f64,
    /// Begun with, and still there.
    pub begun: f64,
}

impl Beginning {
    /// The pairs that penetrate in these contacts, which come in ascending order.
    pub fn new(contacts: &[Contact]) -> Self {
        let depths = pairs(contacts).filter(|&(_, depth)| depth > 0.0).collect();
        Self { depths }
    }

    /// Splits the penetration of these contacts, in ascending order, beyond
    /// the `deflection` of a pair that penetrates. A pair that has come out of
    /// itself a little is not allowed back; how far it gives way under its load of
    /// the moment, which comes and goes, has no part in that.
    pub fn split(
        &mut self,
        contacts: &[Contact],
        deflection: impl Fn((usize, usize)) -> f64,
    ) -> Depth {
        let mut depth = Depth::default();
        let beyond = |(pair, deep): ((usize, usize), f64), allowed: f64| {
            if deep > allowed { (deep - allowed - deflection(pair)).max(0.0) } else { 0.0 }
        };
        let mut found = pairs(contacts).peekable();
        self.depths.retain_mut(|(pair, allowed)| {
            while let Some(other) = found.next_if(|(other, _)| other < pair) {
                depth.made = depth.made.max(beyond(other, 0.0));
            }
            let here = found.next_if(|(other, _)| other == pair).map_or(0.0, |(_, deep)| deep);
            depth.made = depth.made.max(beyond((*pair, here), *allowed));
            *allowed = allowed.min(here);
            depth.begun = depth.begun.max(*allowed);
            *allowed > 0.0
        });
        for other in found {
            depth.made = depth.made.max(beyond(other, 0.0));
        }
        depth
    }
}

/// Every pair of colliders with its depth, 0 where it does not penetrate.
fn pairs(contacts: &[Contact]) -> impl Iterator<Item = ((usize, usize), f64)> {
    let pair = |contact: &Contact| (contact.sites[0].collider, contact.sites[1].collider);
    contacts.chunk_by(move |one, two| pair(one) == pair(two)).map(move |points| {
        let depth = points.iter().fold(0.0_f64, |most, contact| most.max(-contact.gap));
        (pair(&points[0]), depth)
    })
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use stickslip_contact::Site;

    use super::*;

    fn contacts(gaps: &[(usize, usize, f64)]) -> Vec<Contact> {
        let contact = |&(first, second, gap): &(usize, usize, f64)| Contact {
            sites: [first, second].map(|collider| Site { collider }),
            feature: 0,
            point: DVec3::ZERO,
            normal: DVec3::Y,
            gap,
        };
        gaps.iter().map(contact).collect()
    }

    fn stiff(_: (usize, usize)) -> f64 {
        0.0
    }

    #[test]
    fn what_was_there_is_told_from_what_was_made() {
        let begun = contacts(&[(0, 1, -0.3), (0, 2, 0.1), (1, 2, -0.1), (1, 2, -0.2)]);
        let mut beginning = Beginning::new(&begun);
        assert_eq!(beginning.split(&begun, stiff), Depth { made: 0.0, begun: 0.3 });
        // The first comes out, a new one goes in, the last goes deeper.
        let next = contacts(&[(0, 1, -0.1), (0, 2, -0.05), (1, 2, -0.24)]);
        let depth = beginning.split(&next, stiff);
        assert!((depth.made - 0.05).abs() < 1e-15 && depth.begun == 0.2, "{depth:?}");
        // Back where it was is made by stepping now; what has parted is forgotten.
        let depth = beginning.split(&contacts(&[(0, 1, -0.3), (2, 3, -0.01)]), stiff);
        assert!((depth.made - 0.2).abs() < 1e-15 && depth.begun == 0.1, "{depth:?}");
        let depth = beginning.split(&contacts(&[(1, 2, -0.2)]), |_| 0.05);
        assert!((depth.made - 0.15).abs() < 1e-15 && depth.begun == 0.0, "{depth:?}");
    }

    /// A pair that gives way under a load and then bears none has come no deeper.
    #[test]
    fn loads_that_go_take_nothing_of_what_was_there() {
        let begun = contacts(&[(0, 1, -0.3)]);
        let mut beginning = Beginning::new(&begun);
        for (deflection, made) in [(0.1, 0.0), (0.0, 0.0), (0.2, 0.0)] {
            let depth = beginning.split(&begun, |_| deflection);
            assert_eq!(depth, Depth { made, begun: 0.3 });
        }
        let depth = beginning.split(&contacts(&[(0, 1, -0.45)]), |_| 0.1);
        assert!((depth.made - 0.05).abs() < 1e-15 && depth.begun == 0.3, "{depth:?}");
    }
}
