/** One solver, or two side by side on the same scene; step and friction. */

import { checkbox, element, field, fillSelect, numberIn, numberInput, panel } from "../page/elements";
import type { Session } from "../page/session";
import type { Lane, SolverEntry, World } from "../protocol/messages";
import { LaneForm } from "./lane";
import { onRefusal } from "./refusal";

/** What people compare with first: a sweep, and an exact method. */
const COMPARED = ["pgs", "bpp"];

/** A solver beside the first: a usual one, or one of another family, that takes the friction model. */
export function secondSolver(known: SolverEntry[], first: string, friction: string): string {
  const fits = known.filter(({ name, friction: models }) => name !== first && (!models || !friction || models.includes(friction)));
  const family = known.find(({ name }) => name === first)?.family;
  const found =
    COMPARED.map((name) => fits.find((entry) => entry.name === name)).find(Boolean) ??
    fits.find((entry) => entry.family !== family) ??
    fits[0];
  return found?.name ?? first;
}

export function solverPanel(session: Session): HTMLElement {
  const change = () => {
    const lanes = compared() ? [first.lane, second.lane] : [first.lane];
    if (lanes.some(({ max_iterations, tolerance }) => Number.isNaN(max_iterations) || Number.isNaN(tolerance))) {
      session.emit("error", { message: "Iterations and tolerance are numbers, or empty.", about: "change" });
      return;
    }
    session.send({ type: "change", lanes });
  };
  /** A lane with another solver than the first, with its own options. */
  const other = ({ lanes, friction }: World): Lane => {
    const solver = secondSolver(session.hello?.solvers ?? [], lanes[0].solver, friction);
    return solver === lanes[0].solver ? lanes[0] : { solver, options: {}, max_iterations: null, tolerance: null };
  };
  const first = new LaneForm("Lane 1", change);
  const second = new LaneForm("Lane 2", change);
  const compare = checkbox("Compare with a second solver", false, () => {
    if (compared() && session.world) second.show(session.world.lanes[1] ?? other(session.world));
    second.node.hidden = !compared();
    change();
  });
  const box = compare.querySelector("input") as HTMLInputElement;
  const compared = () => box.checked;
  second.node.hidden = true;

  const made = panel("Solver", true, first.node, compare, second.node);
  const show = (world: World) => {
    if (session.hello) for (const form of [first, second]) form.list(session.hello, world.friction);
    made.hidden = world.source === "recording";
    box.checked = world.lanes.length > 1;
    second.node.hidden = !compared();
    [first, second].forEach((form, i) => world.lanes[i] && form.show(world.lanes[i]));
  };
  session.on("world", show);
  onRefusal(session, show);
  return made;
}

export function settingsPanel(session: Session): HTMLElement {
  const dt = numberInput(null);
  const substeps = numberInput(null);
  const friction = element("select");
  const mu = numberInput(null, "the scene's");

  /** A change of one field; what is no number is refused here already. */
  const listen = (input: HTMLInputElement, name: "dt" | "substeps" | "mu") =>
    input.addEventListener("change", () => {
      const value = numberIn(input);
      if (Number.isNaN(value) || (value === null && name !== "mu")) {
        session.emit("error", { message: `“${input.value}” is not a number.`, about: "change" });
      } else {
        session.send({ type: "change", [name]: value });
      }
    });
  listen(dt, "dt");
  listen(substeps, "substeps");
  listen(mu, "mu");
  friction.addEventListener("change", () => session.send({ type: "change", friction: friction.value }));

  const made = panel(
    "Step and friction",
    true,
    field("Time step (s)", dt),
    field("Sub-steps", substeps, "Each step is done in this many equal parts"),
    field("Friction model", friction),
    field("Friction μ", mu, "Coefficient for all contacts; empty: the scene's own"),
  );
  const show = (world: World) => {
    made.hidden = world.source === "recording";
    const models = session.hello?.friction_models ?? [];
    fillSelect(friction, models.map((value) => ({ value })), world.friction);
    dt.value = String(Number(world.dt.toPrecision(6)));
    substeps.value = String(world.substeps);
    mu.value = world.mu === null ? "" : String(world.mu);
  };
  session.on("world", show);
  onRefusal(session, show);
  return made;
}
