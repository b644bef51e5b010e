//! One contact point, and its frame.

use glam::{DMat3, DVec3};

use crate::site::Site;

/// A point at which two colliders touch or nearly touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The two sides; the collider of the second comes later in the list than
    /// that of the first.
    pub sites: [Site; 2],
    /// Names the features that meet, the same from step to step as long as
    /// the same features meet; unique within the pair.
    pub feature: u64,
    /// Midway between the two surfaces, in world coordinates (m).
    pub point: DVec3,
    /// Unit normal from the first site to the second.
    pub normal: DVec3,
    /// Signed distance φ along the normal (m): > 0 separated, < 0 penetrating.
    pub gap: f64,
}

impl Contact {
    /// The right-handed frame C = [n t b] as the columns of a rotation: the
    /// impulse C·λ acts on the second site, and −C·λ on the first.
    pub fn frame(&self) -> DMat3 {
        let (first, second) = tangents(self.normal);
        DMat3::from_cols(self.normal, first, second)
    }

    /// The colliders of both sites and the feature: what tells contacts apart,
    /// and the order in which the detector gives them.
    pub fn key(&self) -> (usize, usize, u64) {
        (self.sites[0].collider, self.sites[1].collider, self.feature)
    }
}

/// Two unit vectors that make a right-handed frame with `normal`: n × x, or
/// n × z where n is close to x (SIGGRAPH 2022 course, App. A).
pub fn tangents(normal: DVec3) -> (DVec3, DVec3) {
    let across = if normal.x.abs() < 0.9 { DVec3::X } else { DVec3::Z };
    let first = normal.cross(across).normalize();
    (first, normal.cross(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_right_handed_and_orthonormal() {
        let normals = [DVec3::X, DVec3::Y, DVec3::NEG_Z, DVec3::new(0.6, -0.48, 0.64)];
        for normal in normals {
            let sites = [0, 1].map(|collider| Site { collider });
            let contact = Contact { sites, feature: 7, point: DVec3::ONE, normal, gap: 0.0 };
            let frame = contact.frame();
            assert_eq!(frame.x_axis, normal);
            assert_eq!((frame.y_axis, frame.z_axis), tangents(normal));
            let gram = frame.transpose() * frame - DMat3::IDENTITY;
            assert!(gram.to_cols_array().iter().all(|gap| gap.abs() < 1e-15));
            assert!((frame.determinant() - 1.0).abs() < 1e-15);
            assert_eq!(contact.key(), (0, 1, 7));
        }
    }

    /// n × x unless n is close to x, so that the frame turns with the normal.
    #[test]
    fn tangents_begin_across_x() {
        assert_eq!(tangents(DVec3::Y), (DVec3::NEG_Z, DVec3::NEG_X));
        assert_eq!(tangents(DVec3::X), (DVec3::NEG_Y, DVec3::NEG_Z));
        let steep = DVec3::new(0.89, (1.0 - 0.89_f64 * 0.89).sqrt(), 0.0);
        assert!((tangents(steep).0 - DVec3::NEG_Z).length() < 1e-15);
        let steeper = DVec3::new(-0.91, (1.0 - 0.91_f64 * 0.91).sqrt(), 0.0);
        assert_eq!(tangents(steeper).0.z, 0.0);
    }
}
