/** A picture of every built-in scene for the gallery: `npm run gallery`. */

import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, it } from "vitest";
import { binary, observe, openScene, press, stand, until } from "./browser/harness";
import { jpeg, openFine } from "./pictures";

const FOLDER = join(import.meta.dirname, "../gallery");
const all: { name: string; seconds: number }[] = JSON.parse(execFileSync(binary(), ["list", "scenes", "--json"], { encoding: "utf8" }));
const wanted = process.env.GALLERY?.split(",");
/** When there is most to see; the others after a fifth of their time, within this. */
const MOMENTS: Record<string, number> = { avalanche: 0.6, "conveyor-line": 6, tower: 1.2, chain: 4, crane: 6, dominoes: 0.9, wall: 0.6, "log-tower": 0.6, grasp: 1.8, "granular-spheres": 0.5, "dam-break": 0.65, "dam-break-lid": 0.7, pour: 0.7, boat: 1, cork: 0.55, "water-wheel": 0.8, gate: 0.9, "gripper-soft": 2.4, "cloth-on-ball": 0.7, trampoline: 0.4, tyre: 0.85, gripper: 1.8, "rope-knot": 1.5 };
const LATEST = 1.5;

/** Bodies are what is to be seen, and the surfaces of liquids. */
const stage = stand(openFine({ viewport: { width: 1168, height: 460 } }, { contacts: false, forces: false, joints: true, liquid: "surface" }));
beforeAll(async () => {
  await stage.page.getByLabel("Speed").selectOption("0");
  await stage.page.getByLabel("Colours").evaluate((legend) => ((legend as HTMLElement).hidden = true));
});

for (const { name, seconds } of all.filter((scene) => !wanted || wanted.includes(scene.name))) {
  it(name, async () => {
    const { page, browser } = stage;
    await openScene(page, name);
    await press(page, "Play");
    const moment = MOMENTS[name] ?? Math.min(LATEST, seconds / 5);
    await page.waitForFunction((time) => window.stickslip.time >= time, moment, { timeout: 100_000 });
    await press(page, "Pause");
    await until(page, () => !window.stickslip.playing);
    // As fast as it goes, it runs past the moment: back to it.
    const { step, time } = await observe(page, ({ step, time }) => ({ step, time }));
    await page.getByLabel("Step of the run").fill(String(Math.round((step * moment) / time)));
    await until(page, (moment) => Math.abs(window.stickslip.time - moment) < 0.05, moment);
    await press(page, "Whole scene");
    await page.waitForTimeout(700);
    const area = await page.getByLabel("View of the scene").boundingBox();
    if (!area) throw new Error("there is no view");
    const height = Math.min(area.height, area.width * 0.625);
    const clip = { x: area.x + (area.width - 1.6 * height) / 2, y: area.y, width: 1.6 * height, height };
    const shot = await page.screenshot({ clip, timeout: 60_000 });
    const picture = await jpeg(browser, shot, 320, [0.8]);
    await writeFile(join(FOLDER, `${name}.jpg`), picture);
  });
}
