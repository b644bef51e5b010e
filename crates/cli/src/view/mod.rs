//! `stickslip view`: a page on which a scene runs live.
//!
//! Two threads: this one answers HTTP and sockets (`server`, `client`), the
//! other one is the `run`, which owns the simulations. Commands go to the run
//! through a bounded queue; frames come back through a place that holds only
//! the newest. `viewer/PROTOCOL.md` says what goes over the socket.

mod choice;
mod client;
mod export;
pub mod film;
mod frame;
mod hello;
mod hub;
mod library;
mod listen;
mod message;
mod motion;
mod page;
mod run;
mod series;
mod server;
mod world;

use std::future::IntoFuture;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use clap::Args;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use self::choice::{Choice, choose};
use self::hello::Hello;
use self::hub::{Bundle, Command, MAX_COMMANDS};
use self::listen::{announce, interrupted, listen};
use self::page::Page;
use self::run::Run;
use self::server::Service;
use crate::ask::{at_least_one, positive, thread_pool};
use crate::commands::model;
use crate::error::Failure;
use crate::output::Report;

/// Look at a scene while it runs, or at a recording, in the browser
///
/// Serves a page on this machine alone and prints its address. Ctrl-C ends it.
/// Exit code 0: ended; 2: bad input.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A built-in scene, a scene file (.toml), a model (.xml, .urdf) or a recording
    #[arg(value_name = "SCENE or RECORDING")]
    what: Option<String>,
    #[command(flatten)]
    model: model::Beginning,
    /// Port; 0 for any free one. The default is 7117, or the next free one
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Address to serve on. Whoever reaches it can do what the page can
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// Let pages of this machine, such as notebooks, show the page in a frame of theirs
    #[arg(long)]
    embed: bool,
    /// Folder of recordings, to play and to write
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Which solver, instead of the scene's
    #[arg(long, value_name = "NAME")]
    solver: Option<String>,
    /// A parameter of the scene or an option of the solver; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    settings: Vec<String>,
    /// How many threads; the default is one per core. The motion is the same for any number
    #[arg(long, value_name = "N", value_parser = at_least_one, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Write one file that plays the scene anywhere, without a server, and end
    #[arg(long, value_name = "FILE.html")]
    export: Option<PathBuf>,
    /// How many simulated seconds to export; the default is the scene's duration
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    #[arg(requires = "export")]
    seconds: Option<f64>,
    /// Print the address and nothing else
    #[arg(long)]
    quiet: bool,
    /// Serve the page from this folder instead of the one in the program
    #[arg(long, value_name = "DIR", hide = true)]
    page: Option<PathBuf>,
}

/// How long the end waits for the run.
const PATIENCE: Duration = Duration::from_secs(2);

fn address(text: &str) -> Result<IpAddr, String> {
    match text {
        "localhost" => Ok(IpAddr::from([127, 0, 0, 1])),
        _ => text.parse().map_err(|_| "expected an address such as 127.0.0.1 or ::1".into()),
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let page = Page::new(arguments.page.as_deref());
    if !arguments.folder.is_dir() {
        return Err(Failure::NoFolder(arguments.folder.clone()));
    }
    let Choice { scenes, library, beginning } = choose(arguments)?;
    if let Some(path) = &arguments.export {
        let pool = thread_pool(arguments.threads)?;
        let seconds = arguments.seconds;
        return pool.install(|| export::run(&page, &scenes, &library, &beginning, path, seconds));
    }
    let hello = Hello::new(&scenes, arguments.what.is_none())?;
    let (commands, received) = mpsc::channel(MAX_COMMANDS);
    let (newest, shown) = watch::channel(Arc::new(Bundle::default()));
    let mut run =
        Run::new(scenes, library.clone(), &beginning, received, newest).map_err(Failure::View)?;
    let pool = thread_pool(arguments.threads)?;
    let service =
        Service::new(page, arguments.host.to_string(), (hello, library), (commands.clone(), shown))
            .embedded(arguments.embed);
    // Closed when the run ends, whatever ends it.
    let (ended, mut run_ended) = mpsc::channel::<()>(1);
    std::thread::spawn(move || {
        pool.install(|| run.serve());
        drop(ended);
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::View(format!("cannot serve: {error}")))?;
    let served = runtime.block_on(async {
        let listener = listen(arguments.host, arguments.port).await?;
        announce(arguments, &listener)?;
        // Small messages are not to wait for more to come.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let server = axum::serve(listener, service.router()).into_future();
        tokio::select! {
            ended = server => ended.map_err(|error| Failure::View(format!("cannot serve: {error}"))),
            () = interrupted() => Ok(()),
            _ = run_ended.recv() => Err(Failure::View("the simulation has crashed".into())),
        }
    });
    // The run may be in the middle of a long step, or gone. Nothing is lost by
    // not waiting for it: recordings are whole after every frame.
    let farewell = async {
        let _ = commands.send(Command::Quit).await;
        run_ended.recv().await
    };
    let _ = runtime.block_on(async { timeout(PATIENCE, farewell).await });
    served.map(|()| Report::done(""))
}
