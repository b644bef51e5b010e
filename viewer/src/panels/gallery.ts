/** All scenes with a picture and one line each, found by words and by what is in them: where one begins. */

import { button, element, sceneTitle } from "../page/elements";
import type { Session } from "../page/session";
import type { SceneEntry } from "../protocol/messages";

/** Pictures of the built-in scenes by their paths; `npm run gallery` makes them. */
const PICTURES: Record<string, string> = import.meta.glob("../../gallery/*.jpg", { eager: true, query: "?url", import: "default" });

/** Scenes that have every one of these words, in any place, and every one of these tags; names come first. */
export function findScenes(scenes: SceneEntry[], words: string, tags: ReadonlySet<string>): SceneEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const told = ({ name, description, story, tags: own }: SceneEntry) => [name, description, story, ...own].join(" ").toLowerCase();
  const fitting = scenes.filter((scene) => wanted.every((word) => told(scene).includes(word)) && [...tags].every((tag) => scene.tags.includes(tag)));
  const named = ({ name }: SceneEntry) => wanted.length > 0 && wanted.every((word) => name.toLowerCase().includes(word));
  return [...fitting.filter(named), ...fitting.filter((scene) => !named(scene))];
}

export class Gallery {
  readonly node: HTMLDialogElement;
  private readonly cards = element("div", { className: "cards" });
  private readonly search = element("input", { type: "search", placeholder: "Search: chain, friction, wheel …", autocomplete: "off", spellcheck: false });
  private readonly tags = element("div", { className: "tags" });
  private readonly found = element("output", { className: "note" });
  private chosen = new Set<string>();

  constructor(private readonly session: Session) {
    const close = button("Close", "Back to the view (Esc)", () => this.node.close());
    this.search.setAttribute("aria-label", "Search scenes");
    this.search.addEventListener("input", () => this.show());
    this.search.addEventListener("keydown", (event) => {
      const first = this.cards.querySelector("button");
      if (event.key === "Enter" && first) first.click();
    });
    const head = element("div", { className: "row gallery-head" }, element("h2", { textContent: "Scenes" }), this.search, this.found, close);
    this.node = element("dialog", { className: "gallery" }, head, this.tags, this.cards);
    this.node.setAttribute("aria-label", "Scenes");
  }

  open(): void {
    this.search.value = "";
    this.chosen = new Set();
    this.show();
    if (!this.node.open) this.node.showModal();
  }

  private show(): void {
    const { scenes = [] } = this.session.hello ?? {};
    const fitting = findScenes(scenes, this.search.value, this.chosen);
    this.found.textContent = `${fitting.length} of ${scenes.length}`;
    const known = [...new Set(scenes.flatMap(({ tags }) => tags))];
    this.tags.replaceChildren(
      ...known.map((tag) => {
        // As many as there would be with this tag, too.
        const count = findScenes(scenes, this.search.value, new Set([...this.chosen, tag])).length;
        const made = button(`${tag} ${count}`, `Only scenes with ${tag}`, () => {
          if (!this.chosen.delete(tag)) this.chosen.add(tag);
          this.show();
        });
        made.disabled = count === 0;
        made.setAttribute("aria-pressed", String(this.chosen.has(tag)));
        return made;
      }),
    );
    this.cards.replaceChildren(...fitting.map((scene) => this.card(scene)));
    if (fitting.length === 0) this.cards.append(element("p", { className: "note", textContent: "No scene has all of that." }));
  }

  private card({ name, description, story, bodies }: SceneEntry): HTMLElement {
    // A scene of one's own has no picture.
    const source = PICTURES[`../../gallery/${name}.jpg`];
    const picture = source ? element("img", { src: source, alt: "", loading: "lazy", width: 240, height: 150 }) : null;
    const card = element(
      "button",
      { type: "button", className: "card", title: story || description },
      picture,
      element("b", { textContent: sceneTitle(name) }),
      element("span", { textContent: description }),
      element("small", { textContent: `${bodies} ${bodies === 1 ? "body" : "bodies"}` }),
    );
    card.addEventListener("click", () => {
      this.node.close();
      this.session.begin(name);
    });
    return card;
  }
}
