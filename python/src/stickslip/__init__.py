"""Contact and friction for stiff multibody systems, and a workbench of
complementarity solvers.

Two halves. The simulator: `load` a scene, `Scene.simulate` it, `Simulation.step`.
The workbench: a `Problem`, `solve` it, `compare` solvers on it.

```python
import stickslip as ss

sim = ss.load("heavy-stack").simulate()
report = sim.run(120)
print(report.converged, sim.contact_force("box-8"))
```

Arrays are float64 copies; SI units; y is up in the built-in scenes; quaternions
are w, x, y, z. Names of bodies, joints and actuators stand wherever numbers do,
and a wrong one is an error with the nearest.
"""

from __future__ import annotations

from . import errors, geometry
from ._stickslip import set_threads, version
from .articulation import Articulation
from .builder import Builder
from .camera import Camera, View
from .contacts import Contact, ContactEvent, RayHit, Row
from .control import Control
from .derivatives import Gradient, StepDerivatives, Track, rollout
from .errors import (
    ArgumentError,
    ArgumentTypeError,
    DerivativeError,
    Error,
    ModelError,
    ModelFileError,
    NameLookupError,
    NotConverged,
    ProblemError,
    RecordingError,
    Refusal,
    SceneError,
    StepError,
)
from .fleet import Fleet
from .names import Id, Names
from .problem import Problem
from .recording import Recording, read_recording
from .result import Residuals, Result, Table
from .scene import Actuator, Body, Joint, Key, Rollout, Scene, Sensor, State, keys, load, scenes
from .simulation import Simulation, StepReport
from .sweep import SweepTable, grid, sweep
from .view import Viewer, Widget, view
from .workbench import Solver, SolverOption, compare, solve, solvers

__version__ = version()

__all__ = [
    "Actuator",
    "ArgumentError",
    "ArgumentTypeError",
    "Articulation",
    "Body",
    "Builder",
    "Camera",
    "Contact",
    "ContactEvent",
    "Control",
    "DerivativeError",
    "Error",
    "Fleet",
    "Gradient",
    "Id",
    "Joint",
    "Key",
    "ModelError",
    "ModelFileError",
    "NameLookupError",
    "Names",
    "NotConverged",
    "Problem",
    "ProblemError",
    "RayHit",
    "Recording",
    "RecordingError",
    "Refusal",
    "Residuals",
    "Result",
    "Rollout",
    "Row",
    "Scene",
    "SceneError",
    "Sensor",
    "Simulation",
    "Solver",
    "SolverOption",
    "State",
    "StepDerivatives",
    "StepError",
    "StepReport",
    "SweepTable",
    "Table",
    "Track",
    "View",
    "Viewer",
    "Widget",
    "compare",
    "errors",
    "geometry",
    "grid",
    "keys",
    "load",
    "read_recording",
    "rollout",
    "scenes",
    "set_threads",
    "solve",
    "solvers",
    "sweep",
    "view",
]
