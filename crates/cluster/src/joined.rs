//! Bodies that joints join, on every rank alike.
//!
//! All ranks hold them, with whatever may touch them, and sweep their joints and contacts in the
//! same order from the same bits: joints before the colours, contacts after them by the numbers
//! of their shapes. A body has a place among the bodies for each of its shapes; its velocity is
//! the same in all.

use glam::DVec3;
use stickslip_dynamics::small_steps::{Demand, Mechanisms};
use stickslip_dynamics::{Control, State};

use crate::bodies::Bodies;
use crate::catalogue::Catalogue;
use crate::domain::Domain;
use crate::error::{ClusterError, Refusal};
use crate::record::Motion;

/// Places of the shapes of bodies that have several.
#[derive(Debug, Default)]
pub struct Twins {
    /// Each place with its body, ascending.
    bodies: Vec<(u32, u32)>,
    /// The bodies with their places, ascending.
    places: Vec<(u32, u32)>,
}

impl Twins {
    /// The other shapes of two bodies that a sweep has changed have their velocities.
    pub fn follow(&self, changed: [u32; 2], bodies: &mut Bodies) {
        if self.bodies.is_empty() {
            return;
        }
        for place in changed {
            let Ok(at) = self.bodies.binary_search_by_key(&place, |own| own.0) else { continue };
            let body = self.bodies[at].1;
            let motion = bodies.rows[place as usize].motion;
            let first = self.places.partition_point(|own| own.0 < body);
            for own in self.places[first..].iter().take_while(|own| own.0 == body) {
                bodies.rows[own.1 as usize].motion = motion;
            }
        }
    }
}

impl Catalogue {
    /// What joins bodies, at the beginning or where a state has left it; none where nothing does.
    pub(crate) fn joints(&self, state: Option<&State>) -> Result<Option<Mechanisms>, ClusterError> {
        let Some((part, _)) = &self.joints else { return Ok(None) };
        let mut joints = Mechanisms::new(part.clone(), &self.settings);
        if let Some(name) = joints.delayed() {
            let (what, name) = ("motors whose signals have a delay", name.to_owned());
            return Err(Refusal::Part { what, name }.into());
        }
        match state.is_none_or(|state| joints.take(state)) {
            true => Ok(Some(joints)),
            false => Err(ClusterError::WrongState),
        }
    }
}

impl Domain {
    /// Lists which joined bodies have several shapes.
    pub(crate) fn list_twins(&mut self) {
        let walls = &self.catalogue.walls;
        let is_joined = |own: &&(u32, u32)| walls[own.1 as usize].1.is_dynamic();
        let places = self.wall_places.iter().filter(is_joined);
        let mut places: Vec<(u32, u32)> = places.map(|&(place, wall)| (wall, place)).collect();
        places.sort_unstable();
        let several = places.chunk_by(|one, two| one.0 == two.0).filter(|own| own.len() > 1);
        self.twins.places = several.flatten().copied().collect();
        let turned = self.twins.places.iter().map(|&(wall, place)| (place, wall));
        self.twins.bodies = turned.collect();
        self.twins.bodies.sort_unstable();
    }

    /// Where the bodies that joints name are now, for the joints.
    fn place_joined(&mut self) {
        let Self { joints: Some(joints), catalogue, walls, bodies, wall_places, .. } = self else {
            return;
        };
        let named = catalogue.joints.as_ref().map_or(&[][..], |own| &own.1);
        for (at, &wall) in named.iter().enumerate() {
            let state = &walls[wall as usize];
            joints.place(at, state.pose, (state.velocity, state.angular_velocity));
        }
        for &(place, wall) in wall_places.iter() {
            if let Ok(at) = named.binary_search(&wall) {
                let Motion { v, w } = bodies.rows[place as usize].motion;
                joints.place(at, bodies.poses[place as usize], (v, w));
            }
        }
    }

    /// Sub-steps that joints ask for, where kept impulses are those of `told` seconds.
    pub(crate) fn demand_of_joints(&mut self, told: f64) -> Demand {
        self.place_joined();
        let time = self.time;
        self.joints.as_mut().map_or_else(Demand::default, |joints| joints.demand(time, told))
    }

    /// How many times shorter sub-steps are than those of the settings.
    fn shortening(&self) -> f64 {
        let settings = &self.catalogue.settings;
        self.h / (settings.time_step / settings.substeps as f64)
    }

    /// Rows of the sub-step that begins.
    pub(crate) fn prepare_joints(&mut self) {
        self.place_joined();
        let (time, h, scale) = (self.time, self.h, self.shortening());
        if let Some(joints) = &mut self.joints {
            joints.prepare(time, h, scale);
        }
    }

    /// Joints see the velocities of now, and may change them.
    pub(crate) fn with_joints(&mut self, work: impl FnOnce(&mut Mechanisms)) {
        let Self { joints: Some(joints), catalogue, bodies, wall_places, .. } = self else {
            return;
        };
        let named = catalogue.joints.as_ref().map_or(&[][..], |own| &own.1);
        let place = |&(place, wall): &(u32, u32)| {
            named.binary_search(&wall).ok().map(|at| (place as usize, at))
        };
        for (place, at) in wall_places.iter().filter_map(place) {
            let Motion { v, w } = bodies.rows[place].motion;
            joints.set_motion(at, (v, w));
        }
        work(joints);
        for (place, at) in wall_places.iter().filter_map(place) {
            if joints.moves(at) {
                let (v, w): (DVec3, DVec3) = joints.motion(at);
                bodies.rows[place].motion = Motion { v, w };
            }
        }
    }

    /// What joints carry goes on to the next sub-step.
    pub(crate) fn keep_joints(&mut self) {
        let (h, scale) = (self.h, self.shortening());
        if let Some(joints) = &mut self.joints {
            joints.keep(h, 1.0 / scale);
        }
    }

    /// Largest error of a joint at the end of a step (m; rad).
    pub(crate) fn joint_error(&mut self) -> f64 {
        self.place_joined();
        let (time, h, scale) = (self.time, self.h, self.shortening());
        self.joints.as_mut().map_or(0.0, |joints| joints.error(time, h, scale))
    }

    /// Motors do what they are commanded from outside.
    pub(crate) fn command(&mut self, controls: &[Control]) {
        if let Some(joints) = &mut self.joints {
            joints.command(controls);
        }
    }

    /// Gives what joints carry to a state.
    pub(crate) fn tell_joints(&self, state: &mut State) {
        if let Some(joints) = &self.joints {
            joints.tell(state);
        }
    }
}
