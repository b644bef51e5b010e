/** Short ways to make elements; every control gets a label. */

type Child = Node | string | null;

/** Labels and controls find each other by number. */
let controls = 0;

/** An element with properties and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Sets the words of an element; the same words cost the browser nothing. */
export function write(node: HTMLElement, words: string): void {
  if (node.textContent !== words) node.textContent = words;
}

/** A button that says what it does; the hint is shown when the mouse rests on it. */
export function button(text: string, hint: string, press: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", textContent: text, title: hint });
  made.addEventListener("click", press);
  return made;
}

/** A line of a form: label on the left, control on the right. */
export function field(label: string, control: HTMLElement, hint = ""): HTMLElement {
  control.id ||= `control-${(controls += 1)}`;
  const name = element("label", { htmlFor: control.id, textContent: label });
  return element("div", { className: "field", title: hint }, name, control);
}

/** A box to tick, with its label. */
export function checkbox(label: string, checked: boolean, change: (checked: boolean) => void): HTMLLabelElement {
  const box = element("input", { type: "checkbox", checked });
  box.addEventListener("change", () => change(box.checked));
  return element("label", { className: "check" }, box, element("span", { textContent: label }));
}

/** A field for a number; empty means none. */
export function numberInput(value: number | null, placeholder = ""): HTMLInputElement {
  return element("input", {
    type: "text",
    inputMode: "decimal",
    autocomplete: "off",
    spellcheck: false,
    placeholder,
    value: value === null ? "" : shortNumber(value),
  });
}

/** The number in a field: null where it is empty, NaN where it is none. */
export function numberIn(input: HTMLInputElement): number | null {
  const source = input.value.trim();
  return source === "" ? null : Number(source);
}

/** At most six digits, without a tail of zeros. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

export interface Choice {
  value: string;
  label?: string;
  group?: string;
}

/** Fills a menu, by groups where the choices have them. */
export function fillSelect(select: HTMLSelectElement, choices: Choice[], chosen: string): void {
  const groups = new Map<string, HTMLOptGroupElement>();
  const nodes: Node[] = [];
  for (const { value, label, group } of choices) {
    const option = element("option", { value, textContent: label ?? value });
    if (!group) {
      nodes.push(option);
      continue;
    }
    let parent = groups.get(group);
    if (!parent) {
      parent = element("optgroup", { label: group });
      groups.set(group, parent);
      nodes.push(parent);
    }
    parent.append(option);
  }
  select.replaceChildren(...nodes);
  select.value = chosen;
}

/** A part of the side bar that can be folded; whether it is, is kept. */
export function panel(title: string, open: boolean, ...children: Child[]): HTMLDetailsElement {
  const key = `stickslip.panel.${title}`;
  const kept = sessionStorage.getItem(key);
  const made = element(
    "details",
    { className: "panel", open: kept === null ? open : kept === "open" },
    element("summary", { textContent: title }),
    element("div", { className: "panel-body" }, ...children),
  );
  made.addEventListener("toggle", () => sessionStorage.setItem(key, made.open ? "open" : "closed"));
  return made;
}

/** What a scene is called: of a file, its name without folders and ending. */
export function sceneTitle(scene: string): string {
  return (scene.split(/[\\/]/).at(-1) ?? scene).replace(/\.toml$/, "");
}

/** What a lane is called everywhere; lanes count from 1. */
export function laneName(index: number, solver: string): string {
  return solver ? `lane ${index + 1} (${solver})` : `lane ${index + 1}`;
}

/** Hands a file to the user. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
