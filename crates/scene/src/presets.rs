//! Measured coefficients of friction (SIGGRAPH 2022 course, Table 1).

/// A line of the table. Where it prints a range, both ends are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// Its name in scene files.
    pub name: &'static str,
    /// The two materials and the condition of their surfaces.
    pub about: &'static str,
    /// Static coefficient.
    pub static_friction: [f64; 2],
    /// Kinetic coefficient, where the table has one.
    pub kinetic_friction: Option<[f64; 2]>,
}

impl Preset {
    /// The coefficient that a scene takes: the middle of the static range. No
    /// model here changes its coefficient when sliding begins.
    pub fn friction(&self) -> f64 {
        0.5 * (self.static_friction[0] + self.static_friction[1])
    }
}

const fn preset(
    name: &'static str,
    about: &'static str,
    static_friction: [f64; 2],
    kinetic_friction: Option<[f64; 2]>,
) -> Preset {
    Preset { name, about, static_friction, kinetic_friction }
}

/// The whole table. The kinetic coefficient of aluminium is larger than the
/// static one, as printed.
pub const PRESETS: [Preset; 11] = [
    preset("aluminium-dry", "aluminium on aluminium, clean and dry", [1.05, 1.35], Some([1.4; 2])),
    preset("aluminium-greasy", "aluminium on aluminium, lubricated and greasy", [0.3; 2], None),
    preset("cast-iron-dry", "cast iron on cast iron, clean and dry", [1.1; 2], Some([0.15; 2])),
    preset("tyre-asphalt", "car tyre on asphalt, clean and dry", [0.72; 2], None),
    preset("tyre-grass", "car tyre on grass, clean and dry", [0.35; 2], None),
    preset("ice-wood", "ice on wood, clean and dry", [0.05; 2], None),
    preset("leather-oak", "leather on oak, parallel to the grain", [0.61; 2], Some([0.52; 2])),
    preset("rubber-asphalt", "rubber on dry asphalt, clean and dry", [0.9; 2], Some([0.5, 0.8])),
    preset("steel-dry", "steel on steel, clean and dry", [0.5, 0.8], Some([0.42; 2])),
    preset("steel-greasy", "steel on steel, lubricated and greasy", [0.16; 2], None),
    preset("steel-castor-oil", "steel on steel, castor oil", [0.15; 2], Some([0.081; 2])),
];
