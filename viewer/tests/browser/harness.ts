/** The real server and a real browser for the tests. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { Observed } from "../../src/page/observe";

declare global {
  interface Window {
    stickslip: Observed;
  }
}

/** The program under test. */
export function binary(): string {
  const path = process.env.STICKSLIP_BINARY;
  if (!path) throw new Error("STICKSLIP_BINARY names no program: set it to the path of a built `stickslip`");
  return path;
}

/** The page under test. */
export const PAGE = join(import.meta.dirname, "../../dist");

/** What people have: a large screen, a small one, a telephone. */
export const SIZES = [[1440, 900], [1024, 768], [390, 844]] as const;
/** Below this the panels are drawers. */
export const NARROW = 900;

export interface Server {
  address: string;
  port: number;
  /** Of the process. */
  pid: number;
  /** Ends it at once, as a crash would. */
  kill: () => Promise<void>;
}

/** Starts `stickslip view` on a free port, or on a given one. */
export function startServer(target: string, folder: string, port = 0): Promise<Server> {
  const child: ChildProcess = spawn(
    binary(),
    ["view", target, "--port", String(port), "--page", PAGE, "--folder", folder],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return new Promise((done, fail) => {
    let said = "";
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(said);
      if (found) done({ address: found[0], port: Number(found[1]), pid: child.pid ?? 0, kill });
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", fail);
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}: ${said}`)));
  });
}

/** A folder for recordings that is removed at the end. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "stickslip-viewer-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    // WebGL on the processor; the rest of the page is drawn faster without it.
    args: [
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--disable-accelerated-2d-canvas",
      "--disable-gpu-rasterization",
      "--no-sandbox",
    ],
  });
}

/** A page of its own context that remembers what went wrong in it. */
export interface Watched {
  page: Page;
  errors: string[];
}

/** Small and without shadows, for every pixel is drawn by the processor. */
export async function openPage(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 900, height: 520 }, ...options });
  await context.addInitScript(() => {
    // Scenes play when they are opened; tests say themselves when.
    sessionStorage.setItem("stickslip.wait", "yes");
    sessionStorage.setItem("stickslip.drawing", sessionStorage.getItem("stickslip.drawing") ?? '{"shadows":false}');
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await page.goto(address);
  await until(page, () => window.stickslip.step >= 0);
  return { page, errors };
}

/** A server, a browser and a page, from before the first test of a block to after its last. */
export interface Stand {
  folder: string;
  server: Server;
  browser: Browser;
  watched: Watched;
  page: Page;
}

/** Sets them up; `open` makes the page. */
export function stand(open: (browser: Browser, address: string) => Promise<Watched> = openPage): Stand {
  const made = {} as Stand;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const folder = await temporaryFolder();
    ends.push(folder.remove);
    const server = await startServer("stack", folder.path);
    ends.push(server.kill);
    const browser = await launchBrowser();
    ends.push(() => browser.close());
    const watched = await open(browser, server.address);
    Object.assign(made, { folder: folder.path, server, browser, watched, page: watched.page });
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });
  return made;
}

/** Brings a control into sight: on a narrow page it may be in a drawer. */
export async function reach(page: Page, control: Locator): Promise<Locator> {
  const side = await control.evaluate((node) => node.closest("aside")?.className ?? null);
  const narrow = (page.viewportSize()?.width ?? NARROW) < NARROW;
  if (side && narrow && !(await page.evaluate((side) => document.body.classList.contains(`show-${side}`), side))) {
    await press(page, side === "left" ? "Settings" : "Plots");
    await control.waitFor();
  }
  return control;
}

/** Closes the drawers, where there are any: the whole picture is to be seen. */
export async function closeDrawers(page: Page): Promise<void> {
  await page.evaluate(() => document.body.classList.remove("show-left", "show-right"));
  if ((page.viewportSize()?.width ?? NARROW) >= NARROW) return;
  await until(page, () => [...document.querySelectorAll("aside")].every((aside) => getComputedStyle(aside).visibility === "hidden"));
}

/** Waits until something holds in the page. */
export async function until<T>(page: Page, holds: (argument: T) => boolean, argument?: T): Promise<void> {
  await page.waitForFunction(holds as never, argument as never, { polling: 30, timeout: 20_000 });
}

/** What the page knows. */
export function observe<T>(page: Page, read: (state: Observed) => T): Promise<T> {
  return page.evaluate(`(${read.toString()})(window.stickslip)`) as Promise<T>;
}

/** Sets the menu of scenes and waits for the scene. */
export async function openScene(page: Page, scene: string): Promise<void> {
  const before = await observe(page, (state) => state.generation);
  await (await reach(page, page.getByLabel("Scene", { exact: true }))).selectOption(scene);
  await until(
    page,
    ({ scene, before }) => window.stickslip.scene === scene && window.stickslip.generation !== before && window.stickslip.step >= 0,
    { scene, before },
  );
}

/** Presses a button as a reader of the screen would find it. */
export async function press(page: Page, name: string): Promise<void> {
  // Not by the mouse: the processor draws slowly, and a button may still move to its place.
  await page.getByRole("button", { name, exact: true, includeHidden: true }).first().dispatchEvent("click");
}

/** Lets the run go on for so many steps and stop. */
export async function play(page: Page, steps: number): Promise<void> {
  const begun = await observe(page, (state) => state.step);
  await press(page, "Play");
  await until(page, (step) => window.stickslip.step >= step, begun + steps);
  await press(page, "Pause");
  await until(page, () => !window.stickslip.playing);
}
