/** Every built-in scene loads and moves. */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { binary, observe, openScene, press, stand, until, type Watched } from "./harness";

const scenes: { name: string }[] = JSON.parse(execFileSync(binary(), ["list", "scenes", "--json"], { encoding: "utf8" }));
/** Whose picture is compared too. */
const SEEN = ["dominoes", "double-pendulum", "marble-box"];

const stage = stand();
beforeAll(async () => {
  // As fast as it goes: slow machines have large scenes to step.
  await stage.page.getByLabel("Speed").selectOption("0");
});

it("every scene has a picture in the gallery", () => {
  const missing = scenes.filter(({ name }) => !existsSync(join(import.meta.dirname, "../../gallery", `${name}.jpg`)));
  expect(missing).toEqual([]);
});

describe("every scene loads and moves", () => {
  it.each(scenes.map(({ name }) => name))("%s", async (name) => {
    const { page, errors } = stage.watched;
    await openScene(page, name);
    const before = await observe(page, (state) => [...state.poses(), ...state.drops()]);
    expect(before.length).toBeGreaterThan(0);
    const picture = SEEN.includes(name) ? await view(stage.watched) : null;
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
      expect((await view(stage.watched)).equals(picture)).toBe(false);
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
