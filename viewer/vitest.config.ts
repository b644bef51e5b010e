import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "kept", include: ["tests/kept.ts"] } },
      { test: { name: "unit", include: ["tests/unit/**/*.test.ts"], testTimeout: 60_000 } },
      {
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
          // A browser that draws with the processor loses a race now and then; a second try is
          // marked in the report.
          retry: 1,
        },
      },
      {
        test: {
          name: "memory",
          include: ["tests/memory.ts"],
          testTimeout: 3_600_000,
        },
      },
      { test: { name: "pace", include: ["tests/pace.ts"], hookTimeout: 60_000 } },
      {
        test: {
          name: "gallery",
          include: ["tests/gallery.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "screenshots",
          include: ["tests/screenshots.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
