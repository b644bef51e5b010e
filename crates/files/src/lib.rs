//! Files that appear whole or not at all, for every crate that writes.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Puts `bytes` at `path` in one step: they are written to a temporary file in
/// the same folder, which is then renamed, so that a reader or a crash never
/// sees half of them.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("table.csv");
/// stickslip_files::replace_file(&path, b"old")?;
/// stickslip_files::replace_file(&path, b"new")?;
/// assert_eq!(std::fs::read(&path)?, b"new");
/// assert_eq!(std::fs::read_dir(folder.path())?.count(), 1, "nothing else is left there");
/// assert!(stickslip_files::replace_file(&folder.path().join("none/table.csv"), b"").is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// What is there already and is no ordinary file, such as a pipe or `/dev/stdout`, is written to.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if std::fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let mut draft = Draft::beside(path)?;
    // By the file itself: the other way errors name the temporary one.
    draft.file().write_all(bytes)?;
    draft.file().sync_all()?;
    draft.appear()
}

/// A file that is written beside the place where it is to appear, by one or by several hands;
/// dropped, it is gone.
#[derive(Debug)]
pub struct Draft {
    temporary: NamedTempFile,
    path: PathBuf,
}

impl Draft {
    /// An empty one in the folder of a path.
    pub fn beside(path: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        // Temporary files are private by default; this one becomes an ordinary file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(Self { temporary: builder.tempfile_in(folder(path))?, path: path.into() })
    }

    /// Its name in that folder, by which others find it.
    pub fn name(&self) -> Option<&str> {
        self.temporary.path().file_name()?.to_str()
    }

    /// The draft of this name beside a path, for another hand.
    pub fn join(path: &Path, name: &str) -> io::Result<File> {
        OpenOptions::new().write(true).open(folder(path).join(name))
    }

    /// What is written.
    pub fn file(&mut self) -> &mut File {
        self.temporary.as_file_mut()
    }

    /// Takes the place of what is at the path.
    pub fn appear(self) -> io::Result<()> {
        self.temporary.persist(&self.path)?;
        Ok(())
    }
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// By a link, which is what would be lost.
    #[test]
    fn a_device_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &link).expect("a link");
        replace_file(&link, b"nothing is kept").expect("written");
        assert!(link.symlink_metadata().expect("there").is_symlink());
    }
}
