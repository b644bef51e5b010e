/** A small note beside the pointer that reads out what is under it. */

import { element } from "./elements";

const node = element("output", { className: "readout", hidden: true });
node.setAttribute("aria-label", "Readout");
document.body.append(node);

export function showReadout(words: string, x: number, y: number): void {
  node.textContent = words;
  node.hidden = false;
  const { offsetWidth: width, offsetHeight: height } = node;
  node.style.left = `${Math.max(4, Math.min(x + 14, window.innerWidth - width - 6))}px`;
  node.style.top = `${Math.max(4, Math.min(y + 16, window.innerHeight - height - 6))}px`;
}

export function hideReadout(): void {
  node.hidden = true;
}
