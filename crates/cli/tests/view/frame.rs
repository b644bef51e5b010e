//! Frames decoded after `viewer/PROTOCOL.md`, sharing nothing with the server.

/// A frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub generation: u32,
    pub lane: u32,
    pub step: u32,
    pub time: f64,
    pub figures: Vec<f64>,
    pub bodies: Vec<Body>,
    pub contacts: Vec<Contact>,
    /// Corners of every section.
    pub sections: Vec<Vec<[f32; 2]>>,
    pub joints: Vec<Joint>,
    /// Corners of every rod, rope, tendon and belt.
    pub lines: Vec<Vec<[f32; 3]>>,
    pub particles: Vec<Particle>,
}

/// A drop of a liquid, or a vertex of a soft body, whose pressure is a strain.
#[derive(Clone, Debug, PartialEq)]
pub struct Particle {
    pub position: [f32; 3],
    pub speed: f32,
    pub pressure: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub position: [f32; 3],
    pub quaternion: [f32; 4],
    pub island: u32,
    pub speed: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    pub first: u32,
    pub second: u32,
    pub state: u32,
    pub point: [f32; 3],
    pub normal: [f32; 3],
    pub force: [f32; 3],
    pub gap: f32,
    pub mu: f32,
    pub tangent: [f32; 3],
    pub section: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    pub first: [f32; 3],
    pub second: [f32; 3],
    pub force: f32,
    pub broken: u32,
    pub load: [f32; 3],
    pub torque: [f32; 3],
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.0.split_at(N);
        self.0 = rest;
        taken.try_into().expect("as many as asked for")
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn f32(&mut self) -> f32 {
        f32::from_le_bytes(self.take())
    }

    fn f64(&mut self) -> f64 {
        f64::from_le_bytes(self.take())
    }

    fn f32s<const N: usize>(&mut self) -> [f32; N] {
        std::array::from_fn(|_| self.f32())
    }
}

impl Frame {
    /// Reads all of the bytes.
    pub fn read(bytes: &[u8]) -> Self {
        let mut from = Reader(bytes);
        assert_eq!(from.u32(), 1, "the kind of a frame");
        let (generation, lane, step) = (from.u32(), from.u32(), from.u32());
        let time = from.f64();
        let [bodies, contacts, joints, figures, sections, corners, lines, bends] =
            std::array::from_fn(|_| from.u32());
        let mut frame = Self {
            generation,
            lane,
            step,
            time,
            figures: (0..figures).map(|_| from.f64()).collect(),
            bodies: (0..bodies)
                .map(|_| Body {
                    position: from.f32s(),
                    quaternion: from.f32s(),
                    island: from.u32(),
                    speed: from.f32(),
                })
                .collect(),
            contacts: (0..contacts)
                .map(|_| Contact {
                    first: from.u32(),
                    second: from.u32(),
                    state: from.u32(),
                    point: from.f32s(),
                    normal: from.f32s(),
                    force: from.f32s(),
                    gap: from.f32(),
                    mu: from.f32(),
                    tangent: from.f32s(),
                    section: from.u32(),
                })
                .collect(),
            sections: lists(&mut from, sections, corners),
            joints: (0..joints)
                .map(|_| Joint {
                    first: from.f32s(),
                    second: from.f32s(),
                    force: from.f32(),
                    broken: from.u32(),
                    load: from.f32s(),
                    torque: from.f32s(),
                })
                .collect(),
            lines: lists(&mut from, lines, bends),
            particles: Vec::new(),
        };
        while !from.0.is_empty() {
            let (position, speed, pressure) = (from.f32s(), from.f32(), from.f32());
            frame.particles.push(Particle { position, speed, pressure });
        }
        frame
    }
}

/// Where every list ends in the list of all their corners, and that list.
fn lists<const N: usize>(from: &mut Reader<'_>, count: u32, corners: u32) -> Vec<Vec<[f32; N]>> {
    let ends: Vec<u32> = (0..count).map(|_| from.u32()).collect();
    assert_eq!(ends.last().copied().unwrap_or(0), corners);
    let mut read = 0;
    let mut list = |end: u32| {
        let count = end - read;
        read = end;
        (0..count).map(|_| from.f32s()).collect()
    };
    ends.into_iter().map(&mut list).collect()
}
