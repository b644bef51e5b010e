//! `stickslip view`: a page on which a scene runs live.
//!
//! Two threads: this one answers HTTP and sockets (`server`, `client`), the
//! other one is the `run`, which owns the simulations. Commands go to the run
//! through a bounded queue; frames come back through a place that holds only
//! the newest. `viewer/PROTOCOL.md` says what goes over the socket.

mod client;
mod frame;
mod hello;
mod hub;
mod library;
mod message;
mod page;
mod run;
mod server;
mod world;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use stickslip_scene::recording::is_recording;
use stickslip_scene::{SCENES, SceneSource};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

use self::hello::Hello;
use self::hub::{Bundle, Command, MOST_COMMANDS};
use self::library::Library;
use self::message::{LaneChoice, Open};
use self::page::Page;
use self::run::{Beginning, Run};
use self::server::Service;
use crate::ask::at_least_one;
use crate::commands::run::split_settings;
use crate::error::{Exit, Failure};
use crate::output::{Report, complain, print};

/// Look at a scene while it runs, or at a recording, in the browser
///
/// Serves a page on this machine alone and prints its address. Ctrl-C ends it.
/// Exit code 0: ended; 1: the page is not part of this build; 2: bad input.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A built-in scene, a scene file (.toml) or a recording
    #[arg(value_name = "SCENE or RECORDING")]
    what: Option<String>,
    /// Port; 0 for any free one. The default is 7117, or the next free one
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Address to serve on. Whoever reaches it can do what the page can
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,
    /// Open the browser
    #[arg(long)]
    open: bool,
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
    /// Print the address and nothing else
    #[arg(long)]
    quiet: bool,
    /// Serve the page from this folder instead of the one in the program
    #[arg(long, value_name = "DIR", hide = true)]
    page: Option<PathBuf>,
}

/// What is shown when nobody says what.
const FIRST_SCENE: &str = "heavy-stack";
const PORT: u16 = 7117;
/// Ports that are tried from the usual one on.
const PORTS: u16 = 100;

fn address(text: &str) -> Result<IpAddr, String> {
    match text {
        "localhost" => Ok(IpAddr::from([127, 0, 0, 1])),
        _ => text.parse().map_err(|_| "expected an address such as 127.0.0.1 or ::1".into()),
    }
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Result<Report, Failure> {
    let page = match Page::find(arguments.page.as_deref()) {
        Ok(page) => page,
        Err(reason) => {
            complain(&format!("error: the page is not part of this build: {reason}"));
            complain("  hint: install Node.js (18 or newer) with npm, and build again");
            return Ok(Report { text: String::new(), exit: Exit::Failed });
        }
    };
    if !arguments.folder.is_dir() {
        return Err(Failure::NoFolder(arguments.folder.clone()));
    }
    let Choice { scenes, library, beginning } = choose(arguments)?;
    let hello = Hello::new(&scenes)?;
    let (commands, received) = mpsc::channel(MOST_COMMANDS);
    let (newest, shown) = watch::channel(Arc::new(Bundle::default()));
    let mut run =
        Run::new(scenes, library.clone(), &beginning, received, newest).map_err(Failure::View)?;
    let threads = arguments.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let service =
        Service::new(page, arguments.host.to_string(), (hello, library), (commands.clone(), shown));
    let (ended, run_ended) = tokio::sync::oneshot::channel::<()>();
    let runner = std::thread::spawn(move || {
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
        let server = std::future::IntoFuture::into_future(axum::serve(listener, service.router()));
        tokio::select! {
            ended = server => ended.map_err(|error| Failure::View(format!("cannot serve: {error}"))),
            () = interrupted() => Ok(()),
            _ = run_ended => Err(Failure::View("the simulation has crashed".into())),
        }
    });
    // The run ends its recording, if it still listens.
    let _ = runtime.block_on(commands.send(Command::Quit));
    let _ = runner.join();
    served.map(|()| Report::done(""))
}

/// What there is to show, and what is shown first.
struct Choice {
    scenes: Vec<(String, SceneSource)>,
    library: Library,
    beginning: Beginning,
}

fn choose(arguments: &Arguments) -> Result<Choice, Failure> {
    let mut scenes: Vec<(String, SceneSource)> =
        SCENES.iter().map(|scene| (scene.name.to_owned(), scene.source())).collect();
    let name = arguments.what.as_deref().unwrap_or(FIRST_SCENE);
    let path = Path::new(name);
    if stickslip_scene::find_builtin(name).is_err() && begins_as_recording(path) {
        let title = path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into());
        let library = Library::new(arguments.folder.clone(), Some(path.into()));
        return Ok(Choice { scenes, library, beginning: Beginning::Recording(title) });
    }
    let source = SceneSource::find(name)?;
    let (overrides, options) = split_settings(0, &arguments.settings, &source)?;
    if !scenes.iter().any(|scene| scene.0 == name) {
        scenes.insert(0, (name.to_owned(), source));
    }
    let options: BTreeMap<_, _> =
        options.iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
    let named = arguments.solver.is_some() || !options.is_empty();
    let solver = arguments.solver.clone();
    let lane = LaneChoice { solver, options, ..LaneChoice::default() };
    let open = Open {
        scene: name.into(),
        parameters: overrides.parameters,
        lanes: named.then(|| vec![lane]),
        ..Open::default()
    };
    let library = Library::new(arguments.folder.clone(), None);
    Ok(Choice { scenes, library, beginning: Beginning::Scene(Box::new(open)) })
}

fn begins_as_recording(path: &Path) -> bool {
    use std::io::Read;
    let mut beginning = [0; 8];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut beginning));
    read.is_ok() && is_recording(&beginning)
}

async fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener, Failure> {
    let ports = port.map_or(PORT..=PORT + PORTS, |port| port..=port);
    let mut refused = None;
    for port in ports {
        match TcpListener::bind((host, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => refused = refused.or(Some((port, error))),
        }
    }
    let reason = refused.map_or_else(String::new, |(port, error)| {
        format!("cannot listen on {host}, port {port}: {error}")
    });
    Err(Failure::View(reason))
}

fn announce(arguments: &Arguments, listener: &TcpListener) -> Result<(), Failure> {
    let address = listener.local_addr().map_err(|error| Failure::View(error.to_string()))?;
    let url = format!("http://{address}/");
    if !arguments.host.is_loopback() {
        complain("warning: everybody who can reach this address can run scenes on this machine");
        complain("  and write recordings into its folder; there is no password");
    }
    let text = match arguments.quiet {
        true => format!("{url}\n"),
        false => format!("viewer at {url}\nCtrl-C ends it\n"),
    };
    // Without a reader of the address the page is still there.
    let _ = print(&text);
    if arguments.open
        && let Err(error) = open_browser(&url)
    {
        complain(&format!("warning: cannot open a browser: {error}"));
    }
    Ok(())
}

fn open_browser(url: &str) -> std::io::Result<()> {
    let (program, before): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    std::process::Command::new(program).args(before).arg(url).spawn().map(drop)
}

/// Returns when somebody wants the server to end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
