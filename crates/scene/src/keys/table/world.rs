//! The scene as a whole, how it is stepped and seen, and what things are made of.

use super::{KeySection, key};

pub const TOP: KeySection = KeySection {
    name: "",
    says: "What the scene is called and what is in it.",
    open: "# a scene",
    also: "",
    inline: None,
    needs: &[("name", "name = \"yard\"")],
    keys: &[
        key("name", "name = \"yard\"", "Its name. Must be there."),
        key("description", "description = \"a crate on a slope\"", "One line for lists."),
        key(
            "story",
            "story = \"The crate slides once the slope is steeper than atan μ.\"",
            "A paragraph: what happens, and why it is hard to compute.",
        ),
        key("document", "document = \"Ho 2022, Fig. 6.1\"", "Where the scene is described."),
        key("seconds", "seconds = 10", "How long it runs unless set otherwise (s); 5 without it."),
        key("parameters", "parameters = { n = 5 }", "Numbers with names: see [parameters]."),
        key("presets", "presets = {}", "Values of several parameters at once: see [presets]."),
        key("settings", "settings = { dt = 0.01 }", "How it is stepped: see [settings]."),
        key("view", "view = { camera = [4, 2, 8] }", "How it is first seen: see [view]."),
        key("material", "[[material]]\nname = \"oak\"", "A surface: see [[material]]."),
        key("pair", "[[pair]]\nmaterials = [\"steel\", \"steel\"]", "Two surfaces: see [[pair]]."),
        key(
            "body",
            "[[body]]\nname = \"ball\"\nshape = { type = \"sphere\", radius = 0.5 }",
            "A body: see [[body]].",
        ),
        key(
            "cable",
            "[[cable]]\nname = \"rope\"\npath = [[0, 5, 0], [2, 5, 0]]\nsegments = 8\nradius = 0.02\nlinear_density = 1",
            "A cable: see [[cable]].",
        ),
        key(
            "joint",
            "[[joint]]\ntype = \"fixed\"\nsecond = \"arm\"\nanchor = [0, 1, 0]",
            "A joint: see [[joint]].",
        ),
        key(
            "articulation",
            "[[joint]]\nname = \"elbow\"\ntype = \"hinge\"\nsecond = \"arm\"\nanchor = [0, 9, 0]\naxis = [0, 0, 1]\n\n[[articulation]]\njoints = [\"elbow\"]",
            "Joints that carry their bodies: see [[articulation]].",
        ),
        key(
            "liquid",
            "[[liquid]]\nname = \"water\"\ndomain = [[0, 0, 0], [2, 1, 1]]\nregion = [[0, 0, 0], [1, 0.5, 1]]\nresolution = 16",
            "A liquid in a tank: see [[liquid]].",
        ),
        key("model", "[[model]]\nfile = \"arm.xml\"", "A model from a file: see [[model]]."),
        key(
            "soft",
            "[[soft]]\nname = \"jelly\"\nmesh = \"box\"\nsize = [1, 1, 1]\nyoung = 1e5",
            "A body that deforms: see [[soft]].",
        ),
        key(
            "sensor",
            "[[sensor]]\nname = \"imu\"\ntype = \"imu\"\nbody = \"arm\"",
            "What is measured: see sensor.imu and its like.",
        ),
        key("group", "[[group]]\nname = \"car\"", "Several of these together: see [[group]]."),
    ],
};

pub const PARAMETERS: KeySection = KeySection {
    name: "parameters",
    says: "Numbers with names that you choose, for expressions and for `--set`. Each may use those before it. With a list [value, least, most] the viewer offers a slider.",
    open: "[parameters]",
    also: "",
    inline: None,
    needs: &[],
    keys: &[],
};

pub const PRESETS: KeySection = KeySection {
    name: "presets",
    says: "A section for each, such as [presets.document] with n = 160: values of parameters that `run --preset document` takes together, and a text `says` about them. `--set` goes before.",
    open: "[presets]",
    also: "",
    inline: None,
    needs: &[],
    keys: &[],
};

pub const SETTINGS: KeySection = KeySection {
    name: "settings",
    says: "How the scene is stepped.",
    open: "[settings]",
    also: "",
    inline: None,
    needs: &[],
    keys: &[
        key("gravity", "gravity = [0, -1.62, 0]", "Gravity (m/s²); [0, -9.81, 0] without it."),
        key("dt", "dt = 0.01", "Time step (s); 1/60 without it."),
        key(
            "substeps",
            "substeps = 4",
            "Equal parts that each step is done in; 1 without it. Small steps choose their own number, at least this one, unless more than one is given and no accuracy.",
        ),
        key(
            "stepper",
            "stepper = \"complementarity\"",
            "\"auto\" (without it), in which large islands without joints take small steps and all others complementarity problems, \"complementarity\", which is that of these alone, \"fluid\" where there are liquids, \"barrier\", in which nothing ever goes through anything, \"penalty\", in which springs push surfaces out of each other, \"asynchronous\", in which layers of springs keep them apart, each by its own clock, or \"small-steps\", in which rigid bodies take many sub-steps with soft contacts.",
        ),
        key(
            "order",
            "order = \"cells\"",
            "The order in which small steps go through contacts: \"lanes\" (without it), eight at a time, or \"cells\", that of ranks, in double precision and on one thread: `run` then ends in the bits of `run --ranks N`, and takes what ranks take.",
        ),
        key(
            "integrator",
            "integrator = \"midpoint\"",
            "\"semi-implicit\" (without it), or \"midpoint\", which is of second order where nothing touches.",
        ),
        key(
            "coordinates",
            "coordinates = \"joint\"",
            "\"joint\", in which joints carry bodies in coordinates of their own and cannot open, \"maximal\", in which every body has six and joints are constraints, or \"auto\" (without it): \"joint\" for models from files and for [[articulation]], unless the midpoint integrator, projection or geometric stiffness ask for \"maximal\". What was chosen is reported by `run`.",
        ),
        key(
            "friction_model",
            "friction_model = \"cone\"",
            "How friction is bounded: \"frictionless\", \"box-fixed\", \"box-normal-first\", \"pyramid\" (without it), \"polyhedral\", \"stewart-trinkle\", \"prism\", \"cylinder\", \"cone\" or \"convex-cone\".",
        ),
        key(
            "facets",
            "friction_model = \"polyhedral\"\nfacets = 8",
            "Sides of the polygon of models that have one: even, at least 4.",
        ),
        key(
            "margin",
            "margin = 0.02",
            "Contacts are found up to this gap (m), and farther where bodies move; 0.01 without it.",
        ),
        key(
            "restitution_threshold",
            "restitution_threshold = 0.1",
            "Slower than this nothing bounces (m/s); 0.05 without it.",
        ),
        key(
            "projection_passes",
            "projection_passes = 2",
            "Passes that push bodies out of each other after a step; 0 without it.",
        ),
        key(
            "gyroscopic",
            "gyroscopic = false",
            "Whether the gyroscopic torque −ω × Iω acts; true without it.",
        ),
        key(
            "geometric_stiffness",
            "geometric_stiffness = true",
            "Lets light links under high tension keep still at large steps; false without it.",
        ),
        key(
            "accuracy",
            "accuracy = 1e-3",
            "How far joints and gaps may be at the end of a step from what their compliance allows (m; rad): what misses is linearised again there. \"off\" is the plain step; \"auto\", as without it, is a thousandth of the size of the largest body as a power of ten.",
        ),
        key(
            "budget",
            "stepper = \"small-steps\"\nbudget = 8e-3",
            "Seconds that small steps may take for a step, by counted work at the prices of one thread, not by a clock: bounds how many sub-steps it has, whatever `accuracy` asks for. Steps that it has bounded are counted.",
        ),
        key(
            "soft_inertia",
            "soft_inertia = \"diagonal\"",
            "What stands for the inertia of soft bodies: \"full\" (without it), \"mass\" (explicit steps, which must be short) or \"diagonal\" (a splitting).",
        ),
        key(
            "soft_tolerance",
            "soft_tolerance = 1e-6",
            "The relative residual of the nonlinear step that is asked of soft bodies: they are linearised again at the end of the step until it is that small. \"off\" without it.",
        ),
        key(
            "soft_rounds",
            "soft_tolerance = 1e-6\nsoft_rounds = 5",
            "Most rounds of that in a step; 20 without it.",
        ),
        key(
            "barrier_reach",
            "stepper = \"barrier\"\nbarrier_reach = 0.002",
            "In barrier steps: the distance from which on surfaces push each other (m); 0.001 without it.",
        ),
        key(
            "barrier_stiffness",
            "stepper = \"barrier\"\nbarrier_stiffness = 1e5",
            "How hard they do (N/m): at half of the reach d̂ the force is 1.19 d̂ times that. Without it, it follows what presses, from a hundred times the weight of the heaviest kind of mover over the reach on.",
        ),
        key(
            "slip_speed",
            "stepper = \"barrier\"\nslip_speed = 1e-4",
            "In barrier steps: the speed of slip from which on friction acts in full (m/s); what should stick creeps more slowly than that. 0.001 without it.",
        ),
        key(
            "barrier_tolerance",
            "stepper = \"barrier\"\nbarrier_tolerance = 1e-6",
            "Newton's method ends a barrier step when its own steps are slower than this (m/s); 1e-4 without it.",
        ),
        key(
            "barrier_iterations",
            "stepper = \"barrier\"\nbarrier_iterations = 50",
            "Most iterations of Newton's method in a barrier step; 300 without it.",
        ),
        key(
            "friction_rounds",
            "stepper = \"barrier\"\nfriction_rounds = 1",
            "How often a barrier step takes normal forces for friction from where it has come to, at most; 10 without it.",
        ),
        key(
            "barrier_order",
            "stepper = \"barrier\"\nbarrier_order = 2",
            "The order of barrier steps in time: 1 (implicit Euler, without it), or 2, two stages that are of second order where nothing touches.",
        ),
        key(
            "barrier_solve",
            "stepper = \"barrier\"\nbarrier_solve = \"iterative\"",
            "How barrier steps solve their linear systems: \"direct\" (without it), or \"iterative\", conjugate gradients, which need little memory.",
        ),
        key(
            "penalty_method",
            "stepper = \"penalty\"\npenalty_method = \"explicit\"",
            "In penalty steps: \"implicit\" (without it), or \"explicit\", whose steps must be shorter than the stable one that they tell.",
        ),
        key(
            "penalty_law",
            "stepper = \"penalty\"\npenalty_law = \"power\"",
            "How hard surfaces push each other: \"linear\" (without it) by k × depth, \"moore-wilhelms\" and \"mckenna-zeltzer\" the same with the share restitution² while the two move apart, \"exponential\", \"particle-pairs\" (springs made by touching that hold both ways until they break), or \"power\" by k × depthᵖ.",
        ),
        key(
            "penalty_friction",
            "stepper = \"penalty\"\npenalty_friction = \"regularised\"",
            "\"anchor\" (without it), a spring to where a point touched first; \"directional\", against the slip; or \"regularised\", in proportion to slow slip.",
        ),
        key(
            "penalty_stiffness",
            "stepper = \"penalty\"\npenalty_stiffness = 1e6",
            "k of a patch where two surfaces meet, or of the whole surface of a soft body (N/m; N/mᵖ for a power), where the materials say no stiffness. Without it, the weight of the heaviest over 0.1 mm.",
        ),
        key(
            "penalty_damping",
            "stepper = \"penalty\"\npenalty_damping = 500",
            "Damping of the same (N·s/m). Without it, what leaves of an impact what the restitution says: critical damping for 0.",
        ),
        key(
            "penalty_tangent_stiffness",
            "stepper = \"penalty\"\npenalty_tangent_stiffness = 1e5",
            "Stiffness of the springs of anchors (N/m); k without it.",
        ),
        key(
            "penalty_drag",
            "stepper = \"penalty\"\npenalty_friction = \"regularised\"\npenalty_drag = 1e4",
            "Of regularised friction: force over speed of slow slip (N·s/m); k × 0.1 s without it.",
        ),
        key(
            "penalty_reach",
            "stepper = \"penalty\"\npenalty_law = \"exponential\"\npenalty_reach = 0.002",
            "Length ε of the exponential law, and the gap at which pairs of particles break (m); 0.001 without it.",
        ),
        key(
            "penalty_exponent",
            "stepper = \"penalty\"\npenalty_law = \"power\"\npenalty_exponent = 2",
            "p of the power law, at least 1; 1.5 (Hertz) without it.",
        ),
        key(
            "penalty_iterations",
            "stepper = \"penalty\"\npenalty_iterations = 1",
            "Most iterations of Newton's method in an implicit penalty step; 1 takes the step as it is linearised. 60 without it.",
        ),
        key(
            "layer_thickness",
            "stepper = \"asynchronous\"\nlayer_thickness = 0.005",
            "In asynchronous steps: the distance from which on surfaces push each other (m), the thickness of the first layer; 0.001 without it.",
        ),
        key(
            "layer_stiffness",
            "stepper = \"asynchronous\"\nlayer_stiffness = 1e4",
            "Stiffness of the first layer (N/m); that of layer l is l³ times as much. Without it, the weight of the heaviest over the thickness.",
        ),
        key(
            "clock_share",
            "stepper = \"asynchronous\"\nclock_share = 0.05",
            "The share of its own stable step, at most, that every clock of an asynchronous step takes: the smaller, the better energy is kept. 0.1 without it.",
        ),
        key(
            "warm_start",
            "warm_start = false",
            "Whether a step begins with the impulses of the last; true without it.",
        ),
        key(
            "sleeping",
            "sleeping = { speed = 0.01, seconds = 1 }",
            "Lets islands that lie still sleep: see sleeping. They do not without it.",
        ),
        key("solver", "solver = \"bpp\"", "The solver (`stickslip list solvers`)."),
        key(
            "solver_options",
            "solver = \"pgs\"\nsolver_options = { ordering = \"colouring\" }",
            "Options of the solver that is named (`stickslip list solver NAME`).",
        ),
        key(
            "tolerance",
            "tolerance = 1e-8",
            "The residual asked for: `natural` of boxes, `relative` of cones.",
        ),
        key("max_iterations", "max_iterations = 50", "Most iterations of a solve."),
        key(
            "friction_rule",
            "friction_rule = \"minimum\"",
            "μ of two materials without a [[pair]]: \"average\", \"geometric-mean\", \"minimum\", \"maximum\" or \"product\".",
        ),
        key("restitution_rule", "restitution_rule = \"maximum\"", "The same for restitution."),
    ],
};

pub const SLEEPING: KeySection = KeySection {
    name: "sleeping",
    says: "When an island may sleep.",
    open: "[settings]",
    also: "",
    inline: Some(("sleeping = { ", " }")),
    needs: &[("speed", "speed = 0.01"), ("seconds", "seconds = 1")],
    keys: &[
        key("speed", "speed = 0.01", "Slower than this (m/s) lies still. Must be there."),
        key("seconds", "seconds = 1", "It sleeps after lying still so long. Must be there."),
    ],
};

pub const VIEW: KeySection = KeySection {
    name: "view",
    says: "How `stickslip view` first shows the scene. Nothing of it changes the motion.",
    open: "[view]",
    also: "",
    inline: None,
    needs: &[],
    keys: &[
        key("camera", "camera = [4, 2, 8]", "Where the camera stands (m)."),
        key("target", "target = [0, 1, 0]", "What it looks at (m)."),
        key("follow", "follow = \"arm\"", "The body that it goes along with."),
    ],
};

pub const MATERIAL: KeySection = KeySection {
    name: "material",
    says: "What shapes are made of. The material \"default\" is that of shapes that name none.",
    open: "[[material]]",
    also: "",
    inline: None,
    needs: &[("name", "name = \"oak\"")],
    keys: &[
        key("name", "name = \"oak\"", "Its name. Must be there."),
        key(
            "preset",
            "preset = \"steel-dry\"",
            "A measured μ: aluminium-dry, aluminium-greasy, cast-iron-dry, tyre-asphalt, tyre-grass, ice-wood, leather-oak, rubber-asphalt, steel-dry, steel-greasy or steel-castor-oil.",
        ),
        key("friction", "friction = 0.6", "Coulomb's coefficient μ; 0.5 without it."),
        key("restitution", "restitution = 0.3", "How much it bounces, 0 to 1; 0 without it."),
        key("torsion", "torsion = 0.01", "Radius (m) of friction against spinning; 0 without it."),
        key("rolling", "rolling = 0.001", "Radius (m) of friction against rolling; 0 without it."),
        key("stiffness", "stiffness = 1e6", "Stiffness of a contact (N/m)."),
        key(
            "damping",
            "stiffness = 1e6\ndamping = 1e3",
            "Damping of a contact (N·s/m), with stiffness; 0 without it.",
        ),
        key(
            "epsilon",
            "epsilon = 1e-6\ngamma = 0.2",
            "Instead of stiffness: what is added to the diagonal of the row.",
        ),
        key(
            "gamma",
            "epsilon = 1e-6\ngamma = 0.2",
            "With epsilon: the share of the error that a step takes away.",
        ),
        key(
            "structure",
            "structure = [1, 0, 0]",
            "The direction of its grooves, fibres or grain: an axis of the body, three formulas of the place x, y, z on the body (m), such as [\"-z\", \"0\", \"x\"], or an image: see structure.",
        ),
        key(
            "relief",
            "relief = [\"0.5\", \"1\", \"0\"]",
            "The normals of what stands out of it: three formulas of the place x, y, z on the body (m), or an image: see relief; for `plowing`.",
        ),
    ],
};

pub const PAIR: KeySection = KeySection {
    name: "pair",
    says: "What is different where two materials meet.",
    open: "[[pair]]",
    also: "",
    inline: None,
    needs: &[("materials", "materials = [\"steel\", \"steel\"]")],
    keys: &[
        key("materials", "materials = [\"steel\", \"steel\"]", "Their names. Must be there."),
        key("preset", "preset = \"steel-greasy\"", "A measured μ, as of a material."),
        key("friction", "friction = 0.1", "Coulomb's coefficient μ."),
        key("restitution", "restitution = 0.8", "How much they bounce, 0 to 1."),
        key("torsion", "torsion = 0.01", "Radius (m) of friction against spinning."),
        key("rolling", "rolling = 0.001", "Radius (m) of friction against rolling."),
        key("stiffness", "stiffness = 1e6", "Stiffness of the contact (N/m)."),
        key("damping", "stiffness = 1e6\ndamping = 1e3", "Its damping (N·s/m)."),
        key("epsilon", "epsilon = 1e-6\ngamma = 0.2", "As of a material."),
        key("gamma", "epsilon = 1e-6\ngamma = 0.2", "As of a material."),
        key(
            "directions",
            "directions = { type = \"ellipse\", along = 0.1, across = 0.6, frame = \"sliding\" }",
            "How friction depends on direction: see directions.",
        ),
        key(
            "stribeck",
            "stribeck = { kinetic = 0.3, speed = 0.01 }",
            "How friction falls as it begins to slide: see stribeck.",
        ),
        key(
            "load_curve",
            "load_curve = [[0, 1], [100, 0.6]]",
            "Points of normal force (N) and factor: all coefficients are multiplied by the factor at the last step's normal force.",
        ),
        key(
            "tresca",
            "tresca = 20",
            "The largest friction force of a contact (N), whatever its load, where the surfaces touch; along the direction of the largest coefficient.",
        ),
    ],
};
