//! Where everything is, and where a step of Newton's method would bring it.

use glam::DVec3;
use stickslip_contact::Pose;
use stickslip_geometry::rotation;

use super::super::surfaces::Site;

/// Poses of the bodies, by their centres of mass, and all points.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    pub(super) poses: Vec<Pose>,
    pub(super) points: Vec<DVec3>,
}

/// A body that a script moves: from where to where in the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Driven {
    pub(super) body: usize,
    pub(super) start: Pose,
    /// What it travels (m) and turns (rad) in the whole step.
    pub(super) travel: DVec3,
    pub(super) turn: DVec3,
}

/// Who owns which part of the unknowns: bodies that forces move six, free vertices three.
#[derive(Clone, Debug)]
pub(super) struct Movers {
    /// Where each mover begins, bodies and then vertices, and the end of the last.
    pub(super) starts: Vec<usize>,
    pub(super) bodies: usize,
    pub(super) sites: Vec<Site>,
    /// How far each point is from the centre of its body (m); 0 for vertices.
    pub(super) arms: Vec<f64>,
    /// The farthest point of each body.
    pub(super) radii: Vec<f64>,
}

/// A change of everything: unknowns, and the share of the scripts that is done.
#[derive(Clone, Debug, Default)]
pub(super) struct Change {
    pub(super) values: Vec<f64>,
    /// From this share of the scripts of the step
    pub(super) from: f64,
    /// to this one.
    pub(super) to: f64,
}

impl Movers {
    /// `moves` says of bodies and then of vertices whether forces move them.
    pub(super) fn new(sites: &[Site], moves_body: &[bool], moves_vertex: &[bool]) -> Self {
        let mut starts = vec![0];
        let mut end = 0;
        for &moves in moves_body {
            end += if moves { 6 } else { 0 };
            starts.push(end);
        }
        for &moves in moves_vertex {
            end += if moves { 3 } else { 0 };
            starts.push(end);
        }
        let mut radii = vec![0.0_f64; moves_body.len()];
        let arm = |site: &Site| match site {
            Site::Vertex(_) => 0.0,
            Site::Body(_, local) => local.length(),
        };
        for site in sites {
            if let Site::Body(body, _) = site {
                radii[*body] = radii[*body].max(arm(site));
            }
        }
        let arms = sites.iter().map(arm).collect();
        Self { starts, bodies: moves_body.len(), sites: sites.to_vec(), arms, radii }
    }

    /// How many unknowns there are.
    pub(super) fn size(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    /// The mover of a site.
    pub(super) fn mover(&self, site: &Site) -> usize {
        match site {
            Site::Vertex(vertex) => self.bodies + vertex,
            Site::Body(body, _) => *body,
        }
    }

    /// Whether forces move a mover.
    pub(super) fn is_free(&self, mover: usize) -> bool {
        self.starts[mover] < self.starts[mover + 1]
    }

    fn vector(&self, values: &[f64], at: usize) -> DVec3 {
        DVec3::from_slice(&values[at..at + 3])
    }

    /// Travel and turn of a body by unknowns.
    fn twist(&self, values: &[f64], body: usize) -> (DVec3, DVec3) {
        let at = self.starts[body];
        (self.vector(values, at), self.vector(values, at + 3))
    }

    /// The farthest that a point moves by unknowns (m).
    pub(super) fn farthest(&self, values: &[f64]) -> f64 {
        let mut farthest = 0.0_f64;
        for mover in (0..self.starts.len() - 1).filter(|&mover| self.is_free(mover)) {
            let length = if mover < self.bodies {
                let (travel, turn) = self.twist(values, mover);
                travel.length() + turn.length() * self.radii[mover]
            } else {
                self.vector(values, self.starts[mover]).length()
            };
            // Keeps NaN, so that it is not taken for rest.
            farthest = if length.is_nan() { length } else { farthest.max(length) };
            if farthest.is_nan() {
                break;
            }
        }
        farthest
    }

    /// By which angle each body turns in a change (rad).
    pub(super) fn turns(&self, change: &Change, driven: &[Driven], turns: &mut Vec<f64>) {
        turns.clear();
        turns.extend((0..self.bodies).map(|body| match self.is_free(body) {
            true => self.twist(&change.values, body).1.length(),
            false => 0.0,
        }));
        for drive in driven {
            turns[drive.body] = drive.turn.length() * (change.to - change.from);
        }
    }

    /// Where a share of a change brings everything.
    pub(super) fn move_by(
        &self,
        from: &Places,
        change: &Change,
        share: f64,
        driven: &[Driven],
        to: &mut Places,
    ) {
        to.poses.clone_from(&from.poses);
        to.points.clone_from(&from.points);
        for body in (0..self.bodies).filter(|&body| self.is_free(body)) {
            let (travel, turn) = self.twist(&change.values, body);
            let pose = &mut to.poses[body];
            pose.position += share * travel;
            pose.orientation = (rotation::by_vector(share * turn) * pose.orientation).normalize();
        }
        let reached = if share == 1.0 { change.to } else { mix(change, share) };
        for drive in driven {
            to.poses[drive.body] = Pose::new(
                drive.start.position + reached * drive.travel,
                (rotation::by_vector(reached * drive.turn) * drive.start.orientation).normalize(),
            );
        }
        let moves =
            |body: usize| self.is_free(body) || driven.iter().any(|drive| drive.body == body);
        for (at, site) in self.sites.iter().enumerate() {
            match *site {
                Site::Vertex(vertex) if self.is_free(self.bodies + vertex) => {
                    let step = self.vector(&change.values, self.starts[self.bodies + vertex]);
                    to.points[at] += share * step;
                }
                Site::Vertex(_) => {}
                Site::Body(body, local) if moves(body) => {
                    to.points[at] = to.poses[body].point(local);
                }
                Site::Body(..) => {}
            }
        }
    }
}

/// The share of the scripts after a share of a change.
pub(super) fn mix(change: &Change, share: f64) -> f64 {
    change.from + share * (change.to - change.from)
}
