//! The same bits on a processor without wide registers and fused steps, which QEMU plays where it
//! is installed (`apt-get install qemu-user`).

use std::process::Command;

use super::{Ran, Workspace, command};

/// Towers, linkages, slides, a heap in small steps whose crates turn, a soft body, cloth and
/// barriers.
const SCENES: [&str; 8] = [
    "heavy-stack",
    "double-pendulum",
    "four-legged-table",
    "incline",
    "granular-boxes",
    "cantilever",
    "gripper",
    "bolt",
];

#[test]
fn bits_are_those_of_a_processor_without_wide_registers() {
    const EMULATOR: &str = "qemu-x86_64";
    if !cfg!(all(target_arch = "x86_64", target_os = "linux"))
        || Command::new(EMULATOR).arg("--version").output().is_err()
    {
        println!("skipped: no {EMULATOR} to play another processor");
        return;
    }
    let workspace = Workspace::new(&[]);
    for scene in SCENES {
        let own =
            command(workspace.0.path(), &format!("run {scene} --seconds 0.1 --threads 1 --json"));
        let mut other = Command::new(EMULATOR);
        other.args(["-cpu", "Nehalem"]).arg(own.get_program()).args(own.get_args());
        let hash = |mut command: Command| {
            let ran = Ran::from(command.output().expect("it runs"));
            ran.json()["state_hash"].as_str().expect("a hash").to_owned()
        };
        assert_eq!(hash(other), hash(own), "{scene}");
    }
}
