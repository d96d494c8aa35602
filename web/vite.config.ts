import { join } from "node:path";
import { defineConfig } from "vite";

/** Preact under the name that virtua knows. */
const preact = { react: "preact/compat", "react-dom": "preact/compat", "react/jsx-runtime": "preact/jsx-runtime" };

const here = (path: string): string => join(import.meta.dirname, path);

/** See no-json-form.ts. */
const noJsonForm = {
  name: "no-json-form",
  enforce: "pre" as const,
  resolveId: (id: string, importer: string | undefined) =>
    /\/(from|to)-json\.js$/.test(id) && importer?.includes("@bufbuild/protobuf")
      ? here("src/live/no-json-form.ts")
      : undefined,
};

export default defineConfig({
  plugins: [noJsonForm],
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
    rolldownOptions: {
      input: {
        index: here("index.html"),
        login: here("src/style/login.css"),
        // An entry and no worker of Vite's: so it shares the client's code with the page, and that is loaded once.
        "hub-worker": here("src/live/hub-worker.ts"),
        // The service worker: browsers compare its file by name.
        "push-worker": here("src/worker/push-worker.ts"),
      },
      output: {
        // One file of what page and worker share: many small ones are larger when compressed. Not what comes with a first call.
        codeSplitting: {
          groups: [{ name: "client", test: /\/src\/api\/(?!gen\/bridle\/v1\/(daemon|passkey|push)_service)/ }],
        },
        // What is named where no hash is known.
        assetFileNames: ({ names }) => (names.includes("login.css") ? "login.css" : "assets/[name]-[hash][extname]"),
        entryFileNames: ({ name }) => (name.endsWith("-worker") ? "[name].js" : "assets/[name]-[hash].js"),
      },
    },
  },
});
