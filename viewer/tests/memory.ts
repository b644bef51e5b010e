/**
 * Back and branch, again and again, for ten minutes or as many as `MINUTES`
 * says: what the server takes does not grow beyond its ring (`npm run memory`,
 * on Linux, which tells what a process takes).
 */

import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import WebSocket from "ws";
import { decodeFrame } from "../src/protocol/frame";
import { startServer, temporaryFolder } from "./browser/harness";

const MINUTES = Number(process.env.MINUTES ?? 10);
/** Steps that are done from the moment that was gone back to. */
const BRANCH = 300;
/** Of what it took at the middle of the time. */
const GROWTH = 1.05;

it.each(["dam-break", "wall"])("%s", async (scene) => {
  const folder = await temporaryFolder();
  const server = await startServer(scene, folder.path);
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket`);
  await new Promise((done) => socket.once("open", done));
  let step = 0;
  let waiting: { step: number; done: () => void } | null = null;
  socket.on("message", (data: Buffer, binary) => {
    if (!binary) return;
    step = decodeFrame(Uint8Array.from(data).buffer).step;
    if (waiting && step === waiting.step) waiting.done();
  });
  const reach = (goal: number, command: object) =>
    new Promise<void>((done) => {
      waiting = { step: goal, done };
      socket.send(JSON.stringify(command));
    });
  const taken = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
  const samples: { minutes: number; megabytes: number }[] = [];
  const begun = Date.now();
  const minutes = () => (Date.now() - begun) / 60_000;
  let cycles = 0;
  while (minutes() < MINUTES / 2) {
    const end = step + BRANCH;
    await reach(end, { type: "step", count: BRANCH });
    // Every other time half of it is taken back, so that the ring fills all the same.
    if (cycles % 2 === 0) await reach(end - BRANCH / 2, { type: "rewind", step: end - BRANCH / 2 });
    cycles += 1;
    samples.push({ minutes: minutes(), megabytes: await taken() });
  }
  socket.close();
  await server.kill();
  await folder.remove();
  const most = (from: number, to: number) =>
    Math.max(...samples.filter(({ minutes }) => minutes >= from && minutes <= to).map(({ megabytes }) => megabytes));
  const [early, late] = [most(0, MINUTES / 4), most(MINUTES / 4, MINUTES / 2)];
  console.log(`${scene}: ${cycles} times back and forth, ${early.toFixed(0)} MB in the first half, ${late.toFixed(0)} MB in the second`);
  // The ring holds at most 256 MB; the rest is the program and its scene.
  expect(late).toBeLessThan(Math.max(GROWTH * early, 256 + 150));
});
