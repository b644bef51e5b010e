/** Pictures of the page for people: in full quality, scaled, as JPEG. */

import type { Browser, BrowserContextOptions } from "playwright-core";
import { until, type Watched } from "./browser/harness";

/** A page in full quality, with what is to be drawn. */
export function openFine(options: BrowserContextOptions, drawing?: object) {
  return async (browser: Browser, address: string): Promise<Watched> => {
    const page = await browser.newPage({ colorScheme: "light", ...options });
    await page.addInitScript((drawing) => {
      sessionStorage.setItem("stickslip.wait", "yes");
      if (drawing) sessionStorage.setItem("stickslip.drawing", drawing);
    }, drawing && JSON.stringify(drawing));
    await page.goto(`${address}?fine`);
    await until(page, () => window.stickslip.step >= 0);
    return { page, errors: [] };
  };
}

/** A screenshot as JPEG of so many pixels, in the best quality of these that is small enough. */
export async function jpeg(browser: Browser, shot: Buffer, width: number, qualities: number[], most = Infinity): Promise<Buffer> {
  const scaler = await browser.newPage();
  const picture = await scaler.evaluate(
    async ({ shot, width, qualities, most }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${shot}`;
      await image.decode();
      const height = Math.round((width * image.height) / image.width);
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, width, height);
      const all = qualities.map((quality) => canvas.toDataURL("image/jpeg", quality).split(",")[1]);
      return all.find((data) => data.length * 0.75 < most) ?? all[all.length - 1];
    },
    { shot: shot.toString("base64"), width, qualities, most },
  );
  await scaler.close();
  return Buffer.from(picture, "base64");
}
