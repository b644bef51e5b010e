//! Pixels that can be counted by hand.

use super::*;

fn counted(mark: Mark) -> (usize, usize) {
    let sheet = Sheet { marks: vec![mark], lines: Vec::new() };
    let pixels = Pixels::draw(&sheet, [100, 80], &mut Palette::default());
    let count = |number: u8| pixels.numbers.iter().filter(|it| **it == number).count();
    (count(3), count(OUTLINE))
}

const INK: Ink = Ink { hue: 28, saturation: 48, lightness: 60 };

/// Areas: width × height of a rectangle with its outline, π r² of a disc.
#[test]
fn what_is_drawn_has_its_area() {
    let square = [corner(10.0, 10.0), corner(40.0, 10.0), corner(40.0, 30.0), corner(10.0, 30.0)];
    let (inside, outline) = counted(Mark::Polygon(square.to_vec(), INK));
    assert_eq!(outline, 2 * (31 + 21) - 4);
    assert_eq!(inside + 30 + 20 - 1, 30 * 20, "left and upper sides lie inside");
    let disc = Mark::Disc { centre: corner(50.0, 40.0), radius: 20.0, ink: INK, outlined: false };
    let area = std::f64::consts::PI * 400.0;
    assert!((counted(disc).0 as f64 - area).abs() < 0.01 * area);
}

/// What lies outside is left away.
#[test]
fn nothing_is_drawn_beyond_the_edge() {
    let far = vec![corner(-1e6, -50.0), corner(1e6, -50.0), corner(1e6, 1e6), corner(-1e6, 1e6)];
    assert_eq!(counted(Mark::Polygon(far, INK)).0, 100 * 80);
}

#[test]
fn colours_are_those_of_svg() {
    // hsl(28, 48%, 60%), hsl(205, 48%, 50%) and hsl(210, 6%, 80%) as browsers have them.
    assert_eq!(rgb(INK), [202, 150, 104]);
    assert_eq!(rgb(Ink { hue: 205, saturation: 48, lightness: 50 }), [66, 138, 189]);
    assert_eq!(rgb(Ink { hue: 210, saturation: 6, lightness: 80 }), [201, 204, 207]);
}

fn corner(x: f64, y: f64) -> DVec3 {
    DVec3::new(x, y, 0.0)
}

/// The pixels of a force, as columns and rows.
fn force(from: DVec3, to: DVec3) -> Vec<[usize; 2]> {
    let sheet = Sheet { marks: Vec::new(), lines: vec![[from, to]] };
    let pixels = Pixels::draw(&sheet, [8, 8], &mut Palette::default());
    let places = (0..64).filter(|&at| pixels.numbers[at] == FORCE);
    places.map(|at| [at % 8, at / 8]).collect()
}

#[test]
fn forces_are_two_pixels_thick_across_their_way() {
    assert_eq!(force(corner(2.5, 3.5), corner(4.5, 3.5)).len(), 6, "rows 3 and 4");
    assert!(force(corner(2.5, 3.5), corner(4.5, 3.5)).contains(&[2, 4]));
    assert!(force(corner(2.5, 3.5), corner(2.5, 6.5)).contains(&[3, 6]));
    assert!(force(corner(6.5, 5.5), corner(6.5, 0.5)).contains(&[7, 0]), "upwards");
    let slanted = force(corner(2.5, 2.5), corner(4.5, 4.5));
    assert!(slanted.contains(&[5, 4]) && !slanted.contains(&[4, 5]), "{slanted:?}");
}

#[test]
fn the_first_row_and_column_are_drawn() {
    let along_the_edges = force(corner(0.0, 0.0), corner(3.0, 0.0));
    assert!(along_the_edges.contains(&[0, 0]), "{along_the_edges:?}");
}

/// A disc with an outline has a ring one pixel wide.
#[test]
fn outlines_lie_inside_a_disc() {
    let disc = |outlined| {
        counted(Mark::Disc { centre: corner(50.0, 40.0), radius: 20.0, ink: INK, outlined })
    };
    let (inside, outline) = disc(true);
    assert_eq!(inside + outline, disc(false).0);
    let ring = std::f64::consts::PI * (400.0 - 361.0);
    assert!((outline as f64 - ring).abs() < 0.2 * ring, "{outline}");
}

/// A row is filled from the first pixel whose middle is inside to the last.
#[test]
fn pixels_belong_to_their_middles() {
    let mut pixels = Pixels { width: 6, height: 1, numbers: vec![0; 6] };
    pixels.row(0, 1.4, 3.6, 7);
    assert_eq!(pixels.numbers, [0, 7, 7, 7, 0, 0]);
    let triangle = [corner(0.0, 0.0), corner(8.0, 0.0), corner(0.0, 8.0)];
    let mut pixels = Pixels { width: 8, height: 8, numbers: vec![0; 64] };
    pixels.polygon(&triangle, 1);
    for (at, number) in pixels.numbers.iter().enumerate() {
        assert_eq!(*number == 1, at % 8 + at / 8 + 1 < 8, "{} {}", at % 8, at / 8);
    }
}

/// Inks that hardly differ share a number, and a full palette gives the
/// one that is nearest in hue and lightness.
#[test]
fn a_full_palette_gives_the_nearest_ink() {
    let ink = |hue: u16, lightness: u8| Ink { hue, saturation: 48, lightness };
    let mut palette = Palette::default();
    assert_eq!(palette.number(ink(0, 60)), 3);
    assert_eq!(palette.number(ink(0, 61)), 3);
    for at in 1..253 {
        assert_eq!(u16::from(palette.number(ink(at, 60))), at + 3);
    }
    assert_eq!(palette.number(ink(0, 80)), 3, "full");
    assert_eq!(palette.number(ink(300, 0)), 255);
    assert_eq!(palette.bytes().len(), 3 * 256);
    assert_eq!(palette.bytes()[9..12], rgb(ink(0, 60)));
}
