import { mkdirSync } from "node:fs";
import { it } from "vitest";
import { launchBrowser, startServer, temporaryFolder, until } from "./browser/harness";
const jobs: [string, number, number][] = [["tower", 0.5, 2.0], ["dominoes", 0, 1.7], ["crane", 3, 7], ["chain", 1.5, 4.5]];
it("gif", async () => {
  mkdirSync("/tmp/g/gif", { recursive: true });
  const folder = await temporaryFolder();
  const browser = await launchBrowser();
  let n = 0;
  for (const [scene, from, to] of jobs) {
    const server = await startServer(scene, folder.path);
    const page = await browser.newPage({ viewport: { width: 640, height: 400 }, colorScheme: "light" });
    await page.addInitScript(() => { sessionStorage.setItem("stickslip.wait", "y"); sessionStorage.setItem("stickslip.drawing", '{"contacts":false,"joints":false}'); });
    await page.goto(`${server.address}?fine`);
    await until(page, () => window.stickslip.step >= 0);
    await page.addScriptTag({ content: "" }).catch(() => undefined);
    await page.evaluate(() => { for (const q of ["header", ".playback", ".legend"]) (document.querySelector(q) as HTMLElement).style.display = "none"; });
    const click = (name: string) => page.evaluate((name) => [...document.querySelectorAll("button")].find((b) => b.textContent === name)?.click(), name);
    const dt = 1 / 60, first = Math.round(from / dt), last = Math.round(to / dt), stride = Math.max(1, Math.round((last - first) / 18));
    let step = 0;
    const go = async (count: number) => { for (let i = 0; i < count; i++) { await click("Step"); step += 1; await until(page, (s) => window.stickslip.step >= s, step); } };
    await go(first);
    await click("Whole scene");
    for (let k = 0; k < 18; k++) {
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/g/gif/${String(n++).padStart(3, "0")}.png`, timeout: 60000 });
      await go(stride);
    }
    await page.close(); await server.kill();
  }
  await browser.close(); await folder.remove();
}, 600000);
