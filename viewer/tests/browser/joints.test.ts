/** Sliders of joints: they follow the motion and put joints elsewhere, while it plays or stands. */

import type { Locator, Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { observe, openPage, openScene, play, press, reach, SIZES, stand, until } from "./harness";

/** Of the seven axes and two fingers of the arm. */
const SLIDERS = 9;

describe.each(SIZES)("at %i × %i", (width, height) => {
  const stage = stand((browser, address) => openPage(browser, address, { viewport: { width, height } }));
  let page: Page;
  beforeAll(async () => {
    page = stage.page;
    await openScene(page, "robot-arm");
  });
  afterEach(() => expect(stage.watched.errors).toEqual([]));

  const panel = () => page.locator("details", { has: page.locator("summary", { hasText: /^Joints$/ }) });
  const slider = (name: string) => page.getByLabel(`Joint ${name}`);
  const value = async (of: Locator) => Number(await of.inputValue());
  const hand = async () => {
    const poses = await observe(page, (state) => state.poses());
    return poses.slice(-7);
  };

  it("there is one for every axis, between its stops", async () => {
    expect(await panel().getByRole("slider", { includeHidden: true }).count()).toBe(SLIDERS);
    const elbow = slider("axis-4");
    expect([await elbow.getAttribute("min"), await elbow.getAttribute("max")]).toEqual(["-3.07", "-0.07"]);
    await openScene(page, "stack");
    expect(await panel().isHidden()).toBe(true);
    await openScene(page, "robot-arm");
  });

  it("moving one moves what hangs on it, and the picture shows it at once", async () => {
    const before = await hand();
    const shoulder = await reach(page, slider("axis-1"));
    await shoulder.fill("1.25");
    await until(page, (before) => window.stickslip.poses().slice(-7).some((value, i) => Math.abs(value - before[i]) > 0.05), before);
    expect(await observe(page, (state) => state.step)).toBe(0);
    expect(await panel().getByText("71.6°").count()).toBe(1);
    // It turns about an upright axis.
    expect((await hand())[1]).toBeCloseTo(before[1], 5);
    await press(page, "Step");
    await until(page, () => window.stickslip.step === 1);
    await press(page, "Reset");
    await until(page, (before) => window.stickslip.poses().slice(-7).join() === before.join(), before);
    expect(await value(slider("axis-1"))).toBeLessThan(1);
  });

  it("it follows the motion", async () => {
    const wrist = await reach(page, slider("axis-6"));
    const begun = await value(wrist);
    await wrist.fill(String(begun - 0.7));
    await play(page, 3);
    // Its servo leads it back.
    await expect.poll(() => value(wrist), { timeout: 20_000 }).toBeGreaterThan(begun - 0.69);
    await press(page, "Reset");
    await expect.poll(() => value(wrist), { timeout: 20_000 }).toBeCloseTo(begun, 6);
  });

  it("a recording has none", async () => {
    const menu = page.getByLabel("Recording", { exact: true });
    const known = await menu.locator("option").count();
    await press(page, "Record");
    await until(page, () => window.stickslip.recording !== null);
    await play(page, 3);
    await press(page, "Stop recording");
    await expect.poll(() => menu.locator("option").count(), { timeout: 20_000 }).toBeGreaterThan(known);
    await (await reach(page, menu)).selectOption({ index: (await menu.locator("option").count()) - 1 });
    await until(page, () => window.stickslip.source === "recording");
    expect(await panel().isHidden()).toBe(true);
    await openScene(page, "robot-arm");
  });
});
