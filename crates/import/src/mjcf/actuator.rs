//! What drives a model.
//!
//! All kinds of actuators share one set of defaults, and shortcuts such as
//! `<position>` write over gain and bias of it, in defaults too.

use stickslip_dynamics::Activation;

use super::Reader;
use super::compiler::AUTO;
use crate::error::ImportError;
use crate::mechanism::{Actuator, Transmission};
use crate::remark::Remarks;
use crate::xml::Element;

/// Kinds that are read.
const KINDS: [&str; 7] =
    ["general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder"];
/// Kinds with a state that is not known here, or that act on what is not there.
const OTHERS: [&str; 6] = ["orientation", "pid", "muscle", "adhesion", "dcmotor", "plugin"];

/// How the signal of an actuator follows its control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follows {
    AtOnce,
    Integrated,
    Filtered,
    FilteredExactly,
    /// In a way that is not known here.
    Otherwise,
}

/// Whether an element of this name is an actuator.
pub(super) fn is_actuator(name: &str) -> bool {
    KINDS.contains(&name) || OTHERS.contains(&name)
}

/// The attributes as far as they are known.
#[derive(Clone, Debug)]
pub(super) struct ActuatorAttributes {
    gear: [f64; 6],
    gain: [f64; 3],
    gain_is_affine: bool,
    bias: [f64; 3],
    bias_is_affine: bool,
    control_limited: Option<bool>,
    control_range: Option<[f64; 2]>,
    force_limited: Option<bool>,
    force_range: Option<[f64; 2]>,
    inherit_range: f64,
    follows: Follows,
    /// Of filters (s).
    time: f64,
    signal_limited: Option<bool>,
    signal_range: Option<[f64; 2]>,
    damping: f64,
    armature: f64,
}

impl Default for ActuatorAttributes {
    fn default() -> Self {
        Self {
            gear: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            gain: [1.0, 0.0, 0.0],
            gain_is_affine: false,
            bias: [0.0; 3],
            bias_is_affine: false,
            control_limited: None,
            control_range: None,
            force_limited: None,
            force_range: None,
            inherit_range: 0.0,
            follows: Follows::AtOnce,
            time: 1.0,
            signal_limited: None,
            signal_range: None,
            damping: 0.0,
            armature: 0.0,
        }
    }
}

impl ActuatorAttributes {
    /// Takes over what an element says; `false` where its kind is not known here.
    pub(super) fn apply(
        &mut self,
        element: &Element,
        remarks: &mut Remarks,
    ) -> Result<bool, ImportError> {
        if !KINDS.contains(&element.name()) {
            let reason = "there are no actuators of this kind";
            remarks.missing(element, element.name(), reason)?;
            return Ok(false);
        }
        element.overlay("gear", 1, &mut self.gear)?;
        self.control_range = element.exactly("ctrlrange")?.or(self.control_range);
        self.force_range = element.exactly("forcerange")?.or(self.force_range);
        self.control_limited = element.word("ctrllimited", &AUTO)?.unwrap_or(self.control_limited);
        self.force_limited = element.word("forcelimited", &AUTO)?.unwrap_or(self.force_limited);
        self.signal_range = element.exactly("actrange")?.or(self.signal_range);
        self.signal_limited = element.word("actlimited", &AUTO)?.unwrap_or(self.signal_limited);
        super::joint::linear(element, "damping", &mut self.damping, remarks)?;
        element.set_at_least_zero("armature", &mut self.armature)?;
        match element.name() {
            "general" => self.general(element)?,
            "motor" => {
                (self.gain, self.gain_is_affine) = ([1.0, 0.0, 0.0], false);
                (self.bias_is_affine, self.follows) = (false, Follows::AtOnce);
            }
            "position" => self.position(element)?,
            "intvelocity" => {
                self.servo(element)?;
                self.follows = Follows::Integrated;
            }
            "cylinder" => self.cylinder(element)?,
            "velocity" => {
                let kv = element.number("kv")?.unwrap_or(self.gain[0]);
                (self.gain[0], self.gain_is_affine) = (kv, false);
                (self.bias, self.bias_is_affine) = ([0.0, 0.0, -kv], true);
                self.follows = Follows::AtOnce;
            }
            _ => {
                let kv = element.number("kv")?.unwrap_or(1.0);
                (self.gain, self.gain_is_affine) = ([0.0, 0.0, -kv], true);
                (self.bias_is_affine, self.follows) = (false, Follows::AtOnce);
            }
        }
        if element.flag("actearly")? == Some(true) {
            remarks.missing(element, "actearly", "signals act a step after their controls")?;
        }
        let waits = ["nsample", "delay"].into_iter().any(|key| element.text(key).is_some());
        if waits {
            remarks.missing(element, "delay", "controls act at once here")?;
        }
        element.ignore(&["group", "user", "interp", "lengthrange"]);
        Ok(true)
    }

    fn general(&mut self, element: &Element) -> Result<(), ImportError> {
        let dynamics = [
            ("none", Follows::AtOnce),
            ("integrator", Follows::Integrated),
            ("filter", Follows::Filtered),
            ("filterexact", Follows::FilteredExactly),
            ("muscle", Follows::Otherwise),
            ("dcmotor", Follows::Otherwise),
            ("pid", Follows::Otherwise),
            ("user", Follows::Otherwise),
        ];
        self.follows = element.word("dyntype", &dynamics)?.unwrap_or(self.follows);
        if let Some(numbers) = element.numbers("dynprm", 1, 10)? {
            self.time = numbers[0];
        }
        let affine = [("fixed", false), ("affine", true)];
        self.gain_is_affine = element.word("gaintype", &affine)?.unwrap_or(self.gain_is_affine);
        let affine = [("none", false), ("affine", true)];
        self.bias_is_affine = element.word("biastype", &affine)?.unwrap_or(self.bias_is_affine);
        for (key, values) in [("gainprm", &mut self.gain), ("biasprm", &mut self.bias)] {
            if let Some(numbers) = element.numbers(key, 1, 10)? {
                let used = numbers.len().min(3);
                values[..used].copy_from_slice(&numbers[..used]);
            }
        }
        element.ignore(&["actdim"]);
        Ok(())
    }

    fn position(&mut self, element: &Element) -> Result<(), ImportError> {
        self.servo(element)?;
        let mut time = 0.0;
        element.set_at_least_zero("timeconst", &mut time)?;
        if time > 0.0 {
            self.time = time;
        }
        // A default that is filtered stays so.
        let filtered =
            self.follows == Follows::FilteredExactly && element.text("timeconst").is_none();
        self.follows =
            if time > 0.0 || filtered { Follows::FilteredExactly } else { Follows::AtOnce };
        Ok(())
    }

    /// A pneumatic or hydraulic cylinder: its pressure follows, and acts on its area.
    fn cylinder(&mut self, element: &Element) -> Result<(), ImportError> {
        element.set_at_least_zero("timeconst", &mut self.time)?;
        let area = element.number("diameter")?.map(|d| 0.25 * std::f64::consts::PI * d * d);
        let area = area.or(element.number("area")?).unwrap_or(self.gain[0]);
        self.bias = element.exactly("bias")?.unwrap_or(self.bias);
        (self.gain[0], self.gain_is_affine, self.bias_is_affine) = (area, false, true);
        self.follows = Follows::Filtered;
        Ok(())
    }

    /// kp (u − l) − kv l̇.
    fn servo(&mut self, element: &Element) -> Result<(), ImportError> {
        let kp = element.number("kp")?.unwrap_or(self.gain[0]);
        (self.gain[0], self.bias[1]) = (kp, -kp);
        let damping = element.number("kv")?;
        let ratio = element.number("dampratio")?;
        for (key, value) in [("kv", damping), ("dampratio", ratio)] {
            if value.is_some_and(|value| value < 0.0) {
                return Err(element.error_at(key, "must be ≥ 0"));
            }
        }
        match (damping, ratio) {
            (Some(_), Some(_)) => {
                return Err(element.error("has kv and dampratio, but only one of them counts"));
            }
            (Some(damping), None) => self.bias[2] = -damping,
            // Positive until the mass that it damps is known.
            (None, Some(ratio)) => self.bias[2] = ratio,
            (None, None) => {}
        }
        element.set_at_least_zero("inheritrange", &mut self.inherit_range)?;
        (self.gain_is_affine, self.bias_is_affine) = (false, true);
        Ok(())
    }
}

impl ActuatorAttributes {
    fn activation(
        &self,
        element: &Element,
        range: Option<[f64; 2]>,
    ) -> Result<Activation, ImportError> {
        let range = range.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let (time, start) = (self.time, 0.0);
        match self.follows {
            Follows::AtOnce | Follows::Otherwise => return Ok(Activation::Direct),
            Follows::Integrated => return Ok(Activation::Integrator { range, start }),
            Follows::Filtered | Follows::FilteredExactly => {}
        }
        if time <= 0.0 {
            return Err(element.error(format!("has a filter of {time} s, which must be > 0")));
        }
        let exact = self.follows == Follows::FilteredExactly;
        Ok(Activation::Filter { time, exact, range, start })
    }
}

impl Reader<'_> {
    /// Reads the actuators of a section.
    pub(super) fn actuators(&mut self, section: &Element) -> Result<(), ImportError> {
        section.finish()?;
        for element in section.children() {
            if !is_actuator(element.name()) {
                return Err(section.unknown(element, &KINDS));
            }
            self.actuator(element)?;
        }
        Ok(())
    }

    fn actuator(&mut self, element: &Element) -> Result<(), ImportError> {
        let class = self.classes.of(element, self.classes.main())?;
        let mut attributes = self.classes.get(class).actuator.clone();
        if !attributes.apply(element, self.remarks)? {
            return Ok(());
        }
        if attributes.follows == Follows::Otherwise {
            let reason = "signals are integrated or filtered";
            return self.remarks.missing(element, "dyntype", reason);
        }
        if attributes.damping > 0.0 || attributes.armature > 0.0 {
            let reason = "give damping and armature to the joint";
            self.remarks.missing(element, "damping and armature", reason)?;
        }
        let name = element.text("name").map(str::to_owned);
        self.names.actuator.add(element, name.as_deref(), self.mechanism.actuators.len())?;
        let Some(on) = self.transmission(element)? else { return Ok(()) };
        if attributes.inherit_range > 0.0 {
            let limits = match on {
                Transmission::Joint { joint, .. } => self.mechanism.joints[joint].limits,
                Transmission::Tendon(tendon) => self.mechanism.tendons[tendon].limits,
                Transmission::Site(_) => None,
            };
            let [low, high] = limits
                .ok_or_else(|| element.error_at("inheritrange", "finds no range to inherit"))?;
            let (middle, half) = ((low + high) / 2.0, (high - low) / 2.0);
            let half = half * attributes.inherit_range;
            let inherited = Some([middle - half, middle + half]);
            match attributes.follows {
                Follows::Integrated => attributes.signal_range = inherited,
                _ => attributes.control_range = inherited,
            }
        }
        let limits = |key, limited, range| self.compiler.limits(element, key, limited, range);
        let control = limits("ctrlrange", attributes.control_limited, attributes.control_range)?;
        let force = limits("forcerange", attributes.force_limited, attributes.force_range)?;
        let signal = limits("actrange", attributes.signal_limited, attributes.signal_range)?;
        let activation = attributes.activation(element, signal)?;
        element.finish()?;
        element.no_children()?;
        self.mechanism.actuators.push(Actuator {
            name,
            on,
            gear: attributes.gear,
            gain: attributes.gain,
            gain_is_affine: attributes.gain_is_affine,
            bias: if attributes.bias_is_affine { attributes.bias } else { [0.0; 3] },
            bias_is_affine: attributes.bias_is_affine,
            control_range: control,
            force_range: force,
            activation,
            place: element.place(),
        });
        Ok(())
    }

    fn transmission(&mut self, element: &Element) -> Result<Option<Transmission>, ImportError> {
        for key in ["slidersite", "cranksite", "cranklength", "refsite", "body"] {
            if element.text(key).is_some() {
                self.remarks.missing(element, key, "actuators act on joints, tendons and sites")?;
                return Ok(None);
            }
        }
        let names = &self.names;
        let ways = [
            ("joint", &names.joint),
            ("jointinparent", &names.joint),
            ("tendon", &names.tendon),
            ("site", &names.site),
        ];
        let mut found = Vec::new();
        for (key, table) in ways {
            if element.text(key).is_some() {
                found.push((key, table.find(element, key)?));
            }
        }
        match *found.as_slice() {
            [("joint", joint)] => Ok(Some(Transmission::Joint { joint, in_parent: false })),
            [("jointinparent", joint)] => Ok(Some(Transmission::Joint { joint, in_parent: true })),
            [("tendon", tendon)] => Ok(Some(Transmission::Tendon(tendon))),
            [(_, site)] => Ok(Some(Transmission::Site(site))),
            _ => Err(element.error("needs one of joint, jointinparent, tendon and site")),
        }
    }
}
