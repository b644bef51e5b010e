/** What the page tells of the run, at three sizes: whether it can be trusted, and where it goes. */

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { binary, closeDrawers, NARROW, observe, openPage, openScene, PAGE, play, press, reach, SIZES, stand, until } from "./harness";

describe.each(SIZES)("at %i × %i", (width, height) => {
  const stage = stand((browser, address) => openPage(browser, address, { viewport: { width, height }, hasTouch: width < NARROW }));
  let page: Page;
  beforeAll(() => {
    page = stage.page;
  });
  afterEach(() => expect(stage.watched.errors).toEqual([]));
  const trust = () => page.getByLabel("Trust");

  it("the picture comes first and nothing is cut off", async () => {
    await openScene(page, "stack");
    await closeDrawers(page);
    const view = await page.getByLabel("View of the scene").boundingBox();
    if (!view) throw new Error("there is no view");
    expect(view.width * view.height).toBeGreaterThan(width < NARROW ? 0.6 * width * height : 0.35 * width * height);
    // Every control of the run is inside the screen, and nothing makes the page wider than it.
    for (const control of await page.locator(".playback > *").all()) {
      const box = await control.boundingBox();
      if (!box) throw new Error("a control of the run is not shown");
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(view.x + view.width + 0.5);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // All that moves is in the picture.
    for (let body = 1; body <= 5; body++) {
      const [x, y] = (await page.evaluate((body) => window.stickslip.locate(body), body)) ?? [-1, -1];
      expect(x > view.x && x < view.x + view.width && y > view.y && y < view.y + view.height).toBe(true);
    }
  });

  it("a scene that says where it is seen from is whole in a narrow view, too", async () => {
    await openScene(page, "conveyor-line");
    await closeDrawers(page);
    const view = await page.getByLabel("View of the scene").boundingBox();
    if (!view) throw new Error("there is no view");
    const bodies = await observe(page, (state) => state.bodies);
    for (let body = 1; body < bodies; body++) {
      const [x, y] = (await page.evaluate((body) => window.stickslip.locate(body), body)) ?? [-1, -1];
      expect([body, x > view.x && x < view.x + view.width && y > view.y && y < view.y + view.height]).toEqual([body, true]);
    }
  });

  it("panels are drawers where the page is narrow, and a touch of the picture closes them", async () => {
    const scene = page.getByLabel("Scene", { exact: true });
    await closeDrawers(page);
    await expect.poll(() => scene.isVisible()).toBe(width >= NARROW);
    await reach(page, scene);
    expect(await scene.isVisible()).toBe(true);
    if (width >= NARROW) return;
    await page.touchscreen.tap(width - 20, height / 2);
    await expect.poll(() => scene.isVisible()).toBe(false);
  });

  it("steps that are not solved are counted in red, and stay counted", async () => {
    await openScene(page, "heavy-stack");
    await play(page, 3);
    await expect.poll(() => trust().textContent()).toContain("0 not solved");
    const lane = page.getByRole("group", { name: "Lane 1" });
    await (await reach(page, lane.getByLabel("Solver"))).selectOption("pgs");
    await until(page, () => window.stickslip.lanes.join() === "pgs");
    await lane.getByLabel("Iterations").fill("3");
    await lane.getByLabel("Iterations").press("Enter");
    // How many of the next few fail depends on where the first run was stopped.
    await press(page, "Play");
    await until(page, () => window.stickslip.failed >= 5);
    await press(page, "Pause");
    await until(page, () => !window.stickslip.playing);
    const failed = await observe(page, (state) => state.failed);
    // Readouts follow ten times a second.
    await expect.poll(() => trust().textContent()).toContain(`${failed} not solved`);
    await expect.poll(() => trust().getAttribute("class")).toContain("bad");
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
    const step = await reach(page, page.getByLabel("Time step (s)"));
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
    await (await reach(page, page.getByLabel("Colour by"))).selectOption("mass");
    await press(page, "Step");
    await expect.poll(() => page.getByLabel("Colours").textContent()).toMatch(/mass.*1 kg.*1000 kg/);
    await page.getByLabel("Colour by").selectOption("body");
  });

  it("values are read out where the pointer rests", async () => {
    await openScene(page, "stack");
    await play(page, 3);
    const chart = page.getByRole("img", { name: "Plot: Energy", exact: true, includeHidden: true });
    await (await reach(page, chart)).scrollIntoViewIfNeeded();
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
    await (await reach(page, page.getByLabel("force from 1 to 60"))).fill("40");
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

  it("scenes are found by words and by what is in them", async () => {
    await press(page, "Scenes");
    const gallery = page.getByRole("dialog", { name: "Scenes" });
    await gallery.getByLabel("Search scenes").fill("crane pipe");
    await expect.poll(() => gallery.locator(".card b").allTextContents()).toEqual(["crane"]);
    await gallery.getByLabel("Search scenes").fill("");
    await gallery.getByRole("button", { name: /^liquid/ }).dispatchEvent("click");
    await expect.poll(() => gallery.locator(".card b").allTextContents()).toContain("dam-break");
    expect(await gallery.locator(".card b").allTextContents()).not.toContain("crane");
    await page.keyboard.press("Escape");
  });

  it("values that differ by rounding alone are plotted", async () => {
    await openScene(page, "stack");
    await (await reach(page, page.getByLabel("Show", { exact: true }))).selectOption("2");
    await page.evaluate(() => {
      const step = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Step");
      for (let count = 0; count < 160; count++) step?.click();
    });
    await until(page, () => window.stickslip.step === 160);
    await page.getByRole("img", { name: "Plot: Energy", exact: true, includeHidden: true }).scrollIntoViewIfNeeded();
    // The page would not answer if it counted marks for ever.
    expect(await observe(page, (state) => state.samples)).toBeGreaterThan(2);
    await page.getByLabel("Show", { exact: true }).selectOption("10");
  });

  it("the scene is named, and the status is read to its end", async () => {
    await openScene(page, "stack");
    await play(page, 3);
    await closeDrawers(page);
    expect(await page.locator(".title").isVisible()).toBe(true);
    expect(await page.locator(".title strong").textContent()).toBe("stack");
    const cut = await page.locator(".title strong, .status > *, .playback select").evaluateAll((nodes) =>
      nodes.filter((node) => {
        const [inside, around] = [node.getBoundingClientRect(), (node.parentElement as Element).getBoundingClientRect()];
        return node.scrollWidth > Math.ceil(inside.width) + 1 || inside.right > around.right + 0.5;
      }).map((node) => node.textContent),
    );
    expect(cut).toEqual([]);
  });

  it("the camera has the picked body in the middle when it follows it", async () => {
    await openScene(page, "stack");
    const place = await page.evaluate(() => window.stickslip.locate(5));
    if (!place) throw new Error("the top of the stack is not in the picture");
    await closeDrawers(page);
    await page.mouse.click(place[0], place[1]);
    await until(page, () => window.stickslip.picked?.body === 5);
    await page.getByLabel("View of the scene").focus();
    await page.keyboard.press("o");
    const middle = async () => {
      const area = await page.getByLabel("View of the scene").boundingBox();
      const [x, y] = (await page.evaluate(() => window.stickslip.locate(5))) ?? [0, 0];
      return area ? Math.hypot(x - area.x - area.width / 2, y - area.y - area.height / 2) : Infinity;
    };
    await expect.poll(middle).toBeLessThan(2);
    // Its forces are told to be those on it.
    await press(page, "Step");
    await expect.poll(() => page.getByLabel("Colours").textContent()).toContain("forces on box-4");
    await page.getByLabel("View of the scene").focus();
    await page.keyboard.press("o");
    await page.keyboard.press("Escape");
  });

  it("the theme is chosen", async () => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await press(page, "Theme");
    expect(await theme()).toBe("dark");
    await press(page, "Theme");
    expect(await theme()).toBe("light");
  });

  it("a picked body tells its history, and contacts and joints their values", async () => {
    await openScene(page, "double-pendulum");
    await play(page, 5);
    await closeDrawers(page);
    const place = await page.evaluate(() => window.stickslip.locate(1));
    if (!place) throw new Error("the pendulum is not in the picture");
    await page.mouse.click(place[0], place[1]);
    await until(page, () => window.stickslip.picked !== null);
    await page.locator("dt", { hasText: "kinetic energy" }).waitFor({ state: "attached" });
    await (await reach(page, page.getByLabel("History of the picked body"))).selectOption("kinetic energy");
    await closeDrawers(page);
    const anchor = await page.evaluate(() => window.stickslip.locateJoint(1));
    if (!anchor) throw new Error("the joint is not in the picture");
    await page.mouse.move(anchor[0] + 3, anchor[1]);
    await page.waitForTimeout(150);
    await page.mouse.move(anchor[0], anchor[1]);
    await expect.poll(() => page.getByLabel("Readout").textContent()).toMatch(/: [\d.e-]+ N, torque [\d.e-]+ N·m$/);
    await page.getByLabel("View of the scene").focus();
    await page.keyboard.press("Escape");
  });

  it("weights, and forces and torques of joints are drawn", async () => {
    await openScene(page, "crane");
    await play(page, 3);
    for (const name of ["Joint forces and torques", "Weights and pull"]) {
      await (await reach(page, page.getByLabel(name))).check({ force: true });
    }
    await press(page, "Step");
    await until(page, () => window.stickslip.drawn.jointForces > 1 && window.stickslip.drawn.jointTorques > 1 && window.stickslip.drawn.loads > 5);
    expect(await page.getByLabel("Colours").textContent()).toContain("torque of a joint");
    for (const name of ["Joint forces and torques", "Weights and pull"]) await page.getByLabel(name).uncheck({ force: true });
    await until(page, () => window.stickslip.drawn.jointForces === 0 && window.stickslip.drawn.loads === 0);
  });

  it("a liquid is drawn with its pressure and its free surface, in units", async () => {
    await openScene(page, "dam-break");
    await play(page, 10);
    await expect.poll(() => page.getByLabel("Colours").textContent()).toMatch(/speed.*0 m\/s.* m\/s/);
    await (await reach(page, page.getByLabel("Colour of liquid"))).selectOption("pressure");
    await page.getByLabel("Liquid as").selectOption("surface");
    await until(page, () => window.stickslip.drawn.surface > 500);
    await expect.poll(() => page.getByLabel("Colours").textContent()).toMatch(/pressure.*0 Pa.* Pa/);
    await page.getByLabel("Wireframe").check({ force: true });
    await until(page, () => window.stickslip.wireframe);
    await page.getByLabel("Wireframe").uncheck({ force: true });
    await page.getByLabel("Liquid as").selectOption("particles");
    await page.getByLabel("Colour of liquid").selectOption("speed");
    await until(page, () => window.stickslip.drawn.surface === 0);
  });
});

describe("without the page that runs it", () => {
  const stage = stand();

  it("an exported page plays without a server", async () => {
    const file = join(stage.folder, "alone.html");
    execFileSync(binary(), ["view", "dominoes", "--export", file, "--seconds", "1", "--page", PAGE]);
    const alone = await openPage(stage.browser, `file://${file}`);
    const beginning = await observe(alone.page, (state) => state.poses());
    // Thirty frames of a second are drawn; the plots know all of its sixty steps before it plays.
    await until(alone.page, () => window.stickslip.samples === 61);
    await press(alone.page, "Play");
    await until(alone.page, () => window.stickslip.time > 0.9 && !window.stickslip.playing);
    expect(await observe(alone.page, (state) => state.poses())).not.toEqual(beginning);
    expect(await observe(alone.page, (state) => state.contacts)).toBeGreaterThan(0);
    await alone.page.getByLabel("Frame of the recording").fill("0");
    await until(alone.page, () => window.stickslip.step === 0);
    expect(alone.errors).toEqual([]);
    await alone.page.context().close();
  });

  it("what is lost of a damaged recording is told, and how much is left", async () => {
    const file = join(stage.folder, "damaged.stick");
    execFileSync(binary(), ["run", "stack", "--steps", "30", "--record", file, "--quiet"]);
    const bytes = readFileSync(file);
    bytes[Math.floor(0.8 * bytes.length)] ^= 0x55;
    writeFileSync(file, bytes);
    const page = join(stage.folder, "damaged.html");
    const { status, stderr } = spawnSync(binary(), ["view", file, "--export", page, "--page", PAGE], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/damaged\.stick: only the first \d+ frames? can be read; the last \d+ of \d+ bytes/);
    const alone = await openPage(stage.browser, `file://${page}`);
    await alone.page.getByText(/only the first \d+ frames? can be read/).waitFor();
    expect(await alone.page.locator(".title").textContent()).toContain("recording, damaged");
    await alone.page.context().close();
  });
});
