/** A picture of every built-in scene for the gallery: `npm run gallery`. */

import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { binary, launchBrowser, openScene, press, type Server, startServer, temporaryFolder, until } from "./browser/harness";

const FOLDER = join(import.meta.dirname, "../gallery");
const all: { name: string; seconds: number }[] = JSON.parse(execFileSync(binary(), ["list", "scenes", "--json"], { encoding: "utf8" }));
const wanted = process.env.GALLERY?.split(",");
/** When there is most to see; the others after a fifth of their time, within this. */
const MOMENTS: Record<string, number> = { tower: 1.2, chain: 4, crane: 6, dominoes: 0.9, wall: 0.6, "log-tower": 0.6, grasp: 1.8, "granular-spheres": 0.5 };
const LATEST = 1.5;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startServer("stack", folder.path);
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1168, height: 460 }, colorScheme: "light" });
  await page.addInitScript(() => {
    sessionStorage.setItem("stickslip.wait", "yes");
    // Bodies are what is to be seen.
    sessionStorage.setItem("stickslip.drawing", '{"contacts":false,"forces":false,"joints":true}');
  });
  await page.goto(`${server.address}?fine`);
  await until(page, () => window.stickslip.step >= 0);
  await page.getByLabel("Speed").selectOption("0");
});

afterAll(async () => {
  await browser?.close();
  await server?.kill();
  await folder?.remove();
});

for (const { name, seconds } of all.filter((scene) => !wanted || wanted.includes(scene.name))) {
  it(name, async () => {
    await openScene(page, name);
    await press(page, "Play");
    await page.waitForFunction((time) => window.stickslip.time >= time, MOMENTS[name] ?? Math.min(LATEST, seconds / 5), { timeout: 100_000 });
    await press(page, "Pause");
    await until(page, () => !window.stickslip.playing);
    await press(page, "Whole scene");
    await page.waitForTimeout(700);
    const area = await page.getByLabel("View of the scene").boundingBox();
    if (!area) throw new Error("there is no view");
    const height = Math.min(area.height, area.width * 0.625);
    const clip = { x: area.x + (area.width - 1.6 * height) / 2, y: area.y, width: 1.6 * height, height };
    const shot = (await page.screenshot({ clip, timeout: 60_000 })).toString("base64");
    const scaler = await browser.newPage();
    const picture = await scaler.evaluate(async (shot) => {
      const image = new Image();
      image.src = `data:image/png;base64,${shot}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 200 });
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL("image/jpeg", 0.8).split(",")[1];
    }, shot);
    await scaler.close();
    await writeFile(join(FOLDER, `${name}.jpg`), Buffer.from(picture, "base64"));
  });
}
