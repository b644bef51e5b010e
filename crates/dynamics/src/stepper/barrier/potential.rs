//! The incremental potential of a step, whose minimum is where the step ends (Eq. 291):
//!
//! f = ½|x − x̃|²_M + ½ tr((R − R̃) S (R − R̃)ᵀ) + h² W(x) + ½ h |x − x_t|²_B
//!   + h² k Σ m b(d − ρ, d̂) + h² Σ μ N M(|slip|) + f_J
//!
//! over the places x of vertices and points of bodies, with x̃ and R̃ where forces alone
//! would bring them, S = ∫ρ r rᵀ of a body, and Rayleigh's B = a M + b K with K of the
//! beginning. A body turns by exp(θ): its points have δx = δp − [r] δθ, and the curvature of
//! the arcs adds sym(T) − tr(T) I to θ's block, where T = Σ g rᵀ over all that acts.

use glam::{DMat3, DVec3};
use stickslip_barrier::{Curvature, Slip, log_barrier, outer, positive_part};
use stickslip_elastic::{Element, Local, Stiffness};

use super::super::surfaces::{Site, Surfaces};
use super::joints::Joints;
use super::near::{Candidate, Near, map_all};
use super::places::{Movers, Places};
use super::system::{MoverPoint, System};

/// A body that forces move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inert {
    pub(super) body: usize,
    pub(super) mass: f64,
    /// S in its own axes (kg·m²).
    pub(super) spread: DMat3,
    /// Where forces alone would bring it.
    pub(super) position: DVec3,
    pub(super) rotation: DMat3,
}

/// An element with its numbers among all vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) element: Element,
    pub(super) vertices: [u32; 4],
    pub(super) count: usize,
    /// b of its body (s).
    pub(super) damping: f64,
    /// Its stiffness at the beginning of the step, where it is damped.
    pub(super) lagged: Option<[[DMat3; 4]; 4]>,
}

/// One of the points whose mean is a side of a contact that rubs.
#[derive(Clone, Copy, Debug)]
pub(super) struct WeightedSite {
    pub(super) site: Site,
    pub(super) weight: f64,
    /// Where it was at the beginning of the step (m).
    pub(super) start: DVec3,
}

/// A lagged contact that rubs.
#[derive(Clone, Debug)]
pub(super) struct Rub {
    /// As of the pair, or of the plane and the vertex.
    pub(super) key: (u8, u32, u32),
    pub(super) slip: Slip,
    pub(super) holds: Vec<WeightedSite>,
}

/// All that f needs to know of a step.
pub(super) struct Potential {
    pub(super) h: f64,
    pub(super) reach: f64,
    /// h² k.
    pub(super) stiffness: f64,
    pub(super) inert: Vec<Inert>,
    /// Mass of each vertex (kg), x̃, and h a of its damping; zero mass where it is held.
    pub(super) masses: Vec<f64>,
    pub(super) targets: Vec<DVec3>,
    pub(super) drags: Vec<f64>,
    pub(super) elements: Vec<Bound>,
    pub(super) start: Places,
    pub(super) rubs: Vec<Rub>,
    pub(super) joints: Joints,
}

/// Where a site is.
pub(super) fn place_of(site: &Site, places: &Places) -> DVec3 {
    match *site {
        Site::Vertex(vertex) => places.points[vertex],
        Site::Body(body, local) => places.poses[body].point(local),
    }
}

pub(super) fn mover_point_of(site: &Site, movers: &Movers, places: &Places) -> MoverPoint {
    let arm = match *site {
        Site::Vertex(_) => None,
        Site::Body(body, local) => Some(places.poses[body].direction(local)),
    };
    MoverPoint { mover: movers.mover(site), arm }
}

impl Rub {
    /// How far the first side has moved against the second.
    pub(super) fn displacement(&self, places: &Places) -> DVec3 {
        self.holds.iter().map(|it| it.weight * (place_of(&it.site, places) - it.start)).sum()
    }
}

impl Potential {
    /// f; infinite where something touches or is inside out.
    pub(super) fn value(&self, surfaces: &Surfaces, near: &Near, places: &Places) -> f64 {
        let mut sum = self.joints.value(places);
        for inert in &self.inert {
            let pose = &places.poses[inert.body];
            let apart = DMat3::from_quat(pose.orientation) - inert.rotation;
            let spread = apart * inert.spread;
            let trace: f64 = (0..3).map(|k| spread.col(k).dot(apart.col(k))).sum();
            let travelled = pose.position.distance_squared(inert.position);
            sum += 0.5 * (inert.mass * travelled + trace);
        }
        for (at, &mass) in self.masses.iter().enumerate() {
            let place = places.points[at];
            sum += 0.5 * mass * place.distance_squared(self.targets[at]);
            sum += 0.5 * mass * self.drags[at] * place.distance_squared(self.start.points[at]);
        }
        let elastic = map_all(&self.elements, |bound| {
            let own = self.h * self.h * bound.element.energy(&bound.corners(&places.points));
            let lagged = bound.lagged.as_ref().map_or(0.0, |stiffness| {
                let moved = bound.moved(&places.points, &self.start.points);
                let force = |a: usize| -> DVec3 {
                    (0..bound.count).map(|b| stiffness[a][b] * moved[b]).sum()
                };
                (0..bound.count).map(|a| moved[a].dot(force(a))).sum::<f64>()
            });
            own + 0.5 * self.h * bound.damping * lagged
        });
        sum += elastic.into_iter().sum::<f64>();
        let barriers = map_all(&near.pairs, |it| it.pair.value(&it.corners(places), self.reach));
        sum += self.stiffness * barriers.into_iter().sum::<f64>();
        for near in &near.grounded {
            let height = surfaces.height(near, places);
            sum += self.stiffness * log_barrier(height, self.reach)[0];
        }
        sum + self.rubs.iter().map(|rub| rub.slip.value(rub.displacement(places))).sum::<f64>()
    }

    /// The pairs that push each other where everything is.
    pub(super) fn active<'a>(&self, near: &'a Near, places: &Places) -> Vec<&'a Candidate> {
        let value = |it: &Candidate| it.pair.value(&it.corners(places), self.reach);
        let values = map_all(&near.pairs, value);
        let active = near.pairs.iter().zip(values).filter(|(_, value)| *value > 0.0);
        active.map(|(candidate, _)| candidate).collect()
    }

    /// Writes the gradient and a positive Hessian of f. `moved` is what scripts are about
    /// to do with each point.
    pub(super) fn write(
        &self,
        surfaces: &Surfaces,
        near: &Near,
        places: &Places,
        movers: &Movers,
        moved: &[DVec3],
        system: &mut System,
    ) -> Result<(), String> {
        let active = self.active(near, places);
        let mover = |point: u32| movers.mover(&movers.sites[point as usize]);
        let joined = active.iter().map(|it| it.points.map(mover).to_vec());
        let rubbed = self
            .rubs
            .iter()
            .map(|rub| rub.holds.iter().map(|hold| movers.mover(&hold.site)).collect::<Vec<_>>());
        system.clear(joined.chain(rubbed)).map_err(|error| error.to_string())?;
        let grip = |point: u32| mover_point_of(&movers.sites[point as usize], movers, places);
        for (at, &mass) in self.masses.iter().enumerate() {
            let place = places.points[at];
            let drag = self.drags[at];
            let slope =
                mass * (place - self.targets[at]) + mass * drag * (place - self.start.points[at]);
            let own = grip(at as u32);
            system.add_slope(&own, slope);
            let block = DMat3::from_diagonal(DVec3::splat(mass * (1.0 + drag)));
            system.add_block(&own, &own, block, DVec3::ZERO);
        }
        self.write_elements(places, &grip, moved, system)?;
        let locals = map_all(&active, |it| {
            it.pair.evaluate(&it.corners(places), self.reach, Curvature::Positive)
        });
        for (candidate, local) in active.iter().zip(locals) {
            // Active pairs have a finite value above zero.
            let Some(local) = local else { continue };
            let grips = candidate.points.map(grip);
            for a in 0..4 {
                system.add_slope(&grips[a], self.stiffness * local.gradient[a]);
                for b in 0..4 {
                    let block = self.stiffness * local.hessian[a][b];
                    system.add_block(
                        &grips[a],
                        &grips[b],
                        block,
                        moved[candidate.points[b] as usize],
                    );
                }
            }
        }
        for near in &near.grounded {
            let plane = &surfaces.planes[near.plane as usize];
            let height = surfaces.height(near, places);
            let [_, slope, curvature] = log_barrier(height, self.reach);
            let own = grip(near.point);
            system.add_slope(&own, self.stiffness * slope * plane.normal);
            let block = self.stiffness * curvature * outer(plane.normal, plane.normal);
            system.add_block(&own, &own, block, DVec3::ZERO);
        }
        for rub in &self.rubs {
            let (slope, block) = rub.slip.derivatives(rub.displacement(places));
            let grips: Vec<MoverPoint> =
                rub.holds.iter().map(|hold| mover_point_of(&hold.site, movers, places)).collect();
            for (one, first) in rub.holds.iter().zip(&grips) {
                system.add_slope(first, one.weight * slope);
                for (two, second) in rub.holds.iter().zip(&grips) {
                    // Friction sees what scripts have done, and not what they are about to do.
                    system.add_block(first, second, one.weight * two.weight * block, DVec3::ZERO);
                }
            }
        }
        self.joints.write(places, movers, system);
        self.write_inert(places, system);
        Ok(())
    }

    fn write_elements(
        &self,
        places: &Places,
        grip: &dyn Fn(u32) -> MoverPoint,
        moved: &[DVec3],
        system: &mut System,
    ) -> Result<(), String> {
        let square = self.h * self.h;
        let locals = map_all(&self.elements, |bound| {
            let mut local = Local::default();
            let corners = bound.corners(&places.points);
            bound.element.evaluate(&corners, Stiffness::Positive, &mut local).map(|()| local)
        });
        for (bound, local) in self.elements.iter().zip(locals) {
            let local = local.ok_or("an element is inside out, which its energy forbids")?;
            let shifts = bound.moved(&places.points, &self.start.points);
            for a in 0..bound.count {
                let one = grip(bound.vertices[a]);
                let mut slope = -square * local.force[a];
                for b in 0..bound.count {
                    let mut block = square * local.stiffness[a][b];
                    if let Some(lagged) = &bound.lagged {
                        let damped = self.h * bound.damping * lagged[a][b];
                        slope += damped * shifts[b];
                        block += damped;
                    }
                    let two = grip(bound.vertices[b]);
                    system.add_block(&one, &two, block, moved[bound.vertices[b] as usize]);
                }
                system.add_slope(&one, slope);
            }
        }
        Ok(())
    }

    /// Last, for then all that acts on bodies is known.
    fn write_inert(&self, places: &Places, system: &mut System) {
        for inert in &self.inert {
            let pose = &places.poses[inert.body];
            let rotation = DMat3::from_quat(pose.orientation);
            let grip = MoverPoint { mover: inert.body, arm: None };
            system.add_slope(&grip, inert.mass * (pose.position - inert.position));
            let mass = DMat3::from_diagonal(DVec3::splat(inert.mass));
            system.add_block(&grip, &grip, mass, DVec3::ZERO);
            // T of inertia, ∫ρ (r − r̃) rᵀ, and its torque.
            let own = (rotation - inert.rotation) * inert.spread * rotation.transpose();
            system.add_torque(inert.body, twist_of(&own));
            let trace = |matrix: &DMat3| matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z;
            let spread = rotation * inert.spread * rotation.transpose();
            let inertia = trace(&spread) * DMat3::IDENTITY - spread;
            let total = own + system.virial(inert.body);
            let arcs = 0.5 * (total + total.transpose()) - trace(&total) * DMat3::IDENTITY;
            // Never below a tenth of the smallest inertia.
            let least = 0.1
                * (0..3).map(|k| inertia.col(k)[k]).fold(f64::INFINITY, f64::min)
                * DMat3::IDENTITY;
            let above = positive(&(inertia + arcs - least));
            system.write(inert.body, inert.body, [3, 3], above + least);
        }
    }
}

/// Σ r × g of T = Σ g rᵀ.
fn twist_of(virial: &DMat3) -> DVec3 {
    let t = |row: usize, column: usize| virial.col(column)[row];
    DVec3::new(t(2, 1) - t(1, 2), t(0, 2) - t(2, 0), t(1, 0) - t(0, 1))
}

fn positive(matrix: &DMat3) -> DMat3 {
    let rows = matrix.transpose().to_cols_array_2d();
    DMat3::from_cols_array_2d(&positive_part(&rows))
}

impl Bound {
    fn corners(&self, points: &[DVec3]) -> [DVec3; 4] {
        let mut corners = [DVec3::ZERO; 4];
        for at in 0..self.count {
            corners[at] = points[self.vertices[at] as usize];
        }
        corners
    }

    fn moved(&self, points: &[DVec3], before: &[DVec3]) -> [DVec3; 4] {
        let (now, then) = (self.corners(points), self.corners(before));
        std::array::from_fn(|at| now[at] - then[at])
    }

    /// Keeps the stiffness of where its corners are, if it is damped.
    pub(super) fn lag(&mut self, points: &[DVec3]) {
        let mut local = Local::default();
        let corners = self.corners(points);
        let found = self.element.evaluate(&corners, Stiffness::Positive, &mut local);
        self.lagged = found.filter(|()| self.damping > 0.0).map(|()| local.stiffness);
    }
}
