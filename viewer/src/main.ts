/** Puts the page together. */

import "./style.css";
import { Drawing } from "./drawing/options";
import { listenToPointer } from "./drawing/pointer";
import { Stage } from "./drawing/stage";
import { button, download, element, sceneTitle } from "./page/elements";
import { helpDialog, listenToKeys, type Shortcut } from "./page/keys";
import { readLink, writeLink } from "./page/link";
import { exposeState } from "./page/observe";
import { reopenAfterLoss } from "./page/reopen";
import { Session } from "./page/session";
import { socketAddress } from "./page/socket";
import { ConvergencePanel } from "./panels/convergence";
import { drawingPanel, legend } from "./panels/drawing";
import { MatrixDialog } from "./panels/matrix";
import { messages } from "./panels/messages";
import { PickedPanel } from "./panels/picked";
import { playbackBar, togglePlay } from "./panels/playback";
import { PlotsPanel } from "./panels/plots";
import { scenePanel } from "./panels/scene";
import { settingsPanel, solverPanel } from "./panels/solver";
import { laneTitles, windowTitle } from "./panels/titles";

/** Plots are drawn at most this often. */
const PLOT_EVERY_MS = 100;

const session = new Session(socketAddress(window.location));
const drawing = new Drawing();
const view = element("div", { className: "view" });
const stage = new Stage(view, session, drawing);
const picked = new PickedPanel(session, stage);
const convergence = new ConvergencePanel(session);
const plots = new PlotsPanel(session);
const matrix = new MatrixDialog(session);

const savePicture = async () => {
  const blob = await stage.picture();
  if (blob) download(`${sceneTitle(session.world?.scene ?? "view")}.png`, blob);
};
const copyLink = async () => {
  if (!session.world || session.world.source !== "scene") return;
  const fragment = writeLink(session.world, session.frames[0]?.time ?? 0, stage.camera.place);
  history.replaceState(null, "", fragment);
  // Only pages of this machine and secure ones may write to the clipboard.
  await navigator.clipboard?.writeText(window.location.href).catch(() => undefined);
};
const toggle = (name: "contacts" | "forces" | "normals" | "cones" | "joints" | "islands" | "glass") => () =>
  drawing.set(name, !drawing.options[name]);

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
  { key: "i", does: "islands by colour", press: toggle("islands") },
  { key: "g", does: "fixed bodies see-through", press: toggle("glass") },
  { key: "m", does: "matrix of the step", press: () => matrix.open() },
  { key: "p", does: "picture (PNG)", press: () => void savePicture() },
  { key: "l", does: "link to this moment", press: () => void copyLink() },
  { key: "h", does: "hide or show the panels", press: () => document.body.classList.toggle("bare") },
  { key: "escape", shown: "Esc", does: "let go of the picked body", press: () => picked.pick(0, null) },
  { key: "?", does: "this list", press: () => help.showModal() },
];
const help = helpDialog(shortcuts);

document.body.append(
  element(
    "header",
    {},
    element("h1", { textContent: "Stickslip" }),
    windowTitle(session),
    button("Matrix", "Matrix of the step (M)", () => matrix.open()),
    button("Copy link", "Link to this scene, solver and time (L)", () => void copyLink()),
    button("Save PNG", "Picture of the view (P)", () => void savePicture()),
    button("Whole scene", "Camera to the whole scene (F)", () => stage.fit()),
    button("Help", "Keys and mouse (?)", () => help.showModal()),
  ),
  element("aside", { className: "left" }, scenePanel(session), solverPanel(session), settingsPanel(session), drawingPanel(drawing, session)),
  element("main", {}, view, playbackBar(session)),
  element("aside", { className: "right" }, picked.node, convergence.node, plots.node),
  ...messages(session),
  matrix.node,
  help,
);
view.append(laneTitles(session), legend(drawing, session));
listenToPointer(stage, session, (lane, body) => picked.pick(lane, body));
listenToKeys(shortcuts);
setInterval(() => {
  plots.draw();
  convergence.draw();
}, PLOT_EVERY_MS);

reopenAfterLoss(session);
const link = readLink(window.location.hash);
if (link) {
  // A reload joins the run as it is: the link is used once.
  history.replaceState(null, "", window.location.pathname + window.location.search);
  stage.givenCamera = link.camera;
  let used = false;
  session.on("hello", () => {
    if (!used) session.openInstead({ type: "open", ...link.opening }, link.opening.scene);
    used = true;
  });
}
exposeState(session, stage, convergence, plots, matrix);
