//! Many of one robot above each other, in one file that every engine reads.

use std::f64::consts::TAU;
use std::fmt::Write;

/// Copies stand in layers of so many by so many, so far apart (m), and layers so far above
/// each other.
const SIDE: usize = 5;
const APART: f64 = 1.0;
const ABOVE: f64 = 1.9;
/// Each is turned about the vertical by so much more than the one before it.
const TURN: f64 = 0.618 * TAU;

/// The file of one robot, which begins with the line `root`, with `count` of it: bodies, joints
/// and what may not touch; without actuators, tendons, cameras and lights.
pub fn text(one: &str, root: &str, count: usize) -> Option<String> {
    let begin = one.find(root)?;
    let end = one.find("</worldbody>")?;
    let body = without(&one[begin + root.len()..end], "<camera");
    let name = root.split("name=\"").nth(1)?.split('"').next()?;
    let class = root.split("childclass=\"").nth(1).and_then(|rest| rest.split('"').next());
    let height: f64 =
        root.split("pos=\"").nth(1)?.split('"').next()?.split(' ').nth(2)?.parse().ok()?;
    let mut all = without(&one[..begin], "<light");
    for number in 0..count {
        let (layer, cell) = (number / (SIDE * SIDE), number % (SIDE * SIDE));
        let [x, y] = [cell % SIDE, cell / SIDE].map(|at| APART * at as f64 + 0.07 * layer as f64);
        let (z, half) = (height + ABOVE * layer as f64, 0.5 * TURN * number as f64);
        let (turn, of_class) = (half.sin(), class.map(|class| format!(" childclass=\"{class}\"")));
        write!(
            all,
            "<body name=\"{name}_{number}\" pos=\"{x} {y} {z}\" quat=\"{} 0 0 {turn}\"{}>{}",
            half.cos(),
            of_class.unwrap_or_default(),
            renamed(&body, &["name=\""], number),
        )
        .ok()?;
    }
    all += "</worldbody><contact>";
    let excluded = one[end..].lines().filter(|line| line.trim().starts_with("<exclude"));
    for line in excluded {
        (0..count).for_each(|number| all += &renamed(line, &["body1=\"", "body2=\""], number));
    }
    Some(all + "</contact></mujoco>")
}

/// The text without the elements that begin so and have no children.
fn without(text: &str, element: &str) -> String {
    let mut parts = text.split(element);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, rest| all + rest.split_once("/>").map_or("", |(_, after)| after))
}

/// With a number behind every value of some attributes.
fn renamed(text: &str, attributes: &[&str], number: usize) -> String {
    let of = |text: String, attribute: &&str| {
        let mut parts = text.split(attribute);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, rest| {
            let (name, after) = rest.split_once('"').unwrap_or((rest, ""));
            format!("{all}{attribute}{name}_{number}\"{after}")
        })
    };
    attributes.iter().fold(text.to_owned(), of)
}
