/** Films: of a whole run without a window, and of the view while it plays. */

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { binary, openPage, openScene, PAGE, press, SIZES, stand, until } from "./harness";

/** How large and long a film is, and which share of a picture in it is bright. */
async function watch(empty: Page, film: Buffer, at: number): Promise<{ size: number[]; duration: number; bright: number }> {
  return empty.evaluate(
    async ({ bytes, at }) => {
      const video = document.createElement("video");
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], { type: "video/webm" }));
      await new Promise((done, fail) => {
        video.onseeked = done;
        video.onerror = () => fail(new Error(video.error?.message));
        video.onloadedmetadata = () => (video.currentTime = at);
      });
      const canvas = Object.assign(document.createElement("canvas"), { width: video.videoWidth, height: video.videoHeight });
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      context.drawImage(video, 0, 0);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const bright = data.filter((_, i) => i % 4 === 1 && data[i] > 180).length / (data.length / 4);
      return { duration: video.duration, size: [video.videoWidth, video.videoHeight], bright };
    },
    { bytes: film.toString("base64"), at },
  );
}

describe.each(SIZES)("at %i × %i", (width, height) => {
  const stage = stand((browser, address) => openPage(browser, address, { viewport: { width, height } }));
  let page: Page;
  beforeAll(() => {
    page = stage.page;
  });
  afterEach(() => expect(stage.watched.errors).toEqual([]));

  it("a film of the view is begun, ended by a key, saved, and plays", async () => {
    await openScene(page, "dominoes");
    await press(page, "Film");
    const ending = page.getByRole("button", { name: "End film", includeHidden: true });
    await ending.waitFor({ state: "attached" });
    await press(page, "Play");
    // The codec has made some pictures.
    await until(page, () => /: [1-9]\d+ kB so far/.test(document.querySelector<HTMLElement>(".record[aria-pressed=true]")?.title ?? ""));
    await page.getByLabel("View of the scene").focus();
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("v")]);
    await press(page, "Pause");
    expect(download.suggestedFilename()).toBe("dominoes.webm");
    await ending.waitFor({ state: "detached" });
    // The page itself loads no films.
    const empty = await stage.browser.newPage();
    const film = await watch(empty, await readFile(await download.path()), 0.1);
    await empty.close();
    const canvas = await page.evaluate(() => {
      const { width, height } = document.querySelector("canvas") as HTMLCanvasElement;
      return width / height;
    });
    expect(film.size[0] / film.size[1]).toBeCloseTo(canvas, 1);
    expect(film.bright).toBeGreaterThan(0.1);
    expect(film.bright).toBeLessThan(0.999);
  });
});

describe("without a window", () => {
  const stage = stand();

  it("a film of a run plays, as long as the run was", async () => {
    const file = join(stage.folder, "film.webm");
    execFileSync(binary(), ["run", "double-pendulum", "--seconds", "0.5", "--video", file, "--page", PAGE, "--quiet"]);
    const empty = await stage.browser.newPage();
    const film = await watch(empty, await readFile(file), 0.4);
    await empty.close();
    expect(film.size).toEqual([1280, 720]);
    expect(film.duration).toBeCloseTo(16 / 30, 1);
    // The pendulum is darker than what is behind it.
    expect(film.bright).toBeGreaterThan(0.3);
    expect(film.bright).toBeLessThan(0.999);
  });
});
