/**
 * What a second of watching costs (`npm run pace`): pictures a second at
 * 1440 × 900 where the processor draws, of a run that is live and of a
 * recording of it, and the processor time of a picture by who spends it.
 * Pictures a second depend on what else the machine does; times hardly.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { binary, launchBrowser, startServer, temporaryFolder, until } from "./browser/harness";

const SCENES = (process.env.SCENES ?? "stack wall dominoes chain").split(" ");
const WIDTH = 1440;
const HEIGHT = 900;
const WARM_S = 3;
const SECONDS = Number(process.env.SECONDS ?? 6);

declare global {
  interface Window {
    /** Pictures that were begun. */
    pictures: number;
  }
}

interface Spent {
  pictures: number;
  frames: number;
  seconds: number;
  /** Of the browser's processes by their kind, and of the server (s). */
  drawing: number;
  page: number;
  server: number;
}

let browser: Browser;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = await temporaryFolder();
});
afterAll(async () => {
  await browser.close();
  await folder.remove();
});

/** Processor time that a process has taken (s). */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function watch(target: string): Promise<Spent> {
  const server = await startServer(target, folder.path);
  const context = await browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    // Every picture ends with a fence.
    window.pictures = 0;
    const fence = WebGL2RenderingContext.prototype.fenceSync;
    WebGL2RenderingContext.prototype.fenceSync = function (...all) {
      window.pictures += 1;
      return fence.apply(this, all);
    };
  });
  const devices = await browser.newBrowserCDPSession();
  await page.goto(server.address);
  await until(page, () => window.stickslip.step > 0);
  const look = async () => {
    const { processInfo } = await devices.send("SystemInfo.getProcessInfo");
    const of = (type: string) => processInfo.filter((one) => one.type === type).reduce((sum, one) => sum + processorTime(one.id), 0);
    const [pictures, frames] = await page.evaluate(() => [window.pictures, window.stickslip.step] as const);
    return { pictures, frames, seconds: performance.now() / 1e3, drawing: of("GPU"), page: of("renderer"), server: processorTime(server.pid) };
  };
  await page.waitForTimeout(1e3 * WARM_S);
  const before = await look();
  await page.waitForTimeout(1e3 * SECONDS);
  const after = await look();
  await devices.detach();
  await context.close();
  await server.kill();
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Spent]])) as unknown as Spent;
}

const line = (name: string, { pictures, frames, seconds, drawing, page, server }: Spent) => {
  const each = (time: number) => `${((1e3 * time) / Math.max(1, pictures)).toFixed(1)}`.padStart(8);
  const rate = (count: number) => (count / seconds).toFixed(1).padStart(6);
  return `${name.padEnd(22)}${rate(pictures)}${rate(frames)}${each(drawing)}${each(page)}${each(server)}`;
};

it.each(SCENES)(
  "%s",
  async (scene) => {
    const recording = `${folder.path}/${scene}.rec`;
    execFileSync(binary(), ["run", scene, "--seconds", String(WARM_S + SECONDS + 4), "--quiet", "--record", recording]);
    const [live, recorded] = [await watch(scene), await watch(recording)];
    console.log(
      ["at 1440 × 900        pictures/s steps/s   ms of drawing, page, server", line(`${scene}, live`, live), line(`${scene}, recorded`, recorded)].join("\n"),
    );
    expect(live.pictures).toBeGreaterThan(0);
  },
  600_000,
);
