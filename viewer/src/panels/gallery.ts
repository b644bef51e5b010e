/** All scenes with a picture and one line each: where one begins. */

import { button, element, sceneTitle } from "../page/elements";
import type { Session } from "../page/session";

/** Pictures of the built-in scenes by their paths; `npm run gallery` makes them. */
const PICTURES: Record<string, string> = import.meta.glob("../../gallery/*.jpg", { eager: true, query: "?url", import: "default" });

export class Gallery {
  readonly node: HTMLDialogElement;
  private readonly cards = element("div", { className: "cards" });

  constructor(private readonly session: Session) {
    const close = button("Close", "Back to the view (Esc)", () => this.node.close());
    const head = element("div", { className: "row" }, element("h2", { textContent: "Scenes" }), close);
    this.node = element("dialog", { className: "gallery" }, head, this.cards);
    this.node.setAttribute("aria-label", "Scenes");
  }

  open(): void {
    const { scenes = [] } = this.session.hello ?? {};
    this.cards.replaceChildren(...scenes.map((scene) => this.card(scene)));
    if (!this.node.open) this.node.showModal();
  }

  private card({ name, description, bodies }: { name: string; description: string; bodies: number }): HTMLElement {
    // A scene of one's own has no picture.
    const source = PICTURES[`../../gallery/${name}.jpg`];
    const picture = source ? element("img", { src: source, alt: "", loading: "lazy", width: 240, height: 150 }) : null;
    const card = element(
      "button",
      { type: "button", className: "card", title: description },
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
