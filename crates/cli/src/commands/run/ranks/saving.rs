//! A state that all ranks save.

use std::fs::File;
use std::io;
use std::path::Path;

use stickslip_cluster::{ClusterError, Domain};
use stickslip_files::Draft;
use stickslip_scene::{CodedState, StateShare};

/// Saves the state of all ranks in one file, each its part; it appears when all have written.
pub fn save(path: &Path, scene: &str, domain: &Domain) -> Result<(), ClusterError> {
    let part = domain.part()?;
    let coded = CodedState::new(&part.bodies, &part.contacts);
    let StateShare { bodies, contacts, checksums } = coded.share();
    let words = [bodies as u64, contacts as u64, checksums[0].into(), checksums[1].into()];
    let shares = domain.gather(&words)?;
    let share = |words: &[u64]| StateShare {
        bodies: words[0] as usize,
        contacts: words[1] as usize,
        checksums: [words[2] as u32, words[3] as u32],
    };
    let shares: Vec<StateShare> = shares.chunks_exact(4).map(share).collect();
    let rank = domain.rank();
    let begun = (rank == 0).then(|| begin(path)).transpose();
    let mut failure = begun.as_ref().err().map(|error| error.to_string());
    let mut draft = begun.ok().flatten();
    let name = draft.as_ref().and_then(Draft::name).unwrap_or_default();
    let name: Vec<u64> = name.bytes().map(u64::from).collect();
    let name: Vec<u8> = domain.gather_any(&name)?[0].iter().map(|&own| own as u8).collect();
    let name = String::from_utf8_lossy(&name).into_owned();
    // Without a name the first rank has none.
    if !name.is_empty() {
        let written = (|| {
            let mut other: File;
            let file = match &mut draft {
                Some(draft) => draft.file(),
                None => {
                    other = Draft::join(path, &name)?;
                    &mut other
                }
            };
            coded.write(file, (&shares, rank), (scene, &part.rest))
        })();
        failure = written.err().map(|error| error.to_string());
    }
    let has_failed = domain.any(failure.is_some())?;
    if let Some(draft) = draft.filter(|_| !has_failed) {
        failure = draft.appear().err().map(|error| error.to_string());
    }
    // By now the file is there, or its draft is gone. The first that failed says why.
    let failed = domain.gather(&[failure.is_some().into()])?;
    match failed.iter().position(|&failed| failed == 1) {
        None => Ok(()),
        Some(first) if first == rank => {
            let reason = failure.unwrap_or_default();
            Err(ClusterError::Outside(format!("cannot write {}: {reason}", path.display())))
        }
        // The others wait for its end.
        Some(_) => domain.any(false).map(|_| ()).map_err(ClusterError::from),
    }
}

/// A draft of the state. Ranks write from many places at once, which only an ordinary file takes.
fn begin(path: &Path) -> io::Result<Draft> {
    match std::fs::metadata(path) {
        Ok(there) if !there.is_file() => Err(io::Error::other("it is no file, as ranks need")),
        _ => Draft::beside(path),
    }
}
