/** Puts the page together. */

import "./style.css";
import { COLOURS, Drawing, LIQUIDS } from "./drawing/options";
import { listenToPointer } from "./drawing/pointer";
import { Stage } from "./drawing/stage";
import { filmButton } from "./film/button";
import { filmWhole, wantsFilm } from "./film/whole";
import { calm, withPicture } from "./page/calm";
import { button, download, element, sceneTitle } from "./page/elements";
import { helpDialog, listenToKeys, type Shortcut } from "./page/keys";
import { readLink, writeLink } from "./page/link";
import { embeddedMotion, LocalPlayer } from "./page/local";
import { exposeState } from "./page/observe";
import { reopenAfterLoss } from "./page/reopen";
import { playsAtOnce, Session } from "./page/session";
import { Socket, socketAddress } from "./page/socket";
import { nextTheme } from "./page/theme";
import { ConvergencePanel } from "./panels/convergence";
import { drawingPanel, legend } from "./panels/drawing";
import { DropButton } from "./panels/drop";
import { Gallery } from "./panels/gallery";
import { jointsPanel } from "./panels/joints";
import { MatrixDialog } from "./panels/matrix";
import { messages } from "./panels/messages";
import { motorsPanel } from "./panels/motors";
import { PickedPanel } from "./panels/picked";
import { playbackBar, togglePlay } from "./panels/playback";
import { PlotsPanel } from "./panels/plots";
import { scenePanel } from "./panels/scene";
import { settingsPanel, solverPanel } from "./panels/solver";
import { laneTitles, windowTitle } from "./panels/titles";

/** Plots are drawn at most this often; where pictures are slow, with every eighth of them, but not for long. */
const PLOT_EVERY_MS = 100;
const PLOT_EVERY_PICTURES = 8;
const PLOT_AFTER_MS = 1000;

const motion = embeddedMotion();
const session = new Session((events) =>
  motion ? new LocalPlayer(motion, events) : new Socket(socketAddress(window.location), events),
);
const drawing = new Drawing();
const view = element("div", { className: "view" });
const stage = new Stage(view, session, drawing);
const picked = new PickedPanel(session, stage);
const convergence = new ConvergencePanel(session);
const plots = new PlotsPanel(session);
const matrix = new MatrixDialog(session);
const gallery = new Gallery(session);
const drop = new DropButton(session, stage);
const drawerButton = (text: string, hint: string, press: () => void) => {
  const made = button(text, hint, press);
  made.classList.add("drawer");
  return made;
};
/** On a narrow page it is behind “More”. */
const rarelyPressed = (made: HTMLButtonElement) => {
  made.classList.add("rare");
  return made;
};

const savePicture = async () => {
  const blob = await stage.picture();
  if (blob) download(`${sceneTitle(session.world?.scene ?? "view")}.png`, blob);
};
const copyLink = async () => {
  if (!session.world) return;
  const moment = { time: session.frames[0]?.time ?? 0, frame: session.state.frame ?? 0 };
  const fragment = writeLink(session.world, moment, stage.camera.place);
  history.replaceState(null, "", fragment);
  // Only pages of this machine and secure ones may write to the clipboard.
  await navigator.clipboard?.writeText(window.location.href).catch(() => undefined);
};
const toggle = (name: "contacts" | "forces" | "normals" | "cones" | "joints" | "jointLoads" | "loads" | "glass" | "wireframe" | "follow") => () =>
  drawing.set(name, !drawing.options[name]);
const nextColour = () => drawing.set("colour", COLOURS[(COLOURS.indexOf(drawing.options.colour) + 1) % COLOURS.length]);
const nextLiquid = () => drawing.set("liquid", LIQUIDS[(LIQUIDS.indexOf(drawing.options.liquid) + 1) % LIQUIDS.length]);
const letGo = () => {
  drop.wait(false);
  picked.pick(0, null);
};
const openMatrix = () => session.world?.source === "scene" && matrix.open();
/** Below 900 pixels the panels are drawers. */
const drawer = (side: "left" | "right") => () => {
  document.body.classList.remove(side === "left" ? "show-right" : "show-left");
  document.body.classList.toggle(`show-${side}`);
};
const matrixButton = button("Matrix", "Matrix of the step (M)", openMatrix);
const linkButton = button("Copy link", "Link to this moment (L)", () => void copyLink());
session.on("world", ({ source }) => {
  matrixButton.hidden = source === "recording";
  linkButton.hidden = motion !== null;
});

const film = filmButton(stage, () => sceneTitle(session.world?.scene ?? "view"));

const shortcuts: Shortcut[] = [
  { key: " ", shown: "Space", does: "play or pause", press: () => togglePlay(session) },
  { key: ".", does: "one step", press: () => session.send({ type: "step" }) },
  { key: "r", does: "back to the beginning", press: () => session.send({ type: "reset" }) },
  { key: "f", does: "the whole scene", press: () => stage.fit() },
  { key: "c", does: "contact points", press: toggle("contacts") },
  { key: "a", does: "contact forces (arrows)", press: toggle("forces") },
  { key: "n", does: "contact normals", press: toggle("normals") },
  { key: "k", does: "friction cones", press: toggle("cones") },
  { key: "j", does: "joints", press: toggle("joints") },
  { key: "q", does: "forces and torques of joints", press: toggle("jointLoads") },
  { key: "w", does: "weights and pull", press: toggle("loads") },
  { key: "u", does: "liquid as particles, surface or both", press: nextLiquid },
  { key: "i", does: "the next meaning of colours", press: nextColour },
  { key: "b", does: "one step back", press: () => back(1) },
  { key: "d", does: "drop a box where you click next", press: () => drop.toggle() },
  { key: "delete", shown: "Del", does: "take the picked body away", press: () => picked.remove() },
  { key: "o", does: "camera follows the picked body", press: toggle("follow") },
  { key: "s", does: "all scenes", press: () => gallery.open() },
  { key: "t", does: "light or dark", press: nextTheme },
  { key: "g", does: "fixed bodies see-through", press: toggle("glass") },
  { key: "e", does: "wireframe: the triangles of bodies and surfaces", press: toggle("wireframe") },
  { key: "m", does: "matrix of the step", press: openMatrix },
  { key: "p", does: "picture (PNG)", press: () => void savePicture() },
  { key: "v", does: "begin or end a film (WebM)", press: () => film.click() },
  { key: "l", does: "link to this moment", press: () => void copyLink() },
  { key: "h", does: "hide or show the panels", press: () => document.body.classList.toggle("bare") },
  { key: "escape", shown: "Esc", does: "let go of the picked body, drop no box", press: letGo },
  { key: "?", does: "this list", press: () => help.showModal() },
];
const help = helpDialog(shortcuts);

/** Steps of a live run, or frames of a recording. */
function back(count: number): void {
  if (session.world?.source === "recording") {
    session.send({ type: "seek", frame: Math.max(0, (session.state.frame ?? 0) - count) });
  } else {
    session.send({ type: "rewind", step: Math.max(0, (session.frames[0]?.step ?? 0) - count) });
  }
}

document.body.append(
  element(
    "header",
    {},
    element("h1", { textContent: "Stickslip" }),
    drawerButton("Settings", "Scene, solver and drawing", drawer("left")),
    windowTitle(session),
    ...(motion ? [] : [button("Scenes", "All scenes (S)", () => gallery.open())]),
    ...[
      drop.node,
      matrixButton,
      linkButton,
      button("Save PNG", "Picture of the view (P)", () => void savePicture()),
      film,
      button("Whole scene", "Camera to the whole scene (F)", () => stage.fit()),
      button("Theme", "Light or dark (T)", nextTheme),
      button("Help", "Keys and mouse (?)", () => help.showModal()),
    ].map(rarelyPressed),
    drawerButton("More", "Drop a box, matrix, link, picture, film, theme and help", () => document.body.classList.toggle("show-more")),
    drawerButton("Plots", "Picked body, convergence and plots", drawer("right")),
  ),
  element(
    "aside",
    { className: "left" },
    ...(motion ? [] : [scenePanel(session), motorsPanel(session), jointsPanel(session), solverPanel(session), settingsPanel(session)]),
    drawingPanel(drawing, session),
  ),
  element("main", {}, view, playbackBar(session)),
  element("aside", { className: "right" }, picked.node, convergence.node, plots.node),
  ...messages(session),
  matrix.node,
  gallery.node,
  help,
);
view.append(laneTitles(session), legend(drawing, session, stage));
// The picture comes first: a touch of it closes the drawers.
view.addEventListener("pointerdown", () => document.body.classList.remove("show-left", "show-right", "show-more"));
listenToPointer(stage, session, (lane, body) => picked.pick(lane, body));
listenToKeys(shortcuts);
const plot = calm(
  () => {
    plots.draw();
    convergence.draw();
  },
  () => Math.max(PLOT_EVERY_MS, Math.min(PLOT_EVERY_PICTURES * stage.spent, PLOT_AFTER_MS)),
);
setInterval(plot, PLOT_EVERY_MS);
stage.whenDrawn(withPicture);

if (!motion) reopenAfterLoss(session);
if (motion && wantsFilm()) {
  let begun = false;
  session.on("frame", () => {
    if (!begun) setTimeout(() => void filmWhole(session, stage, motion.gap));
    begun = true;
  });
}
const link = motion ? null : readLink(window.location.hash);
if (link) {
  // A reload joins the run as it is: the link is used once.
  history.replaceState(null, "", window.location.pathname + window.location.search);
  stage.givenCamera = link.camera;
  let used = false;
  session.on("hello", () => {
    const { opening, recording } = link;
    if (!used && opening) session.openInstead({ type: "open", ...opening }, opening.scene);
    if (!used && recording) {
      session.openInstead({ type: "open-recording", name: recording.name }, recording.name);
      session.send({ type: "seek", frame: recording.frame });
    }
    used = true;
  });
} else {
  // The first page of a run that nobody has touched lets it play.
  let first = true;
  session.on("frame", ({ step }) => {
    const untouched = first && !wantsFilm() && step === 0 && !session.state.playing && sessionStorage.getItem("stickslip.camera") === null;
    first = false;
    if (untouched && playsAtOnce()) session.send({ type: "play" });
  });
  session.on("hello", ({ landing }) => {
    if (landing && first && playsAtOnce()) gallery.open();
  });
}
exposeState(session, stage, convergence, plots, matrix);
