//! What does not fit is answered, changes nothing and breaks nothing.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::{Value, json};
use tungstenite::Message;

use crate::page::Page;
use crate::scenes::{assert_same, beside, steps};
use crate::server::Server;

#[test]
fn refusals_name_the_key() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    let cases = [
        (json!({"type": "fly"}), "fly", "no message"),
        (json!({"type": 3}), "", "type"),
        (json!({"speed": 3}), "", "type"),
        (json!([1, 2]), "", "object"),
        (json!({"type": "play", "now": true}), "play", "now"),
        (json!({"type": "speed"}), "speed", "speed"),
        (json!({"type": "speed", "speed": -1}), "speed", "from 0 to 10"),
        (json!({"type": "speed", "speed": 11}), "speed", "from 0 to 10"),
        (json!({"type": "speed", "speed": "fast"}), "speed", "speed"),
        (json!({"type": "step", "count": 0}), "step", "count"),
        (json!({"type": "step", "count": 1001}), "step", "count"),
        (json!({"type": "step", "count": -1}), "step", "count"),
        (json!({"type": "step", "count": 1.5}), "step", "count"),
        (json!({"type": "seek", "frame": 0}), "seek", "no frames"),
        (json!({"type": "open", "scene": "stak"}), "open", "stak"),
        (json!({"type": "open", "scene": "stack", "parameters": {"m": 1}}), "open", "\"m\""),
        (json!({"type": "open", "scene": "stack", "time": 61}), "open", "time"),
        (json!({"type": "open", "scene": "stack", "lanes": []}), "open", "lanes"),
        (json!({"type": "open", "scene": "stack", "seed": -1}), "open", "seed"),
        (json!({"type": "open-recording", "name": "x"}), "open-recording", "x"),
        (json!({"type": "change", "dt": 0}), "change", "dt"),
        (json!({"type": "change", "substeps": 0}), "change", "substeps"),
        (json!({"type": "change", "mu": 2.5}), "change", "mu"),
        (json!({"type": "change", "friction": "sticky"}), "change", "sticky"),
        (json!({"type": "change", "lanes": [{"solver": "bp"}]}), "change", "bpp"),
        (
            json!({"type": "change", "lanes": [{"solver": "bpp", "options": {"x": 1}}]}),
            "change",
            "\"x\"",
        ),
        (
            json!({"type": "change", "lanes": [{"solver": "bpp", "options": {"ordering": []}}]}),
            "change",
            "ordering",
        ),
        (
            json!({"type": "change", "lanes": [{"solver": "bpp", "tolerance": -1}]}),
            "change",
            "tolerance",
        ),
        (json!({"type": "change", "lanes": [{"solver": "cone-ip"}]}), "change", "friction"),
        (
            json!({"type": "change", "friction": "cone", "lanes": [{"solver": "bpp"}]}),
            "change",
            "friction",
        ),
        (json!({"type": "pick"}), "pick", "body"),
        (json!({"type": "pick", "body": 6}), "pick", "body 6"),
        (json!({"type": "pick", "body": 1, "lane": 1}), "pick", "lane 2"),
        (json!({"type": "drag", "body": 0, "at": [0, 0, 0], "to": [0, 0, 0]}), "drag", "forces"),
        (json!({"type": "drag", "body": 1, "at": [0, 0], "to": [0, 0, 0]}), "drag", "at"),
        (json!({"type": "drag", "body": 1, "at": [0, 0, 0], "to": [0, 0, 1e9]}), "drag", "to"),
        (json!({"type": "matrix"}), "matrix", "no islands"),
        (json!({"type": "matrix", "lane": 1}), "matrix", "lane 2"),
        (json!({"type": "draw", "contacts": true}), "draw", "joints"),
        (json!({"type": "record", "on": 1}), "record", "on"),
        (json!({"type": "rewind"}), "rewind", "step"),
        (json!({"type": "rewind", "step": -1}), "rewind", "step"),
        (json!({"type": "control", "name": "x", "value": 1}), "control", "x"),
        (json!({"type": "control", "name": "x", "value": 1e10}), "control", "value"),
        (json!({"type": "coordinate", "name": "x", "value": 1}), "coordinate", "x"),
        (json!({"type": "coordinate", "name": "x", "value": 1e10}), "coordinate", "value"),
        (json!({"type": "watch", "coordinates": 1}), "watch", "coordinates"),
    ];
    for (message, about, reason) in cases {
        page.say(message.clone());
        let error = page.error();
        assert_eq!(error["about"], about, "{message}: {error}");
        assert!(
            error["message"].as_str().is_some_and(|it| it.contains(reason)),
            "{message}: {error}"
        );
    }
    let other = Page::open(&server);
    assert_eq!((&other.world, &other.state), (&page.world, &page.state));
}

/// A message that is wrong in one of many ways.
fn malformed(random: &mut ChaCha8Rng) -> Message {
    let length = random.random_range(0..300);
    match random.random_range(0..8) {
        0 => Message::binary((0..length).map(|_| random.random()).collect::<Vec<u8>>()),
        1 => Message::text((0..length).map(|_| random.random::<char>()).collect::<String>()),
        2 => Message::text("[".repeat(random.random_range(1..60_000))),
        3 => Message::text("{\"type\":".repeat(random.random_range(1..7_000))),
        4 => Message::text("x".repeat(random.random_range(65_537..200_000))),
        5 => {
            // A key that no message has.
            let names = ["play", "open", "drag", "change", "matrix", "pick"];
            let name = names[random.random_range(0..names.len())];
            Message::text(json!({"type": name, "\u{0}wrong": length}).to_string())
        }
        6 => {
            let values = [json!(null), json!(-1), json!(1e308), json!([[[]]]), json!({"a": {}})];
            let value = || values[length % values.len()].clone();
            Message::text(
                json!({"type": "drag", "body": value(), "at": value(), "to": value()}).to_string(),
            )
        }
        _ => {
            // A good message, cut short.
            let text = json!({"type": "change", "lanes": [{"solver": "bpp"}]}).to_string();
            Message::text(text[..random.random_range(0..text.len())].to_owned())
        }
    }
}

#[test]
fn a_thousand_malformed_messages_are_answered_and_change_nothing() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    let mut random = ChaCha8Rng::seed_from_u64(7);
    for at in 0..1000 {
        page.send(malformed(&mut random));
        assert!(page.error()["message"].is_string(), "message {at}");
    }
    let frame = page.step(10, 0);
    let mut simulation = beside("stack", &[]);
    steps(&mut simulation, 10);
    assert_same(&frame, &simulation);
    let mut other = Page::open(&server);
    // Where it has come to is all that differs.
    other.world["step"] = page.world["step"].clone();
    assert_eq!(other.world, page.world);
}

#[test]
fn a_flood_without_reading_the_answers_is_survived() {
    let server = Server::start("stack");
    let mut page = Page::open(&server);
    let mut random = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..1000 {
        page.send(malformed(&mut random));
    }
    assert_eq!(Page::open(&server).step(1, 0).step, 1);
}

#[test]
fn what_is_far_too_long_ends_only_its_own_connection() {
    let server = Server::start("stack");
    let (mut page, mut other) = (Page::open(&server), Page::open(&server));
    let sent = page.offer(Message::text(Value::String("x".repeat(2 << 20)).to_string()));
    assert!(!sent || page.is_closed());
    assert_eq!(other.step(1, 0).step, 1);
}
