//! Files that appear whole or not at all, for every crate that writes.

use std::io::{self, Write};
use std::path::Path;

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
        return std::fs::OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    // Temporary files are private by default; this one becomes an ordinary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(folder)?;
    // By the file itself: the other way errors name the temporary one.
    temporary.as_file_mut().write_all(bytes)?;
    temporary.as_file().sync_all()?;
    temporary.persist(path)?;
    Ok(())
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
