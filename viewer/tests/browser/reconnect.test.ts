/** A server that dies and comes back is found again, with the same scene. */

import { afterAll, expect, it } from "vitest";
import { launchBrowser, observe, openPage, openScene, play, type Server, startServer, temporaryFolder, until } from "./harness";

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

it("is picked up again", async () => {
  const folder = await temporaryFolder();
  ends.push(folder.remove);
  let server: Server = await startServer("stack", folder.path);
  ends.push(() => server.kill());
  const browser = await launchBrowser();
  ends.push(() => browser.close());
  const { page, errors } = await openPage(browser, server.address);
  await openScene(page, "dominoes");
  await play(page, 3);
  const camera = await observe(page, (state) => state.camera);
  const banner = page.getByText("The server does not answer");
  expect(await banner.isVisible()).toBe(false);

  await server.kill();
  await banner.waitFor();
  server = await startServer("stack", folder.path, server.port);

  await until(page, () => window.stickslip.connected && window.stickslip.scene === "dominoes" && window.stickslip.step >= 0);
  expect(await banner.isVisible()).toBe(false);
  expect(await observe(page, (state) => state.camera)).toEqual(camera);
  await play(page, 3);
  // A refused connection is told by the browser itself; nothing else may go wrong.
  expect(errors.filter((text) => !text.includes("ERR_CONNECTION_REFUSED"))).toEqual([]);
});
