/** Every built-in scene loads and moves. */

import { execFileSync } from "node:child_process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { binary, launchBrowser, observe, openPage, openScene, press, type Server, startServer, temporaryFolder, until, type Watched } from "./harness";

const scenes: { name: string }[] = JSON.parse(execFileSync(binary(), ["list", "scenes", "--json"], { encoding: "utf8" }));
/** Whose picture is compared too. */
const SEEN = ["dominoes", "double-pendulum", "marble-box"];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Server;
let browser: Browser;
let watched: Watched;

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startServer("stack", folder.path);
  browser = await launchBrowser();
  watched = await openPage(browser, server.address);
  // As fast as it goes: slow machines have large scenes to step.
  await watched.page.getByLabel("Speed").selectOption("0");
});

afterAll(async () => {
  await browser?.close();
  await server?.kill();
  await folder?.remove();
});

describe("every scene loads and moves", () => {
  it.each(scenes.map(({ name }) => name))("%s", async (name) => {
    const { page, errors } = watched;
    await openScene(page, name);
    const before = await observe(page, (state) => [...state.poses(), ...state.drops()]);
    expect(before.length).toBeGreaterThan(0);
    const picture = SEEN.includes(name) ? await view(watched) : null;
    await press(page, "Play");
    // A stack may stand so still that no number changes: then its contacts hold it.
    await until(
      page,
      (before) => {
        const { step, contacts } = window.stickslip;
        const now = [...window.stickslip.poses(), ...window.stickslip.drops()];
        return now.some((value, i) => value !== before[i]) || (step > 30 && contacts > 0);
      },
      before,
    );
    if (picture) {
      await until(page, () => window.stickslip.step > 20);
      expect((await view(watched)).equals(picture)).toBe(false);
    }
    await press(page, "Pause");
    const after = await observe(page, (state) => [...state.poses(), ...state.drops()]);
    expect(after.every(Number.isFinite)).toBe(true);
    expect(errors).toEqual([]);
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

/** The pixels of the view alone. */
async function view({ page }: Watched): Promise<Buffer> {
  return page.getByLabel("View of the scene").screenshot();
}
