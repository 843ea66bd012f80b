import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

// One file, put where the Python package takes it from.
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "inline" },
  build: {
    target: "es2022",
    outDir: "../src/hlo2penguin/report/static",
    emptyOutDir: true,
    modulePreload: false,
    rollupOptions: { input: "report.html" },
  },
});
