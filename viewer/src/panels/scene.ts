/** Choosing a scene with its parameters, or a recording. */

import { button, element, field, fillSelect, numberIn, numberInput, panel, sceneTitle } from "../page/elements";
import type { Session } from "../page/session";
import type { Hello, World } from "../protocol/messages";
import { onRefusal } from "./refusal";

/** More parameters than these are folded away. */
const FEW = 6;

export function scenePanel(session: Session): HTMLElement {
  const scenes = element("select");
  const recordings = element("select");
  const description = element("p", { className: "story" });
  const story = element("p", { className: "note" });
  const more = element("details", { className: "more" }, element("summary", { textContent: "Story" }), story);
  const parameters = element("div", { className: "fields" });
  const asked = element("details", { className: "more" }, element("summary", { textContent: "Parameters" }), parameters);
  const seed = numberInput(0);
  let inputs = new Map<string, HTMLInputElement>();

  const open = () => {
    const values = [...inputs].map(([name, input]) => [name, numberIn(input)] as const);
    const wrong = values.find(([, value]) => value === null || Number.isNaN(value));
    if (wrong) {
      session.emit("error", { message: `The parameter ${wrong[0]} is not a number.`, about: "open" });
      return;
    }
    session.send({
      type: "open",
      scene: scenes.value,
      parameters: Object.fromEntries(values) as Record<string, number>,
      seed: numberIn(seed) ?? 0,
    });
  };

  const ask = (values: Record<string, number>) => {
    inputs = new Map(Object.entries(values).map(([name, value]) => [name, numberInput(value)]));
    const ranges = session.world?.ranges ?? {};
    parameters.replaceChildren(
      ...[...inputs].flatMap(([name, input]) => {
        const line = field(name, submitting(input, open));
        return ranges[name] ? [line, slider(name, ranges[name], input, open)] : [line];
      }),
    );
    asked.hidden = inputs.size === 0;
    asked.open = inputs.size <= FEW;
  };

  const list = ({ scenes: known, recordings: files }: Hello) => {
    fillSelect(scenes, known.map(({ name }) => ({ value: name, label: sceneTitle(name) })), scenes.value);
    listRecordings(files);
  };
  const listRecordings = (files: Hello["recordings"]) => {
    const none = { value: "", label: files.length > 0 ? "choose …" : "none yet" };
    fillSelect(recordings, [none, ...files.map(({ name }) => ({ value: name }))], "");
    recordings.disabled = files.length === 0;
    const { world } = session;
    if (world?.source === "recording") recordings.value = world.scene;
  };
  const show = (world: World) => {
    const entry = session.hello?.scenes.find(({ name }) => name === world.scene);
    description.textContent = entry?.description || world.story;
    description.hidden = description.textContent === "";
    story.textContent = entry?.description ? world.story || entry.story : "";
    more.hidden = story.textContent === "" || story.textContent === description.textContent;
    scenes.value = world.source === "scene" ? world.scene : "";
    recordings.value = world.source === "recording" ? world.scene : "";
    seed.value = String(world.seed);
    ask(world.source === "scene" ? world.parameters : {});
  };

  scenes.addEventListener("change", () => session.begin(scenes.value));
  recordings.addEventListener("change", () => {
    if (recordings.value) session.send({ type: "open-recording", name: recordings.value });
  });
  session.on("hello", list);
  session.on("recordings", ({ recordings: files }) => listRecordings(files));
  session.on("world", (world) => {
    // The boxes of a scene are not offered for a recording.
    for (const part of simulated) part.hidden = world.source === "recording";
    show(world);
  });
  onRefusal(session, show);
  const seeded = field("seed", submitting(seed, open), "Seed of the scene's random offsets");
  const opener = button("Open with these", "Start the scene with these parameters", open);
  const simulated = [seeded, opener];
  return panel(
    "Scene",
    true,
    field("Scene", scenes),
    description,
    more,
    asked,
    seeded,
    opener,
    field("Recording", recordings),
  );
}

/** Steps of a slider. */
const STEPS = 100;

/** Chooses a parameter between its bounds; the scene opens anew when it is let go. */
function slider(name: string, [least, most]: [number, number], input: HTMLInputElement, open: () => void): HTMLElement {
  const whole = Number.isInteger(least) && Number.isInteger(most) && Number.isInteger(Number(input.value));
  const step = whole ? Math.max(1, Math.round((most - least) / STEPS)) : (most - least) / STEPS;
  const bar = element("input", { type: "range", min: String(least), max: String(most), step: String(step), value: input.value });
  bar.setAttribute("aria-label", `${name} from ${least} to ${most}`);
  bar.addEventListener("input", () => (input.value = String(Number(Number(bar.value).toPrecision(6)))));
  bar.addEventListener("change", open);
  return bar;
}

/** Enter in a field does what the button does. */
function submitting(input: HTMLInputElement, submit: () => void): HTMLInputElement {
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") submit();
  });
  return input;
}
