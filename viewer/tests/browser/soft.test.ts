/** Soft bodies are seen as surfaces that move, say their strain, and show their triangles. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { binary, observe, openPage, openScene, PAGE, play, press, stand, until } from "./harness";

// In all pixels, however busy the machine is: lines are as thick as those, and are counted.
const stage = stand((browser, address) => openPage(browser, `${address}?fine`));
/** Pixels that say that nothing of a colour is there, and that much is. */
const FEW = 500;
const MANY = 5000;

/** Opens a scene and waits until its soft bodies are drawn. */
async function openSoft(page: Page, scene: string): Promise<void> {
  await openScene(page, scene);
  await until(page, () => window.stickslip.surfaces().length > 0);
}

/** How many pixels of the view are of the reds that soft bodies begin with, and how many of a scale's blues. */
async function pixels(): Promise<{ reds: number; blues: number }> {
  const { page } = stage;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const shot = await page.getByLabel("View of the scene").screenshot();
  const counter = await stage.browser.newPage();
  const counts = await counter.evaluate(async (shot) => {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let [reds, blues] = [0, 0];
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] > data[i + 1] + 45) reds += 1;
      if (data[i + 2] > data[i] + 30) blues += 1;
    }
    return { reds, blues };
  }, shot.toString("base64"));
  await counter.close();
  return counts;
}

describe("a soft body", () => {
  it("is drawn where the frame has its vertices, and moves", async () => {
    const { page, errors } = stage.watched;
    // Rigid boxes, and the dots of the legend.
    expect((await pixels()).reds).toBeLessThan(FEW);
    await openSoft(page, "cantilever");
    const [beam, ...others] = await observe(page, (state) => state.surfaces());
    expect([beam.name, others.length]).toEqual(["beam", 0]);
    // 16 × 4 × 4 cells: two triangles for each outer side of a cell.
    expect(beam.triangles).toBe(2 * (2 * 16 + 4 * 64));
    const along = beam.positions.filter((_, i) => i % 3 === 0);
    expect([Math.min(...along), Math.max(...along)]).toEqual([expect.closeTo(-0.6), expect.closeTo(0.6)]);
    expect((await pixels()).reds).toBeGreaterThan(MANY);
    await play(page, 12);
    // What is drawn may come after the frame.
    await until(page, () => {
      const lowest = (values: number[], words: number) => Math.min(...values.filter((_, i) => i % words === 1));
      const [drawn, told] = [lowest(window.stickslip.surfaces()[0].positions, 3), lowest(window.stickslip.drops(), 5)];
      return drawn === told && drawn < 0.85;
    });
    expect(errors).toEqual([]);
  });

  it("takes the colour of its strain, with a legend in %", async () => {
    const { page } = stage;
    expect((await pixels()).blues).toBeLessThan(FEW);
    await page.getByLabel("Colour by").selectOption("strain");
    await until(page, () => new Set(window.stickslip.surfaces()[0].colours).size > 30);
    const strained = await pixels();
    expect(strained.blues).toBeGreaterThan(MANY / 5);
    await expect.poll(() => page.getByLabel("Colours").textContent()).toMatch(/strain {2}0 % +[\d.]+ %/);
    // Yellow, the most, near the end that is held; the free end is not strained.
    const reds = await observe(page, (state) => {
      const [{ positions, colours }] = state.surfaces();
      const most = (from: number, to: number) => Math.max(...colours.filter((_, i) => i % 3 === 0 && positions[i] >= from && positions[i] < to));
      return [most(-1, -0.4), most(0.5, 1)];
    });
    expect(reds[0]).toBeGreaterThan(0.5);
    expect(reds[1]).toBeLessThan(0.2);
    await page.getByLabel("Colour by").selectOption("body");
    await until(page, () => new Set(window.stickslip.surfaces()[0].colours).size <= 3);
    expect((await pixels()).reds).toBeGreaterThan(MANY);
    expect(await page.getByLabel("Colours").textContent()).not.toContain("strain");
  });

  it("shows its triangles", async () => {
    const { page } = stage;
    const solid = await pixels();
    await page.getByLabel("Wireframe").check({ force: true });
    await until(page, () => window.stickslip.softWireframe);
    expect((await pixels()).reds).toBeLessThan(0.6 * solid.reds);
    await page.getByLabel("Wireframe").uncheck({ force: true });
    await until(page, () => !window.stickslip.softWireframe);
    expect((await pixels()).reds).toBeGreaterThan(0.9 * solid.reds);
  });

  it("is in the picture whole", async () => {
    const { page } = stage;
    await openSoft(page, "trampoline");
    await press(page, "Whole scene");
    const [eye, target] = await observe(page, (state) => [state.camera.slice(0, 3), state.camera.slice(3)]);
    // The mat is 2 m wide; the ball over it alone would be seen from much nearer.
    expect(Math.hypot(...eye.map((value, axis) => value - target[axis]))).toBeGreaterThan(3);
    expect(Math.abs(target[0])).toBeLessThan(0.02);
  });

  it("is dragged by the vertices around the mouse, and picked", async () => {
    const { page, errors } = stage.watched;
    await openSoft(page, "cantilever");
    const body = await observe(page, (state) => state.poses().length / 7);
    const place = await page.evaluate((body) => window.stickslip.locate(body), body);
    if (!place) throw new Error("the beam is not in the picture");
    await page.mouse.move(place[0], place[1]);
    await page.mouse.down();
    await page.mouse.move(place[0], place[1] - 150, { steps: 4 });
    await until(page, () => window.stickslip.dragging);
    await page.keyboard.press(" ");
    // It would hang down; it is pulled up.
    await until(page, () => Math.max(...window.stickslip.surfaces()[0].positions.filter((_, i) => i % 3 === 1)) > 1.15);
    await page.mouse.up();
    await press(page, "Pause");
    const now = await page.evaluate((body) => window.stickslip.locate(body), body);
    if (!now) throw new Error("the beam was dragged out of the world");
    await page.mouse.click(now[0], now[1]);
    await until(page, (body) => window.stickslip.picked?.body === body, body);
    await page.locator("dd", { hasText: /^beam$/ }).waitFor({ state: "attached" });
    expect(errors).toEqual([]);
  });

  it("is in pages without a server, from both sides where it is cloth", async () => {
    const file = join(stage.folder, "alone.html");
    execFileSync(binary(), ["view", "cloth-on-ball", "--export", file, "--seconds", "0.2", "--page", PAGE]);
    const alone = await openPage(stage.browser, `file://${file}`);
    const [cloth] = await observe(alone.page, (state) => state.surfaces());
    expect([cloth.name, cloth.triangles, cloth.bothSides]).toEqual(["cloth", 2 * 14 * 14, true]);
    await press(alone.page, "Play");
    await until(alone.page, (height) => window.stickslip.surfaces()[0].positions[1] < height - 0.05, cloth.positions[1]);
    expect(alone.errors).toEqual([]);
    await alone.page.context().close();
  });
});
