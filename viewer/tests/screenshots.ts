/** Pictures of the viewer for the README: `npm run screenshots`, into docs/. */

import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { openScene, press, stand, until } from "./browser/harness";
import { jpeg, openFine } from "./pictures";

const FOLDER = join(import.meta.dirname, "../../docs");
const MOST_BYTES = 150_000;
const SIZE = { width: 1280, height: 800 };
const WIDTH = 960;
const QUALITIES = [0.92, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56, 0.5, 0.44];

const stage = stand(openFine({ viewport: SIZE, deviceScaleFactor: 1.5 }));
let page: Page;
beforeAll(() => {
  page = stage.page;
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
  const whole = await page.screenshot({ timeout: 60_000 });
  const picture = await jpeg(stage.browser, whole, WIDTH, QUALITIES, MOST_BYTES);
  await mkdir(FOLDER, { recursive: true });
  const path = join(FOLDER, `${name}.jpg`);
  await writeFile(path, picture);
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
