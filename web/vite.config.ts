import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

/** Writes into the page what it was built from, so that a test can tell a bundle that was left behind. */
function sources(): Plugin {
  const hash = createHash("sha256");
  const own = readdirSync("src").filter((name) => !name.includes(".test.") && name !== "fixture.ts");
  for (const name of ["package-lock.json", "report.html", ...own.map((name) => `src/${name}`)].sort()) {
    hash.update(name).update(readFileSync(name));
  }
  return { name: "sources", transformIndexHtml: (html) => html.replace("%SOURCES%", hash.digest("hex")) };
}

// One file, put where the Python package takes it from.
export default defineConfig({
  plugins: [sources(), viteSingleFile({ removeViteModuleLoader: true })],
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "inline" },
  build: {
    target: "es2022",
    outDir: "../src/hlo2penguin/report/static",
    emptyOutDir: true,
    modulePreload: false,
    rollupOptions: { input: "report.html" },
  },
});
