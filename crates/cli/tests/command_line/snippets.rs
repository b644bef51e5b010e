//! Every console block of README and guide, run as a reader would type it.
//!
//! A page is a folder: its commands run one after the other, and what one writes
//! the next finds. What would take long is cut short, by `shorter`, and nothing else
//! is changed. Where a block shows what a command prints, that is compared; of commands
//! that tell times, words without numbers.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::query::QUERIES;
use super::{Workspace, command};

/// One command with what the page says that it prints.
#[derive(Debug)]
struct Shown {
    place: String,
    line: String,
    prints: Vec<String>,
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands of a page in Markdown.
fn commands(page: &str, text: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    let mut inside = false;
    for (at, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(line)) = (inside, line.strip_prefix("$ ")) {
            let place = format!("{page}:{}", at + 1);
            let line = line.split(" #").next().unwrap_or_default().trim();
            found.push(Shown { place, line: line.into(), prints: Vec::new() });
        } else if let (true, Some(shown)) = (inside, found.last_mut()) {
            shown.prints.push(line.into());
        }
    }
    found
}

/// What stands for a reader's own files.
fn furnish(workspace: &Workspace) {
    const ROBOT: &str = r#"<robot name="robot"><link name="base"/><link name="arm"><inertial>
        <origin xyz="0 0 0.1"/><mass value="1"/>
        <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial></link>
        <joint name="elbow" type="revolute"><parent link="base"/><child link="arm"/>
        <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="10" velocity="5"/></joint>
        </robot>"#;
    const ARM: &str = r#"<mujoco model="arm"><worldbody><body name="arm">
        <joint name="elbow" axis="0 1 0"/><geom type="box" size=".1 .1 .3" mass="1"/></body>
        </worldbody><keyframe><key name="home" qpos="0.3"/></keyframe></mujoco>"#;
    const STATE: &str = r#"{"qpos": [0.1], "qvel": [0]}"#;
    let mesh = octahedron();
    for (name, content) in [
        ("robot.urdf", ROBOT),
        ("arm.xml", ARM),
        ("state.json", STATE),
        ("questions.json", QUESTIONS),
        ("queries.csv.gz", QUERIES),
        ("part.stl", &mesh),
        ("cup.stl", &mesh),
    ] {
        std::fs::write(workspace.path(name), content).expect("a file there");
    }
    let problems = workspace.path("problems");
    std::fs::create_dir(&problems).expect("a folder");
    for entry in std::fs::read_dir(root().join("problems")).expect("the problems") {
        let path = entry.expect("an entry").path();
        if path.is_file() {
            std::fs::copy(&path, problems.join(path.file_name().expect("a name"))).expect("copied");
        }
    }
}

const QUESTIONS: &str = r#"{"analytic": [{"shape": "sphere", "parameters": {"r": 1},
    "points": [[2, 0, 0]], "distance": [1]}]}"#;

/// A closed surface as text.
fn octahedron() -> String {
    let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut text = String::from("solid part\n");
    for at in 0..8 {
        let sign = |bit: i32| if at >> bit & 1 == 0 { 1 } else { -1 };
        let mut corners = [0, 1, 2].map(|k| axes[k as usize].map(|part| part * sign(k)));
        if sign(0) * sign(1) * sign(2) < 0 {
            corners.swap(1, 2);
        }
        text += "facet normal 0 0 0\nouter loop\n";
        for [x, y, z] in corners {
            text += &format!("vertex {x} {y} {z}\n");
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid part\n"
}

/// Words of a command, and what is done in their place where they take long.
fn shorter(line: &str) -> String {
    let line = line.split(" > ").next().unwrap_or_default();
    let mut words: Vec<&str> = line.split_whitespace().skip(1).collect();
    match words.first().copied() {
        Some("run") => {
            if let Some(at) = words.iter().position(|word| *word == "--seconds") {
                words.drain(at..at + 2);
            }
            words.extend(["--steps", "2"]);
        }
        Some("experiment") => words.push("--quick"),
        // All of them meet in the guide, where the page shows the table.
        Some("compare") if line.contains("--plot") => words.extend(["--solvers", "bpp,pgs"]),
        _ => {}
    }
    // A film that needs no browser.
    words.join(" ").replace(".webm", ".gif")
}

/// Says what a page promises wrongly.
fn wrong(workspace: &Workspace, shown: &Shown) -> Option<String> {
    let said = |what: String| Some(format!("{}: `{}` {what}", shown.place, shown.line));
    if let Some(rest) = shown.line.strip_prefix("cargo install --path ") {
        return (!root().join(rest).is_dir()).then(|| said("has no such folder".into()))?;
    }
    if !shown.line.starts_with("stickslip ") {
        return said("is no command that this test knows".into());
    }
    let line = shorter(&shown.line);
    if let Some(words) = line.strip_prefix("view ") {
        return serves(workspace, words)
            .then_some(())
            .map_or_else(|| said("serves nothing".into()), |()| None);
    }
    let ran = workspace.run(&line);
    // `compare` says by 1 that one of many did not converge.
    let is_fine = ran.code == Some(0) || line.starts_with("compare ") && ran.code == Some(1);
    if !is_fine {
        return said(format!("ends with {:?}: {}{}", ran.code, ran.stdout, ran.stderr));
    }
    // Lines that have no times in them are compared as they are, others by their words.
    let is_exact = ["list ", "new ", "check ", "generate "].iter().any(|it| line.starts_with(it));
    let parts = |text: &str| -> Vec<String> {
        let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        if is_exact {
            let lines = text.lines().map(plain);
            return lines.filter(|line| !line.is_empty() && !line.starts_with('─')).collect();
        }
        let is_word =
            |word: &&str| word.chars().all(|it| it.is_alphabetic() || "-,.:;()".contains(it));
        // Units of time are the machine's.
        let is_unit = |word: &&str| ["ns", "µs", "ms", "s"].contains(word);
        let words = text.split_whitespace().filter(is_word).filter(|word| !is_unit(word));
        words.map(str::to_owned).collect()
    };
    let printed = parts(&ran.stdout);
    let missing: Vec<String> = { shown.prints.iter().flat_map(|line| parts(line)) }
        .filter(|part| !printed.contains(part))
        .collect();
    (!missing.is_empty()).then(|| said(format!("does not print {missing:?}")))?
}

/// Whether `stickslip view` tells an address.
fn serves(workspace: &Workspace, words: &str) -> bool {
    std::fs::create_dir_all(workspace.path("page")).expect("a folder for the page");
    std::fs::write(workspace.path("page/index.html"), "<p>a page").expect("a page");
    let words = words.replace("--open", "");
    let line = format!("view {words} --page page --quiet --port 0");
    let mut child = command(workspace.0.path(), &line)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    let mut address = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    BufReader::new(stdout).read_line(&mut address).expect("a line");
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    address.starts_with("http://127.0.0.1:")
}

/// All that is wrong with a page.
fn faults(page: &str, text: &str) -> Vec<String> {
    let workspace = Workspace::new(&[]);
    furnish(&workspace);
    commands(page, text).iter().filter_map(|shown| wrong(&workspace, shown)).collect()
}

fn holds(page: &str) {
    let text = std::fs::read_to_string(root().join(page)).expect(page);
    let faults = faults(page, &text);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn commands_of_the_readme_run() {
    holds("README.md");
}

#[test]
fn commands_of_the_guide_run() {
    let guide = root().join("docs/guide/src");
    let mut pages = 0;
    for entry in std::fs::read_dir(&guide).expect("the guide") {
        let path = entry.expect("an entry").path();
        // The page of keys has no commands, and a test of its own.
        if path.extension().is_some_and(|it| it == "md") && !path.ends_with("keys.md") {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            holds(&format!("docs/guide/src/{name}"));
            pages += 1;
        }
    }
    assert!(pages > 15);
}

#[test]
fn a_command_that_does_not_work_is_found() {
    let text = "```console\n$ stickslip run stack # fine\n$ stickslip run stakc\n\
                $ stickslip list preconditioners\n nonsense there\n$ rm -r no-such\n\
                $ stickslip view stakc\n```\n";
    let faults = faults("page.md", text);
    assert_eq!(faults.len(), 4, "{faults:#?}");
    for (fault, part) in
        faults.iter().zip(["page.md:3", "nonsense", "no command", "serves nothing"])
    {
        assert!(fault.contains(part), "{fault}");
    }
}
