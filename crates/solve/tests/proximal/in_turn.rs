//! One sweep of `nonlinear-gs` over one contact whose normal and tangents pull at each
//! other, by hand: which normal the bound of friction follows, and when.

use stickslip_solve::{Kind, Request, Section, SectionShape, Start};

use crate::samples::{contact, polygon, solve_from};

/// x_n with friction as it was, then x_t inside ±R, which every section allows along its
/// first direction.
#[test]
fn friction_is_found_inside_the_bound_of_the_right_normal() {
    let (mu, entries) = (0.5, [2.0, 0.4, 0.0, 0.4, 1.0, 0.0, 0.0, 0.0, 1.0]);
    let (b, [before, friction]) = ([-3.0, 2.0, 0.0], [0.8, -0.1]);
    let normal = (3.0 - 0.4 * friction) / 2.0;
    let within = |most: f64| f64::clamp(-(2.0 + 0.4 * normal), -most, most);
    let (follows, held) = (within(mu * normal), within(mu * before));
    assert!((follows - held).abs() > 0.1, "{follows} and {held}");
    for (shape, radius) in [
        (SectionShape::Disc, None),
        (polygon(4), None),
        (polygon(8), None),
        (SectionShape::Disc, Some(0.3)),
        (polygon(4), Some(0.3)),
    ] {
        let fixed = radius.map(within);
        let is_cone = shape == SectionShape::Disc && radius.is_none();
        let section = Section { shape, radius, rolling: None };
        let problem = contact(Kind::Ncp, &entries, &b, mu, section.clone());
        // Slipping with λ_t = −μ λ_n: 2 λ_n − 0.2 λ_n = 3.
        let exact = if is_cone { -mu * 3.0 / 1.8 } else { fixed.unwrap_or(follows) };
        for (adaptation, expected) in [
            ("adaptation=exact", exact),
            ("adaptation=continuous", fixed.unwrap_or(follows)),
            ("adaptation=outer", fixed.unwrap_or(held)),
        ] {
            let request = Request {
                max_iterations: Some(1),
                history: true,
                iterates: true,
                start: Start { x: Some(vec![before, friction, 0.0]), labels: None },
                ..Request::default()
            };
            let outcome = solve_from("nonlinear-gs", &[adaptation], &request, &problem);
            let found = outcome.history[1].x[1];
            assert!((found - expected).abs() < 1e-9, "{adaptation}, {section:?}: {found}");
        }
    }
}
