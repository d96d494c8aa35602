import { defineConfig } from "vite";

/** Preact under the name that virtua knows. */
const preact = { react: "preact/compat", "react-dom": "preact/compat", "react/jsx-runtime": "preact/jsx-runtime" };

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  clearScreen: false,
  resolve: { alias: preact },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2023",
    // The daemon's policy lets no inline script or data: module through.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
  },
  worker: { format: "es" },
});
