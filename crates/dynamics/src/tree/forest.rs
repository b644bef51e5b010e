//! Which bodies of a model become trees.

use std::mem::take;

use super::structure::{Link, Parent, Passage, Tree};
use crate::joint::JointId;
use crate::model::Model;
use crate::parts::{BodyId, ModelError};
use crate::settings::{Integrator, Settings, StepperKind};
use crate::state::JointMemory;

/// Which coordinates the bodies of a model have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coordinates {
    /// Those of joints where a file describes a mechanism ([`Articulation`]) and the other
    /// settings allow it; six of each body elsewhere.
    #[default]
    Auto,
    /// Those of joints wherever joints form trees.
    Joint,
    /// Six of each body, with all that joints hold as rows.
    Maximal,
}

impl Coordinates {
    /// Every one by its name in scene files.
    pub const ALL: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("joint", Self::Joint), ("maximal", Self::Maximal)];
}

/// A mechanism as a file describes it: its joints may carry its bodies in joint coordinates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Articulation {
    /// Its joints.
    pub joints: Vec<JointId>,
    /// Bodies that the file does not know, or gives no mass: what they have only stands for
    /// none.
    pub massless: Vec<BodyId>,
}

/// All trees of a model, and what each body and joint has to do with them.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    /// The trees.
    pub trees: Vec<Tree>,
    /// Tree and link of each body.
    links: Vec<Option<(usize, usize)>>,
    /// Tree and link that hangs on it, of each joint whose coordinates a tree has.
    carried: Vec<Option<(usize, usize)>>,
    /// The joints that they may grow along, and those of them that can break.
    candidates: Vec<JointId>,
    fragile: Vec<usize>,
    /// The broken joints that they have grown without, ascending.
    cut: Vec<usize>,
    /// Why there are fewer trees than there could be.
    pub reasons: Vec<String>,
}

impl Forest {
    /// The trees of a model as the settings ask for them.
    ///
    /// # Errors
    /// Where joint coordinates are asked for beside what they cannot be stepped with.
    pub fn new(model: &Model, settings: &Settings) -> Result<Self, ModelError> {
        let mut forest = Self::default();
        let candidates: Vec<JointId> = match settings.coordinates {
            Coordinates::Maximal => return Ok(forest),
            Coordinates::Joint => all_candidates(model),
            Coordinates::Auto => {
                model.articulations().iter().flat_map(|found| &found.joints).copied().collect()
            }
        };
        if candidates.is_empty() {
            return Ok(forest);
        }
        if let Some(reason) = obstacle(model, settings) {
            return match settings.coordinates {
                Coordinates::Joint => {
                    let reason = format!("are \"joint\", but {reason}");
                    Err(ModelError::Setting { key: "coordinates", reason })
                }
                _ => {
                    forest.reasons.push(format!("joint coordinates, as {reason}"));
                    Ok(forest)
                }
            };
        }
        forest.candidates = candidates;
        forest.grow(model);
        Ok(forest)
    }

    /// The trees of all joints that can have coordinates of their own.
    pub fn of_all(model: &Model) -> Self {
        let mut forest = Self { candidates: all_candidates(model), ..Self::default() };
        forest.grow(model);
        forest
    }

    /// Cuts the trees at joints that have broken, and joins them again where a state from
    /// before takes the place of the last one; whether anything changed.
    pub fn cut(&mut self, model: &Model, joints: &[JointMemory]) -> bool {
        let broken = self.fragile.iter().copied().filter(|&joint| joints[joint].broken);
        if broken.clone().eq(self.cut.iter().copied()) {
            return false;
        }
        let cut = broken.collect();
        let (candidates, reasons) = (take(&mut self.candidates), take(&mut self.reasons));
        *self = Self { candidates, cut, ..Self::default() };
        self.grow(model);
        self.reasons = reasons;
        true
    }

    /// Whether another has grown along the same joints of the same model.
    pub fn is_like(&self, other: &Self) -> bool {
        self.trees.len() == other.trees.len() && self.cut == other.cut
    }

    /// Tree and link of a body.
    pub fn link(&self, body: usize) -> Option<(usize, usize)> {
        self.links.get(body).copied().flatten()
    }

    /// Whether a tree has the coordinates of a joint.
    pub fn carries(&self, joint: usize) -> bool {
        self.carried_link(joint).is_some()
    }

    /// Tree and link that hangs on a joint whose coordinates the tree has.
    pub fn carried_link(&self, joint: usize) -> Option<(usize, usize)> {
        self.carried.get(joint).copied().flatten()
    }

    /// A spanning forest: from what stands outwards, then from the first body of what floats.
    fn grow(&mut self, model: &Model) {
        let bodies = model.bodies();
        self.links.resize(bodies.len(), None);
        self.carried.resize(model.joints().len(), None);
        let mut passages: Vec<Option<Passage>> = vec![None; model.joints().len()];
        let mut joined: Vec<Vec<usize>> = vec![Vec::new(); bodies.len()];
        let mut rooted = Vec::new();
        let dynamic = |body: Option<BodyId>| body.filter(|body| bodies[body.0].is_dynamic());
        for &JointId(at) in &self.candidates {
            let joint = &model.joints()[at];
            if joint.can_break() {
                self.fragile.push(at);
            }
            if self.cut.binary_search(&at).is_ok() {
                continue;
            }
            match joint.passage() {
                Ok(None) => continue,
                Ok(passage) => passages[at] = passage,
                Err(reason) => {
                    let name = &joint.description().name;
                    self.reasons.push(format!("coordinates for joint \"{name}\", as {reason}"));
                    continue;
                }
            }
            let description = joint.description();
            let ends = [dynamic(description.first), dynamic(Some(description.second))];
            match ends {
                [Some(_), Some(_)] => ends.into_iter().flatten().for_each(|end| {
                    joined[end.0].push(at);
                }),
                _ => rooted.extend(ends.into_iter().flatten().map(|end| (at, end.0))),
            }
        }
        self.fragile.sort_unstable();
        let massless = |body: usize| {
            let mut all = model.articulations().iter().flat_map(|found| &found.massless);
            all.any(|other| other.0 == body)
        };
        let mut plot =
            Plot { model, joined: &joined, passages: &mut passages, massless: &massless };
        for (joint, body) in rooted {
            if self.links[body].is_none() {
                self.plant(&mut plot, body, Some(joint));
            }
        }
        for body in 0..bodies.len() {
            if self.links[body].is_none() && joined[body].iter().any(|&at| !self.carries(at)) {
                self.plant(&mut plot, body, None);
            }
        }
    }

    /// Adds the tree that grows from a body: each link hangs on the root by as few joints as
    /// can be, and a branch comes whole before the next.
    fn plant(&mut self, plot: &mut Plot<'_>, root: usize, joint: Option<usize>) {
        let number = self.trees.len();
        let mut shoots = vec![Shoot { body: root, joint, children: Vec::new() }];
        self.links[root] = Some((number, 0));
        let mut next = 0;
        while let Some(shoot) = shoots.get(next) {
            let body = shoot.body;
            for &other in &plot.joined[body] {
                let description = plot.model.joints()[other].description();
                let ends = [description.first.map(|first| first.0), Some(description.second.0)];
                for end in ends.into_iter().flatten() {
                    if self.links[end].is_none() {
                        self.links[end] = Some((number, 0));
                        let child = shoots.len();
                        shoots[next].children.push(child);
                        shoots.push(Shoot { body: end, joint: Some(other), children: Vec::new() });
                    }
                }
            }
            next += 1;
        }
        let (mut tree, mut left) = (Tree::default(), vec![(0, None)]);
        while let Some((shoot, parent)) = left.pop() {
            let Shoot { body, joint, children } = &shoots[shoot];
            let at = tree.add(plot.link(*body, *joint, parent));
            self.links[*body] = Some((number, at));
            if let Some(joint) = *joint {
                self.carried[joint] = Some((number, at));
            }
            left.extend(children.iter().rev().map(|&child| (child, Some(at))));
        }
        self.trees.push(tree);
    }
}

/// A body that is to become a link, and what hangs on it.
struct Shoot {
    body: usize,
    joint: Option<usize>,
    children: Vec<usize>,
}

/// All joints that trees may grow along. A mechanism has the coordinates that its file gives
/// it: whatever else joins two of its bodies closes a loop.
fn all_candidates(model: &Model) -> Vec<JointId> {
    let mut is_own = vec![false; model.joints().len()];
    let mut is_placed = vec![false; model.bodies().len()];
    let ends = |at: usize| {
        let description = model.joints()[at].description();
        description.first.into_iter().chain([description.second])
    };
    for &JointId(at) in model.articulations().iter().flat_map(|found| &found.joints) {
        is_own[at] = true;
        ends(at).for_each(|body| is_placed[body.0] = true);
    }
    let grows = |body: BodyId| model.bodies()[body.0].is_dynamic() && !is_placed[body.0];
    let all = 0..model.joints().len();
    all.filter(|&at| is_own[at] || ends(at).any(grows)).map(JointId).collect()
}

/// What trees grow on.
struct Plot<'a> {
    model: &'a Model,
    /// The joints of each body with others that forces move.
    joined: &'a [Vec<usize>],
    passages: &'a mut [Option<Passage>],
    massless: &'a dyn Fn(usize) -> bool,
}

impl Plot<'_> {
    fn link(&mut self, body: usize, joint: Option<usize>, parent: Option<usize>) -> Link {
        let description = joint.map(|joint| self.model.joints()[joint].description());
        let is_reversed = description.is_some_and(|joint| joint.second.0 != body);
        let other = description.and_then(|joint| match is_reversed {
            true => Some(joint.second),
            false => joint.first,
        });
        let parent = match (parent, other) {
            (Some(parent), _) => Parent::Link(parent),
            (None, Some(other)) => Parent::Body(other.0),
            (None, None) => Parent::World,
        };
        let passage = joint.and_then(|joint| self.passages[joint].take());
        Link {
            body,
            is_massless: (self.massless)(body),
            parent,
            joint: joint.map(JointId),
            passage: passage.unwrap_or_else(Passage::free),
            is_reversed,
            freedoms: 0..0,
            coordinates: 0..0,
            last: None,
        }
    }
}

/// What trees cannot be stepped with.
fn obstacle(model: &Model, settings: &Settings) -> Option<&'static str> {
    let stepper = settings.stepper;
    if !matches!(stepper, StepperKind::Complementarity | StepperKind::Fluid | StepperKind::Auto) {
        return Some("steps of this kind take six coordinates of each body");
    }
    if settings.integrator == Integrator::Midpoint {
        return Some("the midpoint integrator takes six coordinates of each body");
    }
    if settings.soft_tolerance().is_some() && !model.soft_bodies().is_empty() {
        return Some("rounds of soft bodies take six coordinates of each body");
    }
    if settings.projection_passes > 0 {
        return Some("projection takes six coordinates of each body");
    }
    settings.geometric_stiffness.then_some("geometric stiffness takes six coordinates of each body")
}
