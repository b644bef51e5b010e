"""What can go wrong. The text of an error names the place: body, row, argument, file."""

from __future__ import annotations


class Error(Exception):
    """Everything that stickslip itself raises."""


class SceneError(Error):
    """A scene that cannot be found or read."""


class ModelError(Error):
    """Something that does not fit the model: a value, a state, a pose."""


class ModelFileError(Error):
    """A model file (URDF, MJCF) that cannot be read."""


class StepError(Error):
    """A step that could not be done; the state is that of before it."""


class DerivativeError(Error):
    """A model or a step whose derivatives are not known; the text says why."""


class ProblemError(Error):
    """Numbers that do not make a complementarity problem."""


class Refusal(Error):
    """A solver that does not take the problem or an option."""


class NotConverged(Error):
    """Raised by `Result.raise_if_failed`."""


class RecordingError(Error):
    """A recording that cannot be read."""


class NameLookupError(Error, KeyError):
    """A name that nobody has; the text has the nearest one."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class ArgumentError(Error, ValueError):
    """An argument of the wrong shape or with numbers that are none."""


class ArgumentTypeError(Error, TypeError):
    """An argument of the wrong type."""
