/** Boxes fall where one clicks, and bodies are taken away. */

import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { closeDrawers, observe, openPage, openScene, play, press, reach, SIZES, stand, until } from "./harness";

/** The ground and five boxes. */
const BODIES = 6;

describe.each(SIZES)("at %i × %i", (width, height) => {
  const stage = stand((browser, address) => openPage(browser, address, { viewport: { width, height } }));
  let page: Page;
  beforeAll(() => {
    page = stage.page;
  });
  afterEach(() => expect(stage.watched.errors).toEqual([]));

  const seen = async (body: number) => {
    const place = await page.evaluate((body) => window.stickslip.locate(body), body);
    if (!place) throw new Error(`body ${body} is not in the picture`);
    return place;
  };
  const heightOf = (body: number) => page.evaluate((body) => window.stickslip.poses()[7 * body + 1], body);

  it("a box falls onto what is clicked, and comes to rest on it", async () => {
    await openScene(page, "stack");
    await play(page, 5);
    const samples = await observe(page, (state) => state.samples);
    const [x, y] = await seen(5);
    await closeDrawers(page);
    await press(page, "Drop a box");
    await until(page, () => window.stickslip.placing);
    await page.mouse.click(x, y);
    await until(page, (bodies) => window.stickslip.bodies === bodies, BODIES + 1);
    expect(await observe(page, (state) => state.placing || state.picked !== null)).toBe(false);
    const top = await heightOf(5);
    const begun = await heightOf(6);
    expect(begun).toBeGreaterThan(top + 0.2);
    // Plots go on from what was before.
    expect(await observe(page, (state) => state.samples)).toBeGreaterThanOrEqual(samples);
    await play(page, 60);
    const now = await heightOf(6);
    expect(now).toBeLessThan(begun - 0.1);
    expect(now).toBeGreaterThan(await heightOf(5));
  });

  it("what is picked is taken away, by a button or by a key", async () => {
    await openScene(page, "stack");
    await closeDrawers(page);
    await page.mouse.click(...(await seen(5)));
    await until(page, () => window.stickslip.picked?.body === 5);
    await page.getByLabel("View of the scene").focus();
    await page.keyboard.press("Delete");
    await until(page, (bodies) => window.stickslip.bodies === bodies && window.stickslip.picked === null, BODIES - 1);
    await page.mouse.click(...(await seen(4)));
    await until(page, () => window.stickslip.picked?.body === 4);
    await page.locator("dt", { hasText: "kinetic energy" }).waitFor({ state: "attached" });
    await press(page, "Take away");
    await until(page, (bodies) => window.stickslip.bodies === bodies, BODIES - 2);
    await press(page, "Reset");
    await until(page, (bodies) => window.stickslip.bodies === bodies, BODIES);
  });

  it("the key is heard on a slider, which has no use for letters", async () => {
    await openScene(page, "stack");
    await closeDrawers(page);
    await page.locator("input[type=range]:visible").first().focus();
    await page.keyboard.press("d");
    await until(page, () => window.stickslip.placing);
    await page.keyboard.press("Escape");
    await until(page, () => !window.stickslip.placing);
  });

  it("another body that is picked stays so", async () => {
    await openScene(page, "stack");
    await play(page, 3);
    await closeDrawers(page);
    await page.mouse.click(...(await seen(2)));
    await until(page, () => window.stickslip.picked?.body === 2);
    await page.getByLabel("View of the scene").focus();
    await page.keyboard.press("d");
    await page.mouse.click(...(await seen(5)));
    await until(page, (bodies) => window.stickslip.bodies === bodies && window.stickslip.picked?.body === 2, BODIES + 1);
  });

  it("the slider leads back to before it fell", async () => {
    await openScene(page, "stack");
    await play(page, 10);
    const begun = await observe(page, (state) => state.step);
    await closeDrawers(page);
    await page.getByLabel("View of the scene").focus();
    await page.keyboard.press("d");
    await page.mouse.click(...(await seen(5)));
    await until(page, (bodies) => window.stickslip.bodies === bodies, BODIES + 1);
    await play(page, 10);
    const scrubber = await reach(page, page.getByLabel("Step of the run"));
    await expect.poll(() => scrubber.getAttribute("max")).not.toBe("0");
    await scrubber.fill("4");
    await until(page, (bodies) => window.stickslip.step === 4 && window.stickslip.bodies === bodies, BODIES);
    await expect.poll(async () => Number(await scrubber.getAttribute("max"))).toBeGreaterThan(begun);
    await scrubber.fill(String(begun + 5));
    await until(page, (bodies) => window.stickslip.bodies === bodies, BODIES + 1);
  });

  it("Escape waits for no click", async () => {
    await openScene(page, "stack");
    await page.getByLabel("View of the scene").focus();
    await page.keyboard.press("d");
    await until(page, () => window.stickslip.placing);
    await page.keyboard.press("Escape");
    await until(page, () => !window.stickslip.placing);
  });
});
