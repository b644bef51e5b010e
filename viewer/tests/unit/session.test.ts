/** The session against a small server that says what a test wants. */

import { type AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import WebSocket, { WebSocketServer } from "ws";
import { reopenAfterLoss } from "../../src/page/reopen";
import { Session } from "../../src/page/session";
import { Socket } from "../../src/page/socket";

/** In browsers a refused connection is an event and no more. */
class BrowserSocket extends WebSocket {
  constructor(address: string) {
    super(address);
    this.on("error", () => undefined);
  }
}
vi.stubGlobal("WebSocket", BrowserSocket);

/** As long as a busy machine may take. */
const until = (holds: () => unknown) => vi.waitUntil(holds, { timeout: 30_000 });

let server: WebSocketServer;
let heard: { type: string; scene?: string }[];

const scenes = ["arch", "wall"].map((name) => ({ name, parameters: {}, bodies: 1 }));
const hello = (started: number) => ({
  type: "hello", version: "1", started, scenes, solvers: [], friction_models: [], recordings: [], figures: [], fps: 60,
});
const body = { name: "ball", motion: "dynamic", mass: 1, shapes: [] };
const world = (scene: string, generation: number) => ({
  type: "world", generation, source: "scene", scene, parameters: {}, dt: 0.01, gravity: [0, -9.81, 0], lanes: [{ solver: "bpp" }], bodies: [body],
});

/** A frame of one body and nothing else. */
function frame(generation: number, step: number, bodies = 1): Buffer {
  const bytes = Buffer.alloc(56 + 36 * bodies);
  [1, generation, 0, step].forEach((word, i) => bytes.writeUInt32LE(word, 4 * i));
  bytes.writeUInt32LE(bodies, 24);
  return bytes;
}

/** Listens and says `hello` and the first world to everyone who comes. */
async function listen(started: number, first: object, port = 0): Promise<number> {
  server = new WebSocketServer({ port, host: "127.0.0.1" });
  server.on("connection", (socket) => {
    socket.on("message", (source) => {
      const command = JSON.parse(String(source));
      heard.push(command);
      if (command.type === "open" && command.scene === "wall") tell(world("wall", 2));
    });
    socket.send(JSON.stringify(hello(started)));
    socket.send(JSON.stringify(first));
  });
  await new Promise((done) => server.once("listening", done));
  return (server.address() as AddressInfo).port;
}

const join = (port: number) => new Session((events) => new Socket(`ws://127.0.0.1:${port}`, events));

const tell = (message: object | Buffer) => {
  for (const socket of server.clients) socket.send(Buffer.isBuffer(message) ? message : JSON.stringify(message));
};

async function stop(): Promise<void> {
  for (const socket of server.clients) socket.terminate();
  await new Promise((done) => server.close(done));
}

beforeEach(() => {
  heard = [];
});
afterEach(stop);

it("keeps frames of the present world and no others", async () => {
  const port = await listen(1, world("arch", 5));
  const session = join(port);
  const errors: string[] = [];
  session.on("error", ({ message }) => errors.push(message));
  await until(() => session.world);
  tell(frame(5, 80));
  tell(frame(4, 90));
  tell({ type: "state", playing: true, speed: 1, recording: null, frame: null });
  await until(() => session.state.playing);
  expect(session.frames[0].step).toBe(80);
  expect(errors).toEqual([]);
});

it("tells of what it does not understand, and goes on", async () => {
  const port = await listen(1, world("arch", 5));
  const session = join(port);
  const errors: string[] = [];
  session.on("error", ({ message }) => errors.push(message));
  await until(() => session.world);
  tell(Buffer.from("nonsense"));
  tell(frame(5, 1, 2));
  tell({ type: "dance" });
  tell(frame(5, 9));
  await until(() => session.frames[0]);
  expect(session.frames[0].step).toBe(9);
  expect(errors.length).toBe(3);
  expect(errors[1]).toContain("2 bodies, but the world 1");
});

it("opens its scene again on a server that began anew, without showing another first", async () => {
  const port = await listen(1, world("wall", 1));
  const session = join(port);
  reopenAfterLoss(session);
  const shown: string[] = [];
  session.on("world", ({ scene }) => shown.push(scene));
  await until(() => session.world);
  await stop();
  await until(() => !session.connected);
  await listen(2, world("arch", 1), port);
  await until(() => session.world?.generation === 2);
  expect(heard).toMatchObject([{ type: "open", scene: "wall" }]);
  expect(shown).toEqual(["wall", "wall"]);
});

it("joins the run as it is on a server that was there all the time", async () => {
  const port = await listen(1, world("wall", 1));
  const session = join(port);
  reopenAfterLoss(session);
  await until(() => session.world);
  await stop();
  await until(() => !session.connected);
  await listen(1, world("arch", 8), port);
  await until(() => session.world?.scene === "arch");
  expect(heard).toEqual([]);
});

it("shows what there is when a scene is refused", async () => {
  const port = await listen(1, world("arch", 5));
  const session = join(port);
  session.on("hello", () => session.openInstead({ type: "open", scene: "nowhere" }, "nowhere"));
  await until(() => heard.length === 1);
  expect(session.world).toBeNull();
  tell({ type: "error", message: "There is no such scene.", about: "open" });
  await until(() => session.world);
  expect(session.world?.scene).toBe("arch");
});
