/** Solvers, dragging, recordings, links: what a page can do with a run. */

import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { closeDrawers, observe, openPage, openScene, play, press, reach, SIZES, stand, until } from "./harness";

describe.each(SIZES)("at %i × %i", (width, height) => {
  const stage = stand((browser, address) => openPage(browser, address, { viewport: { width, height } }));
  let page: Page;
  beforeAll(() => {
    page = stage.page;
  });
  afterEach(() => expect(stage.watched.errors).toEqual([]));

  it("contacts appear, and disappear when they are not asked for", async () => {
    await openScene(page, "stack");
    await play(page, 3);
    expect(await observe(page, (state) => state.contacts)).toBeGreaterThanOrEqual(20);
    for (const name of ["Contact points", "Contact forces"]) await (await reach(page, page.getByLabel(name))).uncheck({ force: true });
    await press(page, "Step");
    await until(page, () => window.stickslip.contacts === 0);
    for (const name of ["Contact points", "Contact forces"]) await (await reach(page, page.getByLabel(name))).check({ force: true });
  });

  it("a picture that stands has all its pixels", async () => {
    await openScene(page, "stack");
    await play(page, 40);
    await until(page, () => window.stickslip.sharpness === 1);
    const [drawn, shown] = await page.getByLabel("View of the scene").evaluate((canvas) => [(canvas as HTMLCanvasElement).width, canvas.clientWidth]);
    expect(drawn).toBe(shown);
  });

  it("the solver is switched, and a second one runs beside it", async () => {
    await openScene(page, "stack");
    const lane = (name: string) => page.getByRole("group", { name }).getByLabel("Solver");
    await (await reach(page, lane("Lane 1"))).selectOption("pgs");
    await until(page, () => window.stickslip.lanes.join() === "pgs");
    await play(page, 3);
    const samples = await observe(page, (state) => state.samples);
    expect(samples).toBeGreaterThan(1);
    await page.getByLabel("Compare with a second solver").check({ force: true });
    // The same solver twice would compare nothing.
    await until(page, () => window.stickslip.lanes.join() === "pgs,bpp");
    // Plots go on from what was before.
    expect(await observe(page, (state) => state.samples)).toBeGreaterThanOrEqual(samples);
    await play(page, 3);
    const [first, second] = await observe(page, (state) => [state.poses(0), state.poses(1)]);
    expect(second.length).toBe(first.length);
    expect(first.every((value, i) => Math.abs(value - second[i]) < 0.1)).toBe(true);
    await page.getByLabel("Compare with a second solver").uncheck({ force: true });
    await until(page, () => window.stickslip.lanes.length === 1);
  });

  it("the residual of the step is plotted", async () => {
    // A step of bpp may end with a start that only had to be confirmed: one point.
    await openScene(page, "wall");
    await (await reach(page, page.getByRole("group", { name: "Lane 1" }).getByLabel("Solver"))).selectOption("pgs");
    await until(page, () => window.stickslip.lanes.join() === "pgs");
    await press(page, "Step");
    await until(page, () => window.stickslip.convergence > 1);
    // The caption counts what the solve took, not the points of the plot.
    const iterations = await observe(page, (state) => state.iterations);
    const counted = `${iterations} ${iterations === 1 ? "iteration" : "iterations"}`;
    await page.getByText(new RegExp(`lane 1 \\(pgs\\): \\w+, ${counted}, \\d+ rows, natural to \\d`)).waitFor({ state: "attached" });
  });

  it("the tolerance is drawn across the convergence, whoever chose it", async () => {
    await openScene(page, "stack");
    await press(page, "Step");
    await until(page, () => window.stickslip.convergence > 0);
    // What is not seen is not drawn.
    const chart = page.getByRole("img", { name: "Plot: Convergence", includeHidden: true });
    await reach(page, chart);
    const dashes = () =>
      chart.evaluate((canvas) => {
        // A dashed line has many gaps in its row of pixels; grid lines have none, curves few points.
        const { width, height } = canvas as HTMLCanvasElement;
        const context = (canvas as HTMLCanvasElement).getContext("2d") as CanvasRenderingContext2D;
        let most = 0;
        for (let row = 0; row < height; row++) {
          const { data } = context.getImageData(Math.round(width / 3), row, Math.round(width / 3), 1);
          const inked = Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + 3] > 60);
          most = Math.max(most, inked.filter((ink, i) => ink && !inked[i - 1]).length);
        }
        return most;
      });
    await expect.poll(dashes, { timeout: 20_000 }).toBeGreaterThan(8);
  });

  it("dragging a body moves it, and shows what acts on it", async () => {
    await openScene(page, "stack");
    const top = 5;
    const before = (await observe(page, (state) => state.poses())).slice(7 * top, 7 * top + 3);
    const place = await page.evaluate((body) => window.stickslip.locate(body), top);
    if (!place) throw new Error("the top of the stack is not in the picture");
    await press(page, "Play");
    await closeDrawers(page);
    await page.mouse.move(place[0], place[1]);
    await page.mouse.down();
    await page.mouse.move(place[0] + 120, place[1] - 20, { steps: 4 });
    await until(page, () => window.stickslip.dragging);
    await until(page, ([top, x]) => Math.abs(window.stickslip.poses()[7 * top] - x) > 0.2, [top, before[0]]);
    await page.mouse.up();
    await press(page, "Pause");
    const now = await page.evaluate((body) => window.stickslip.locate(body), top);
    if (!now) throw new Error("the body was dragged out of the world");
    await page.mouse.click(now[0], now[1]);
    await until(page, () => window.stickslip.picked !== null);
    await page.locator("dt", { hasText: "kinetic energy" }).waitFor({ state: "attached" });
  });

  it("the matrix of a step is drawn four times", async () => {
    await openScene(page, "stack");
    await play(page, 3);
    await page.getByLabel("View of the scene").focus();
    await page.keyboard.press("m");
    const dialog = page.getByRole("dialog", { name: "Matrix" });
    await until(page, () => window.stickslip.matrixRows > 0);
    expect(await dialog.getByRole("img").count()).toBe(4);
    const inked = await dialog.locator("canvas").evaluateAll((canvases) =>
      (canvases as HTMLCanvasElement[]).map((canvas) => {
        const { data } = (canvas.getContext("2d") as CanvasRenderingContext2D).getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, i) => i % 4 < 3 && value < 200);
      }),
    );
    expect(inked).toEqual([true, true, true, true]);
    await page.keyboard.press("Escape");
  });

  it("a recording made in the page plays, and the scrubber moves through it", async () => {
    await openScene(page, "dominoes");
    const menu = page.getByLabel("Recording", { exact: true });
    const known = Math.max(1, await menu.locator("option").count());
    await press(page, "Record");
    await until(page, () => window.stickslip.recording !== null);
    await play(page, 30);
    await press(page, "Stop recording");
    await expect.poll(() => menu.locator("option").count(), { timeout: 20_000 }).toBeGreaterThan(known);
    await (await reach(page, menu)).selectOption({ index: await menu.locator("option").count() - 1 });
    await until(page, () => window.stickslip.source === "recording" && window.stickslip.step === 0);
    const beginning = await observe(page, (state) => state.poses());
    await press(page, "Play");
    await until(page, () => window.stickslip.step >= 5);
    // It stops at its end.
    await until(page, () => !window.stickslip.playing);
    const scrubber = page.getByLabel("Frame of the recording");
    await scrubber.fill("10");
    await until(page, () => window.stickslip.step === 10);
    // Its contacts stick or slip, and show their forces.
    const states = await observe(page, (state) => state.states());
    expect(states.some((state) => state === 1 || state === 2) && states.every((state) => state < 3)).toBe(true);
    await until(page, (loaded) => window.stickslip.arrows === loaded, states.filter((state) => state > 0).length);
    expect(await observe(page, (state) => state.poses())).not.toEqual(beginning);
    await scrubber.fill("0");
    await until(page, () => window.stickslip.step === 0);
    expect(await observe(page, (state) => state.poses())).toEqual(beginning);
  });

  it("figures and pictures are saved", async () => {
    await openScene(page, "stack");
    await play(page, 5);
    const saved = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent("download"), press(page, name)]);
      return readFile(await download.path());
    };
    const lines = (await saved("CSV of all series")).toString().trim().split("\n");
    expect(lines[0]).toMatch(/^lane,step,time,contacts,constraints,.*energy,failed_steps,rounds,halvings,difference$/);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines[1].split(",").length).toBe(lines[0].split(",").length);
    expect((await saved("CSV of Energy")).toString()).toMatch(/^lane,step,time,energy\n1,0,0,/);
    expect((await saved("CSV of Convergence")).toString()).toMatch(/^lane,step,iteration,residual\n1,/);
    const picture = await saved("Save PNG");
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    expect(picture.length).toBeGreaterThan(5000);
  });

  it("a refused value becomes a message and changes nothing", async () => {
    await openScene(page, "stack");
    const friction = await reach(page, page.getByLabel("Friction μ"));
    await friction.fill("7");
    await friction.press("Enter");
    await page.getByRole("alert").first().waitFor();
    await press(page, "Close message");
    await friction.fill("much");
    await friction.press("Enter");
    await page.getByText("“much” is not a number.").waitFor();
    await press(page, "Close message");
  });

  it("the keyboard works, and says how", async () => {
    await openScene(page, "stack");
    // Where text is typed, keys are letters.
    await page.getByLabel("View of the scene").focus();
    await page.keyboard.press(".");
    await until(page, () => window.stickslip.step === 1);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await until(page, () => window.stickslip.step === 0);
  });

  it("the camera survives a reload", async () => {
    await openScene(page, "stack");
    const usual = await observe(page, (state) => state.camera);
    await closeDrawers(page);
    const area = await page.getByLabel("View of the scene").boundingBox();
    if (!area) throw new Error("there is no view");
    await page.mouse.move(area.x + 15, area.y + 40);
    await page.mouse.down();
    await page.mouse.move(area.x + 95, area.y + 70, { steps: 4 });
    await page.mouse.up();
    await until(page, (usual) => window.stickslip.camera.some((value, i) => Math.abs(value - usual[i]) > 0.1), usual);
    await until(page, () => sessionStorage.getItem("stickslip.camera")?.includes(window.stickslip.camera.join()) === true);
    const turned = await observe(page, (state) => state.camera);
    await page.reload();
    await until(page, () => window.stickslip?.step >= 0);
    const again = await observe(page, (state) => state.camera);
    again.forEach((value, i) => expect(value).toBeCloseTo(turned[i], 6));
  });

  it("two pages see the same run", async () => {
    const other = await openPage(stage.browser, stage.server.address);
    await openScene(page, "dominoes");
    await until(other.page, () => window.stickslip.scene === "dominoes");
    await play(page, 5);
    const step = await observe(page, (state) => state.step);
    await until(other.page, (step) => window.stickslip.step === step, step);
    expect(await observe(other.page, (state) => state.poses())).toEqual(await observe(page, (state) => state.poses()));
    await press(other.page, "Reset");
    await until(page, () => window.stickslip.step === 0);
    expect(other.errors).toEqual([]);
    await other.page.context().close();
  });

  it("a link opens scene, parameters, solver, time and camera", async () => {
    const fragment = "#scene=dominoes&set.n=12&solver=pgs&solver-iterations=20&time=0.5&camera=1,2,9,1,0,0";
    const linked = await openPage(stage.browser, stage.server.address + fragment);
    await until(linked.page, () => window.stickslip.time >= 0.499);
    const [scene, lanes, bodies, camera] = await observe(linked.page, (s) => [s.scene, s.lanes, s.bodies, s.camera] as const);
    expect([scene, lanes, bodies]).toEqual(["dominoes", ["pgs"], 13]);
    camera.forEach((value, i) => expect(value).toBeCloseTo([1, 2, 9, 1, 0, 0][i], 6));
    await press(linked.page, "Copy link");
    await until(linked.page, () => window.location.hash.includes("scene=dominoes") && window.location.hash.includes("time=0.5"));
    expect(linked.errors).toEqual([]);
    await linked.page.context().close();
  });
});
