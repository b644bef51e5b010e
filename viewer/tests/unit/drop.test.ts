/** Dropping a box: the button waits for one click. */

import { Vector3 } from "three";
import { beforeEach, expect, it, vi } from "vitest";
import type { Stage } from "../../src/drawing/stage";
import { Emitter } from "../../src/page/emitter";
import type { Session } from "../../src/page/session";
import type { Messages } from "../../src/protocol/messages";
import { DropButton } from "../../src/panels/drop";

/** As much of a button as is used. */
vi.mock("../../src/page/elements", () => ({
  button: (textContent: string) => {
    const attributes: Record<string, string> = {};
    return { textContent, hidden: false, classList: { add: () => undefined }, attributes, setAttribute: (name: string, value: string) => (attributes[name] = value) };
  },
}));

let sent: object[];
let stage: Stage;
let session: Session;
let drop: DropButton;
const world = (source: "scene" | "recording") => (session as unknown as Emitter<Messages>).emit("world", { source } as Messages["world"]);

beforeEach(() => {
  sent = [];
  stage = { placing: null, canvas: { style: {} } } as unknown as Stage;
  session = Object.assign(new Emitter<Messages>(), { send: (command: object) => sent.push(command) }) as unknown as Session;
  drop = new DropButton(session, stage);
  world("scene");
});

it("waits for one click and tells its place", () => {
  expect(stage.placing).toBeNull();
  drop.toggle();
  expect(drop.node).toMatchObject({ attributes: { "aria-pressed": "true" } });
  stage.placing?.(new Vector3(1, 2, 3));
  expect(sent).toEqual([{ type: "drop", at: [1, 2, 3] }]);
  expect(stage.placing).toBeNull();
  expect(drop.node).toMatchObject({ attributes: { "aria-pressed": "false" }, textContent: "Drop a box" });
});

it("no longer waits when it is pressed again, or another world comes", () => {
  drop.toggle();
  drop.toggle();
  expect(stage.placing).toBeNull();
  drop.toggle();
  world("scene");
  expect(stage.placing).toBeNull();
});

it("is not there in a recording", () => {
  world("recording");
  expect(drop.node.hidden).toBe(true);
  drop.toggle();
  expect(stage.placing).toBeNull();
});
