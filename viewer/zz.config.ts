import { defineConfig } from "vitest/config";
export default defineConfig({ test: { include: ["tests/zz-gif.ts"], testTimeout: 600000 } });
