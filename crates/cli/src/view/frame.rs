//! Frames as bytes, encoded once for all pages; `viewer/PROTOCOL.md` has the
//! layout.

use axum::body::Bytes;
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{ContactReport, JointId, Pose, Simulation, StepReport};
use stickslip_scene::recording::{Frame, FrameContact, FrameParticle, figures, state_number};
use stickslip_solve::SectionShape;

use super::message::Draw;

/// Tells a frame from binary messages of other kinds.
const KIND: u32 = 1;
/// Bit of an island's number that says that it sleeps.
const ASLEEP: u32 = 1 << 31;
/// Of an island that takes small steps where islands take what suits them.
const SUB_STEPPED: u32 = 1 << 30;

/// What a frame belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Heading {
    /// Which world.
    pub generation: u32,
    /// Which lane.
    pub lane: usize,
    /// The last figures.
    pub extra: Extra,
    /// What pages want to see.
    pub draw: Draw,
}

/// Figures of a frame that no recording has, in the order of [`EXTRA`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Extra {
    /// How far the lanes are apart (m).
    pub difference: f64,
    /// Steps so far that were not solved.
    pub failed_steps: f64,
    /// How often islands of the last step were linearised again, and how often
    /// the step of some bodies was halved.
    pub again: [f64; 2],
    /// Simulated seconds per second; 0 while it stands still.
    pub realtime: f64,
    /// The first and the last step that can be gone back to.
    pub ring: [f64; 2],
}

/// The names of [`Extra`].
pub const EXTRA: [&str; 7] =
    ["failed_steps", "rounds", "halvings", "realtime", "ring_first", "ring_last", "difference"];

/// A simulation after a step, with what acted in it.
pub fn live(
    heading: Heading,
    simulation: &Simulation,
    report: &StepReport,
    contacts: &[ContactReport],
) -> Bytes {
    let state = simulation.state();
    let contacts = if heading.draw.contacts { contacts } else { &[] };
    let joints = if heading.draw.joints { simulation.model().joints().len() } else { 0 };
    let mut islands = vec![0; state.bodies.len()];
    for (number, island) in (1..).zip(simulation.islands()) {
        for &body in island.bodies {
            let asleep = if island.asleep { ASLEEP } else { 0 };
            let sub_stepped = if state.bodies[body].sub_stepped { SUB_STEPPED } else { 0 };
            islands[body] = number | asleep | sub_stepped;
        }
    }
    let sizes = [state.bodies.len(), contacts.len(), joints];
    let figures = figures(report, simulation.energy());
    let sensors = sensed(simulation);
    let again = [report.rounds as f64, report.halvings as f64];
    let heading = Heading { extra: Extra { again, ..heading.extra }, ..heading };
    let outlines = Outlines::of(contacts);
    let lines: Vec<Vec<DVec3>> =
        (0..joints).flat_map(|at| simulation.joint_lines(JointId(at))).collect();
    let lists = [
        outlines.0.len(),
        outlines.0.iter().map(|outline| outline.1.len()).sum(),
        lines.len(),
        lines.iter().map(Vec::len).sum(),
    ];
    let numbers = (&figures[..], &sensors[..]);
    let mut bytes = Writer::new(heading, (state.step, state.time), sizes, lists, numbers);
    for (body, island) in state.bodies.iter().zip(islands) {
        bytes.body(&body.pose, island, body.velocity.length());
    }
    let h = simulation.settings().time_step / simulation.settings().substeps as f64;
    for contact in contacts {
        bytes.contact(&FrameContact::from(contact), contact.impulse / h);
        bytes.vectors([contact.tangent]);
        bytes.u32s([index(outlines.number(&contact.section))]);
    }
    bytes.ends(outlines.0.iter().map(|outline| outline.1.len()));
    outlines.0.iter().flat_map(|outline| &outline.1).for_each(|corner| bytes.f32s(*corner));
    for at in 0..joints {
        bytes.vectors(simulation.joint_anchors(JointId(at)).unwrap_or_default());
        bytes.f32s([simulation.joint_force(JointId(at))]);
        bytes.u32s([u32::from(state.joints[at].broken)]);
        bytes.vectors(simulation.joint_load(JointId(at)));
    }
    bytes.ends(lines.iter().map(Vec::len));
    lines.iter().flatten().for_each(|corner| bytes.vectors([*corner]));
    FrameParticle::all(simulation).iter().for_each(|particle| bytes.particle(particle));
    bytes.0.into()
}

/// What all sensors read, one channel after the other.
pub fn sensed(simulation: &Simulation) -> Vec<f64> {
    let all = 0..simulation.model().sensors().len();
    all.flat_map(|sensor| simulation.sense(sensor)).collect()
}

/// A frame of a recording. Recordings know no islands, no sections and no joints.
pub fn recorded(heading: Heading, frame: &Frame) -> Bytes {
    let contacts = if heading.draw.contacts { &frame.contacts[..] } else { &[] };
    let sizes = [frame.bodies.len(), contacts.len(), 0];
    let numbers = (&frame.figures[..], &frame.sensors[..]);
    let mut bytes = Writer::new(heading, (frame.step, frame.time), sizes, [0; 4], numbers);
    for body in &frame.bodies {
        bytes.body(&body.pose, 0, body.velocity.length());
    }
    for contact in contacts {
        bytes.contact(contact, frame.force(contact));
        bytes.vectors([DVec3::ZERO]);
        bytes.u32s([0]);
    }
    frame.particles.iter().for_each(|particle| bytes.particle(particle));
    bytes.0.into()
}

/// Numbers beyond 32 bits do not occur: scenes are far smaller.
fn index(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// Corners of a round section.
const ROUND: usize = 32;

/// The sections of all contacts that are no discs, each once.
struct Outlines<'a>(Vec<(&'a SectionShape, Vec<[f64; 2]>)>);

impl<'a> Outlines<'a> {
    fn of(contacts: &'a [ContactReport]) -> Self {
        let mut all = Self(Vec::new());
        for ContactReport { section, .. } in contacts {
            if *section != SectionShape::Disc && all.number(section) == 0 {
                all.0.push((section, section.outline(ROUND)));
            }
        }
        all
    }

    /// The number of a section from 1; 0 for a disc.
    fn number(&self, section: &SectionShape) -> usize {
        self.0.iter().position(|outline| outline.0 == section).map_or(0, |at| at + 1)
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn new(
        heading: Heading,
        (step, time): (u64, f64),
        [bodies, contacts, joints]: [usize; 3],
        [sections, corners, lines, bends]: [usize; 4],
        (figures, sensors): (&[f64], &[f64]),
    ) -> Self {
        let count = figures.len() + EXTRA.len() + sensors.len();
        let length = 56 + 8 * count + 36 * bodies + 72 * contacts + 56 * joints;
        let length = length + 4 * sections + 8 * corners + 4 * lines + 12 * bends;
        let mut bytes = Self(Vec::with_capacity(length));
        let step = u32::try_from(step).unwrap_or(u32::MAX);
        bytes.u32s([KIND, heading.generation, index(heading.lane), step]);
        bytes.f64s([time]);
        let sizes = [bodies, contacts, joints, count, sections, corners, lines, bends];
        bytes.u32s(sizes.map(index));
        bytes.f64s(figures.iter().copied());
        let Extra { difference, failed_steps, again, realtime, ring: [first, last] } =
            heading.extra;
        let [rounds, halvings] = again;
        bytes.f64s([failed_steps, rounds, halvings, realtime, first, last, difference]);
        bytes.f64s(sensors.iter().copied());
        bytes
    }

    fn body(&mut self, pose: &Pose, island: u32, speed: f64) {
        let DQuat { x, y, z, w } = pose.orientation;
        self.vectors([pose.position]);
        self.f32s([x, y, z, w]);
        self.u32s([island]);
        self.f32s([speed]);
    }

    /// A contact with the force on its second body; 0 for a μ that is not known.
    fn contact(&mut self, contact: &FrameContact, force: DVec3) {
        let state = state_number(contact.state);
        self.u32s([contact.first, contact.second, state].map(index));
        self.vectors([contact.point, contact.normal, force]);
        self.f32s([contact.gap, contact.friction.unwrap_or(0.0)]);
    }

    /// Where lists of these lengths end in the list of all that follows.
    fn ends(&mut self, lengths: impl Iterator<Item = usize>) {
        let mut end = 0;
        for length in lengths {
            end += length;
            self.u32s([index(end)]);
        }
    }

    fn particle(&mut self, particle: &FrameParticle) {
        self.f32s(particle.position.map(f64::from));
        self.f32s([particle.speed(), particle.pressure].map(f64::from));
    }

    fn u32s<const N: usize>(&mut self, values: [u32; N]) {
        for value in values {
            self.0.extend(value.to_le_bytes());
        }
    }

    fn f64s(&mut self, values: impl IntoIterator<Item = f64>) {
        for value in values {
            self.0.extend(value.to_le_bytes());
        }
    }

    fn f32s<const N: usize>(&mut self, values: [f64; N]) {
        for value in values {
            self.0.extend((value as f32).to_le_bytes());
        }
    }

    fn vectors<const N: usize>(&mut self, values: [DVec3; N]) {
        for value in values {
            self.f32s(value.to_array());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{BOXES, simulation};
    use crate::view::motion::HEADING;

    /// Impulses act in a part of a step; forces carry the weight of 3 and 5 kg.
    #[test]
    fn forces_are_those_of_the_sub_step() {
        let mut simulation = simulation(BOXES);
        let report = (0..30).map(|_| simulation.step().expect("finite")).last().expect("steps");
        let bytes = live(HEADING, &simulation, &report, simulation.contacts());
        let word = |at: usize| bytes[at..at + 4].try_into().expect("four bytes");
        let [bodies, contacts, joints, figures] =
            [24, 28, 32, 36].map(|at| u32::from_le_bytes(word(at)) as usize);
        assert_eq!((bodies, contacts, joints), (3, 8, 0));
        let begin = 56 + 8 * figures + 36 * bodies;
        // One square for all of them.
        assert_eq!([40, 44, 48, 52].map(|at| u32::from_le_bytes(word(at))), [1, 4, 0, 0]);
        assert_eq!(bytes.len(), begin + 72 * contacts + 4 + 4 * 8);
        for at in 0..contacts {
            assert_eq!(u32::from_le_bytes(word(begin + 72 * at + 68)), 1);
        }
        let corner = begin + 72 * contacts + 4;
        assert_eq!([0, 4].map(|at| f32::from_le_bytes(word(corner + at))), [1.0, 1.0]);
        let upwards = |at: usize| f64::from(f32::from_le_bytes(word(begin + 72 * at + 40)));
        let load: f64 = (0..contacts).map(upwards).sum();
        assert!((load - 8.0 * 9.81).abs() < 1e-3, "{load} N");
    }
}
