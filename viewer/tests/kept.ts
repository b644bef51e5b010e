/** The page that is kept in the repository is what `npm run build` has just made of these sources. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const [BUILT, KEPT] = ["../dist", "../../crates/cli/page"].map((path) => join(import.meta.dirname, path));

function files(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : [])).sort();
}

it("the kept page is the built one: `npm run page` keeps it", () => {
  expect(files(KEPT)).toEqual(files(BUILT));
  const differing = files(BUILT).filter((name) => !readFileSync(join(BUILT, name)).equals(readFileSync(join(KEPT, name))));
  expect(differing).toEqual([]);
});
