/** Keyboard shortcuts, and the overlay that lists them. */

import { button, element } from "./elements";

export interface Shortcut {
  /** As `KeyboardEvent.key` has it, in lower case. */
  key: string;
  /** As it is written in the list; the key itself where left out. */
  shown?: string;
  does: string;
  press: () => void;
}

/** What the mouse does, in the same list. */
const MOUSE: [string, string][] = [
  ["drag a body", "pull it by a spring"],
  ["drag elsewhere, or with Shift", "turn the camera"],
  ["right button, wheel", "move the camera, come nearer"],
  ["click a body", "show what acts on it"],
];

const MOVES_A_SLIDER = /^(Arrow|Page|Home|End)/;

export function helpDialog(shortcuts: Shortcut[]): HTMLDialogElement {
  const rows = [
    ...shortcuts.map(({ key, shown, does }) => [shown ?? key.toUpperCase(), does]),
    ...MOUSE,
  ].flatMap(([key, does]) => [element("dt", {}, element("kbd", { textContent: key })), element("dd", { textContent: does })]);
  const dialog = element(
    "dialog",
    { className: "help" },
    element("h2", { textContent: "Keys and mouse" }),
    element("dl", { className: "facts" }, ...rows),
    button("Close", "Esc", () => dialog.close()),
  );
  dialog.setAttribute("aria-label", "Help");
  return dialog;
}

/** Listens for the shortcuts, except where text is typed or a dialog is open. */
export function listenToKeys(shortcuts: Shortcut[]): void {
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const typing = target.matches("input:not([type=checkbox], [type=range]), select, textarea");
    const sliding = target.matches("input[type=range]") && MOVES_A_SLIDER.test(event.key);
    if (typing || sliding || document.querySelector("dialog[open]")) return;
    const shortcut = shortcuts.find(({ key }) => key === event.key.toLowerCase());
    if (!shortcut) return;
    // Space would also press the button that has the focus.
    event.preventDefault();
    shortcut.press();
  });
}
