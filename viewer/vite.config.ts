import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

/**
 * What the built page may load: its own files and the server's socket, nothing
 * else. The development server needs inline scripts, so only builds have it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const policy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
      injectTo: "head-prepend",
    },
  ],
};

/** What the page is built from; the same as in `crates/cli/build.rs`, which asks whether it has changed. */
const SOURCES = ["gallery", "index.html", "package-lock.json", "package.json", "src", "tsconfig.json", "vite.config.ts"];

/** FNV-1a of 32 bits (Fowler, Noll and Vo). */
const fnv = (bytes: Uint8Array): number => bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) >>> 0;

function filesIn(path: string): string[] {
  if (!statSync(join(import.meta.dirname, path)).isDirectory()) return [path];
  return readdirSync(join(import.meta.dirname, path)).flatMap((name) => filesIn(`${path}/${name}`));
}

/** Writes a hash of every source beside the page. */
const sources: Plugin = {
  name: "sources",
  apply: "build",
  generateBundle() {
    const names = SOURCES.flatMap(filesIn).sort();
    const line = (name: string) => `${fnv(readFileSync(join(import.meta.dirname, name))).toString(16).padStart(8, "0")} ${name}\n`;
    this.emitFile({ type: "asset", fileName: "sources.txt", source: names.map(line).join("") });
  },
};

/** The same names in every build: the page is kept in the repository. */
const output = { entryFileNames: "page.js", chunkFileNames: "[name].js", assetFileNames: "assets/[name][extname]" };

export default defineConfig({
  base: "./",
  plugins: [policy, sources],
  build: { target: "es2022", modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900, rolldownOptions: { output } },
  server: {
    // `stickslip view --port 7879` beside `npm run dev`.
    proxy: { "/socket": { target: "ws://127.0.0.1:7879", ws: true } },
  },
});
