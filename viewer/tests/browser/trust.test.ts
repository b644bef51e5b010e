/** What the page tells of the run, at three sizes: whether it can be trusted, and where it goes. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { binary, launchBrowser, observe, openPage, openScene, play, press, type Server, startServer, temporaryFolder, until, type Watched } from "./harness";

const PAGE = join(import.meta.dirname, "../../dist");
const SIZES = [[1440, 900], [1024, 768], [390, 844]] as const;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Server;
let browser: Browser;
let watched: Watched;
let page: Page;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startServer("stack", folder.path);
  browser = await launchBrowser();
  watched = await openPage(browser, server.address);
  page = watched.page;
});

afterEach(() => expect(watched.errors).toEqual([]));

afterAll(async () => {
  await browser?.close();
  await server?.kill();
  await folder?.remove();
});

const trust = () => page.getByLabel("Trust");

describe.each(SIZES)("at %i × %i", (width, height) => {
  it("the picture comes first and nothing is cut off", async () => {
    const sized = await openPage(browser, server.address, { viewport: { width, height }, hasTouch: width < 900 });
    const view = await sized.page.getByLabel("View of the scene").boundingBox();
    if (!view) throw new Error("there is no view");
    expect(view.width * view.height).toBeGreaterThan(width < 900 ? 0.6 * width * height : 0.35 * width * height);
    const play = sized.page.getByRole("button", { name: "Play", exact: true });
    expect((await play.boundingBox())?.y).toBeLessThan(height);
    // Nothing makes the page wider than the screen.
    expect(await sized.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const scene = sized.page.getByLabel("Scene", { exact: true });
    if (width < 900) {
      expect(await scene.isVisible()).toBe(false);
      await sized.page.getByRole("button", { name: "Settings", exact: true }).tap();
    }
    await scene.waitFor();
    if (width < 900) {
      await sized.page.touchscreen.tap(width - 20, view.y + view.height / 2);
      await expect.poll(() => scene.isVisible()).toBe(false);
    }
    expect(sized.errors).toEqual([]);
    await sized.page.context().close();
  });
});

it("steps that are not solved are counted in red, and stay counted", async () => {
  await openScene(page, "heavy-stack");
  await play(page, 3);
  expect(await trust().textContent()).toContain("0 not solved");
  const lane = page.getByRole("group", { name: "Lane 1" });
  await lane.getByLabel("Solver").selectOption("pgs");
  await until(page, () => window.stickslip.lanes.join() === "pgs");
  await lane.getByLabel("Iterations").fill("3");
  await lane.getByLabel("Iterations").press("Enter");
  await play(page, 6);
  const failed = await observe(page, (state) => state.failed);
  expect(failed).toBeGreaterThanOrEqual(5);
  expect(await trust().textContent()).toContain(`${failed} not solved`);
  expect(await trust().getAttribute("class")).toContain("bad");
});

it("a run is led back and branches", async () => {
  await openScene(page, "dominoes");
  await play(page, 40);
  const end = await observe(page, (state) => state.step);
  const later = await observe(page, (state) => state.poses());
  const scrubber = page.getByLabel("Step of the run");
  await scrubber.fill("10");
  await until(page, () => window.stickslip.step === 10);
  expect(await observe(page, (state) => state.ring)).toEqual([0, end]);
  // Forces are there too.
  expect(await observe(page, (state) => state.contacts)).toBeGreaterThan(0);
  await page.getByLabel("View of the scene").focus();
  await page.keyboard.press("b");
  await until(page, () => window.stickslip.step === 9);
  for (let step = 9; step < end; step++) await press(page, "Step");
  await until(page, (end) => window.stickslip.step === end, end);
  expect(await observe(page, (state) => state.poses())).toEqual(later);
});

it("a refused value returns to what the run uses", async () => {
  await openScene(page, "stack");
  const step = page.getByLabel("Time step (s)");
  const before = await step.inputValue();
  for (const wrong of ["5", "soon"]) {
    await step.fill(wrong);
    await step.press("Enter");
    await page.getByRole("alert").first().waitFor();
    await expect.poll(() => step.inputValue()).toBe(before);
    await press(page, "Close message");
  }
});

it("colours say the mass, with a legend in kilograms", async () => {
  await openScene(page, "heavy-stack");
  await page.getByLabel("Colour by").selectOption("mass");
  await press(page, "Step");
  await expect.poll(() => page.getByLabel("Colours").textContent()).toMatch(/mass.*1 kg.*1000 kg/);
  await page.getByLabel("Colour by").selectOption("body");
});

it("values are read out where the pointer rests", async () => {
  await openScene(page, "stack");
  await play(page, 3);
  const chart = page.getByRole("img", { name: "Plot: Energy", exact: true });
  await chart.scrollIntoViewIfNeeded();
  await chart.hover({ force: true });
  await expect.poll(() => page.getByLabel("Readout").textContent()).toMatch(/ J$/);
});

it("walls before the camera are seen through", async () => {
  await openScene(page, "granular-boxes");
  await page.getByLabel("Speed").selectOption("0");
  await press(page, "Play");
  await until(page, () => window.stickslip.time > 0.5 && window.stickslip.glass);
  await press(page, "Pause");
  await page.getByLabel("Speed").selectOption("1");
});

it("a slider opens the scene with another parameter, and motors are told while it runs", async () => {
  await openScene(page, "grasp");
  const before = await observe(page, (state) => state.generation);
  await page.getByLabel("force from 1 to 60").fill("40");
  await until(page, (before) => window.stickslip.generation !== before, before);
  expect(await page.getByLabel("force", { exact: true }).inputValue()).toBe("40");
  await page.getByLabel("Motor slide-0").fill("-0.4");
  await play(page, 20);
  // The first finger was told to go outwards.
  const poses = await observe(page, (state) => state.poses());
  expect(poses[7 * 3]).toBeLessThan(-0.14);
});

it("the gallery opens a scene and lets it play", async () => {
  await page.evaluate(() => sessionStorage.removeItem("stickslip.wait"));
  await press(page, "Scenes");
  const gallery = page.getByRole("dialog", { name: "Scenes" });
  await gallery.getByRole("button", { name: /^dominoes/ }).dispatchEvent("click");
  await until(page, () => window.stickslip.scene === "dominoes" && window.stickslip.playing && window.stickslip.step > 2);
  await press(page, "Pause");
  await page.evaluate(() => sessionStorage.setItem("stickslip.wait", "yes"));
});

it("the theme is chosen", async () => {
  await press(page, "Theme");
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await press(page, "Theme");
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
});

it("an exported page plays without a server", async () => {
  const file = join(folder.path, "alone.html");
  execFileSync(binary(), ["view", "dominoes", "--export", file, "--seconds", "1", "--page", PAGE]);
  const alone = await openPage(browser, `file://${file}`);
  const beginning = await observe(alone.page, (state) => state.poses());
  await press(alone.page, "Play");
  await until(alone.page, () => window.stickslip.time > 0.9 && !window.stickslip.playing);
  expect(await observe(alone.page, (state) => state.poses())).not.toEqual(beginning);
  expect(await observe(alone.page, (state) => state.contacts)).toBeGreaterThan(0);
  await alone.page.getByLabel("Frame of the recording").fill("0");
  await until(alone.page, () => window.stickslip.step === 0);
  expect(alone.errors).toEqual([]);
  await alone.page.context().close();
});
