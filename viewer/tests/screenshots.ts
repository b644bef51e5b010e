/** Pictures of the viewer for the README: `npm run screenshots`, into docs/. */

import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, openScene, press, type Server, startServer, temporaryFolder, until } from "./browser/harness";

const FOLDER = join(import.meta.dirname, "../../docs");
const MOST_BYTES = 150_000;
const SIZE = { width: 1280, height: 800 };
const WIDTH = 960;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startServer("stack", folder.path);
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: SIZE, deviceScaleFactor: 1.5, colorScheme: "light" });
  await page.goto(`${server.address}?fine`);
  await until(page, () => window.stickslip.step >= 0);
});

afterAll(async () => {
  await browser?.close();
  await server?.kill();
  await folder?.remove();
});

/** Plays up to a time and stops. */
async function playTo(seconds: number): Promise<void> {
  await press(page, "Play");
  await until(page, (time) => window.stickslip.time >= time, seconds);
  await press(page, "Pause");
  await until(page, () => !window.stickslip.playing);
}

/** The page as a JPEG of 960 × 600 pixels, as good as fits into the size. */
async function save(name: string): Promise<void> {
  // Plots and view are drawn a moment after the last frame.
  await page.waitForTimeout(2500);
  const whole = (await page.screenshot({ timeout: 60_000 })).toString("base64");
  const scaler = await browser.newPage();
  const picture = await scaler.evaluate(
    async ({ whole, width, most }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${whole}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = Math.round((width * image.height) / image.width);
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      for (let quality = 0.92; ; quality -= 0.06) {
        const data = canvas.toDataURL("image/jpeg", quality).split(",")[1];
        if (data.length * 0.75 < most || quality < 0.4) return data;
      }
    },
    { whole, width: WIDTH, most: MOST_BYTES },
  );
  await scaler.close();
  await mkdir(FOLDER, { recursive: true });
  const path = join(FOLDER, `${name}.jpg`);
  await writeFile(path, Buffer.from(picture, "base64"));
  expect((await stat(path)).size).toBeLessThanOrEqual(MOST_BYTES);
}

/** A moment of each of these scenes: when there is most to see. */
const MOMENTS = [
  ["tower", 1.5],
  ["chain", 8],
  ["crane", 9],
] as const;

for (const [scene, time] of MOMENTS) {
  it(`${scene} at ${time} s`, async () => {
    await openScene(page, scene);
    await playTo(time);
    await press(page, "Whole scene");
    await save(`viewer-${scene}`);
  });
}

it("two solvers side by side", async () => {
  await openScene(page, "wall");
  await page.getByLabel("Compare with a second solver").check({ force: true });
  await until(page, () => window.stickslip.lanes.length === 2);
  await page.getByRole("group", { name: "Lane 2" }).getByLabel("Solver").selectOption("pgs");
  await until(page, () => window.stickslip.lanes[1] === "pgs");
  const iterations = page.getByRole("group", { name: "Lane 2" }).getByLabel("Iterations");
  await iterations.fill("30");
  await iterations.press("Enter");
  await press(page, "Whole scene");
  await playTo(0.8);
  await save("viewer-lanes");
  await page.getByLabel("Compare with a second solver").uncheck({ force: true });
  await until(page, () => window.stickslip.lanes.length === 1);
});

it("the matrix of a step", async () => {
  await openScene(page, "wall");
  await playTo(0.2);
  await press(page, "Matrix");
  await until(page, () => window.stickslip.matrixRows > 0);
  await save("viewer-matrix");
});
