//! A recording that all ranks write.

use std::io;
use std::path::{Path, PathBuf};

use stickslip_cluster::{Block, ClusterError, Domain};
use stickslip_dynamics::{BodyState, StepReport};
use stickslip_scene::recording::{
    BLOCK, BodyHeader, Frame, FrameBlock, FrameBody, FrameContact, PlacedContact, Share,
    SharedRecorder, figures,
};

use super::begin::Beginning;

/// One rank's hand in it.
pub struct Recording {
    path: PathBuf,
    recorder: SharedRecorder,
}

impl Recording {
    /// Begins it on all ranks; the first one makes the file.
    pub fn begin(
        path: &Path,
        domain: &Domain,
        beginning: &Beginning,
    ) -> Result<Self, ClusterError> {
        let cannot = |reason| cannot_write(path, &reason);
        let created = match domain.rank() {
            0 => {
                let mut bodies = |take: &mut dyn FnMut(&BodyHeader) -> io::Result<()>| {
                    beginning.give_headers(take)
                };
                let created = SharedRecorder::create(path, beginning.header(), &mut bodies);
                Some(created.map_err(cannot)?)
            }
            _ => None,
        };
        let offsets = domain.gather(&[created.as_ref().map_or(0, |created| created.1)])?;
        let recorder = match created {
            Some((recorder, _)) => recorder,
            None => SharedRecorder::join(path, offsets[0]).map_err(cannot)?,
        };
        Ok(Self { path: path.into(), recorder })
    }

    /// Adds a frame on all ranks, after a step that gave `report`.
    pub fn record(&mut self, domain: &Domain, report: &StepReport) -> Result<(), ClusterError> {
        let blocks = domain.blocks(BLOCK)?;
        let (hash, energy) = domain.totals(&blocks)?;
        let frame = Frame {
            step: domain.steps(),
            time: domain.time(),
            interval: domain.interval(),
            figures: figures(report, energy),
            bodies: Vec::new(),
            contacts: Vec::new(),
            particles: Vec::new(),
            sensors: Vec::new(),
            hash: Some(hash),
        };
        let blocks: Vec<FrameBlock> = blocks.into_iter().map(frame_block).collect();
        let contacts = blocks.iter().flat_map(|block| &block.contacts);
        let parts = contacts.map(|own| own.contact.impulse.abs().max_element());
        // Numbers that are not negative have the order of their bits.
        let own = parts.fold(0.0, f64::max);
        let largest =
            domain.gather(&[own.to_bits()])?.into_iter().max().map_or(0.0, f64::from_bits);
        let Self { path, recorder } = self;
        let cannot = |reason| cannot_write(path, &reason);
        let when = (frame.time, frame.interval);
        let share = recorder.code(&blocks, when, largest).map_err(cannot)?;
        let words: Vec<u64> =
            std::iter::once(share.checksum).chain(share.lengths).map(u64::from).collect();
        let shares: Vec<Share> =
            domain.gather_any(&words)?.iter().map(|words| read_share(words)).collect();
        recorder.write(&shares, domain.rank(), &frame).map_err(cannot)?;
        // Nobody ends it before all have written.
        domain.any(false)?;
        recorder.end().map_err(cannot)
    }
}

fn read_share(words: &[u64]) -> Share {
    let lengths = words[1..].iter().map(|&length| length as u32).collect();
    Share { checksum: words[0] as u32, lengths }
}

fn frame_block(block: Block) -> FrameBlock {
    let body = |own: &BodyState| FrameBody {
        pose: own.pose,
        velocity: own.velocity,
        angular_velocity: own.angular_velocity,
    };
    let contacts = block
        .contacts
        .into_iter()
        .map(|own| PlacedContact { contact: FrameContact::from(&own.report), ends: own.ends });
    FrameBlock { bodies: block.bodies.iter().map(body).collect(), contacts: contacts.collect() }
}

fn cannot_write(path: &Path, reason: &std::io::Error) -> ClusterError {
    ClusterError::Outside(format!("cannot write {}: {reason}", path.display()))
}
