//! The program; all of it is in the library, which the Python package has too.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(stickslip_cli::run(std::env::args_os()))
}
