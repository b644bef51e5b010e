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

export default defineConfig({
  base: "./",
  plugins: [policy],
  build: { target: "es2022", modulePreload: { polyfill: false }, chunkSizeWarningLimit: 900 },
  server: {
    // `stickslip view --port 7879` beside `npm run dev`.
    proxy: { "/socket": { target: "ws://127.0.0.1:7879", ws: true } },
  },
});
