//! A simulation without a window behind a socket: a line in, a line out. Here its own client
//! asks; any other program can.
//!
//! `cargo run --release --example server -p stickslip`

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use stickslip::prelude::*;

type Done<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// Answers `step N` and `push X Y Z` (N, on the crate, in the next step) until `bye`.
fn serve(listener: &TcpListener) -> Done<()> {
    let cargo = Rigid::dynamic("crate").cuboid([0.4; 3]).at([0.0, 0.2, 0.0]).mass(10.0);
    let world = World::new().ground().body(cargo);
    let cargo = world.find("crate")?;
    let mut simulation = world.simulate()?;
    let (stream, _) = listener.accept()?;
    let mut answers = stream.try_clone()?;
    for line in BufReader::new(stream).lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["step", count] => {
                for _ in 0..count.parse::<usize>()? {
                    simulation.step()?;
                }
                let state = simulation.state();
                let at = state.bodies[cargo.0].pose.position;
                writeln!(answers, "{:.4} {:.6} {:.6} {:.6}", state.time, at.x, at.y, at.z)?;
            }
            ["push", x, y, z] => {
                let force = DVec3::new(x.parse()?, y.parse()?, z.parse()?);
                let at = simulation.state().bodies[cargo.0].pose.position;
                simulation.push(cargo, force, at, DVec3::ZERO)?;
                writeln!(answers, "ok")?;
            }
            ["bye"] => break,
            _ => writeln!(answers, "error: step N, push X Y Z and bye are known")?,
        }
    }
    Ok(())
}

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    let server = thread::spawn(move || serve(&listener));
    let mut stream = TcpStream::connect(address)?;
    let mut answers = BufReader::new(stream.try_clone()?).lines();
    let mut ask = |line: &str| -> Result<String, Box<dyn std::error::Error>> {
        writeln!(stream, "{line}")?;
        let answer = answers.next().ok_or("the server has gone")??;
        println!("{line:20} {answer}");
        Ok(answer)
    };
    ask("step 10")?;
    ask("push 600 0 0")?;
    let moved = ask("step 30")?;
    assert!(ask("jump")?.starts_with("error"));
    writeln!(stream, "bye")?;
    server.join().map_err(|_| "the server broke")?.map_err(|error| error.to_string())?;
    // It slides by v²/2μg, v = (F − μ m g) h / m at first.
    let x: f64 = moved.split(' ').nth(1).unwrap_or_default().parse()?;
    assert!((0.05..0.2).contains(&x), "{x}");
    Ok(())
}
