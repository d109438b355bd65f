import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Address of the running server in `npm run dev`; scripts/dev.ts sets it. */
const server = process.env["SCANBOOK_SERVER"] ?? "http://127.0.0.1:3000";
const proxy = { target: server, changeOrigin: true };

/**
 * Half of Radix Themes' sheet is for properties that differ by the width of the window, which nothing here has: our own
 * sheets say what a width changes. Each page read it, and laid itself out anew where a window passed one of its widths.
 */
const withoutWidths: Plugin = {
  name: "radix-without-widths",
  transform(code, id) {
    if (!id.endsWith("/@radix-ui/themes/styles.css")) return null;
    return { code: code.replaceAll(/^@media \(min-width: \d+px\) \{\n[\s\S]*?^\}\n/gm, ""), map: null };
  },
  enforce: "pre",
};

/**
 * Each of zod's schemas knows how to say itself as JSON Schema, which the server does for its API, and what is wrong in English;
 * a page only asks whether an answer can be read. Of what a builder loads first that was a hundredth.
 */
const withoutTexts: Plugin = {
  name: "zod-without-texts",
  apply: "build",
  transform(code, id) {
    if (!id.endsWith("/zod/v4/classic/schemas.js")) return null;
    const without = code
      .replaceAll(/^ *inst\._zod\.processJSONSchema = .*$/gm, "")
      .replaceAll(/createStandardJSONSchemaMethod\(this, "\w+"\)/g, "undefined")
      .replace("createToJSONSchemaMethod(this, {})(params)", "undefined")
      .replace('import en from "../locales/en.js";', "const en = () => ({});");
    if (/processors\.\w+Processor|JSONSchemaMethod\(|locales/.test(without.replaceAll(/^ *\/\/.*$/gm, "")))
      throw new Error("zod has other code for texts by now");
    return { code: without, map: null };
  },
  enforce: "pre",
};

/** A route in a table of the contract, and the parts of it that only the server and the reference read; each ends its lines as the formatter does. */
const ROUTE = /^ {2}\w+: \{\n {4}method: [^]*?^ {2}\},\n/gm;
const OF_THE_SERVER =
  /^ {4}(?:summary|problems|scope|limit|bodyLimit|params|query|body|status|takesText|givesText|access: "(?!public)\w+)\b.*\n(?: {5,}.*\n| {4}[)\]}].*\n)*/gm;

/**
 * A page calls a route by its method and path and reads its answer; of its access it asks whether that is public. Of what a
 * builder loads first the rest was a fiftieth.
 */
const withoutServersPart: Plugin = {
  name: "routes-without-the-servers-part",
  apply: "build",
  transform(code, id) {
    if (!/\/src\/contract\/[\w-]+\.ts$/.test(id)) return null;
    return { code: code.replaceAll(ROUTE, (route) => route.replaceAll(OF_THE_SERVER, "")), map: null };
  },
  enforce: "pre",
};

/** Makes zod's schemas: no package calls anything so. Packed ones do call functions `z`, the charts' library the one that clears its canvas. */
const SCHEMAS = "schemasOfZod";
const zodByName: Plugin = {
  name: "zod-by-a-name-of-its-own",
  apply: "build",
  transform(code, id) {
    const imported = 'import { z } from "zod";';
    if (id.includes("/node_modules/") || !code.includes(imported)) return null;
    const renamed = code.replaceAll(/(?<![\w$.])z(?=\s*\.)/g, SCHEMAS);
    return { code: renamed.replace(imported, `import { z as ${SCHEMAS} } from "zod";`), map: null };
  },
  enforce: "pre",
};

export default defineConfig({
  publicDir: "src/client/public",
  plugins: [react(), withoutWidths, withoutTexts, withoutServersPart, zodByName],
  // What older versions of React lack; ours has it itself.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" }] },
  build: {
    target: "es2022",
    outDir: "dist",
    // The policy of the server forbids `data:` for everything but images.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A schema that nobody reads with is not made: those of what is sent are the server's, also where they are made of another
      // one. Whatever else has one of these names loses its calls as well: tests/house holds that nothing has.
      treeshake: { manualPureFunctions: [SCHEMAS, "PageQuery", "EventQuery", "StudyQuery"] },
      // The charting page is served from an origin of its own.
      input: { index: "index.html", charting: "src/charting/index.html" },
      output: {
        codeSplitting: {
          groups: [
            // The formulas of every card are parsed; only the Custom card has an editor.
            { name: "lezer", test: /node_modules\/@lezer/ },
            { name: "editor", test: /node_modules\/(@codemirror|@marijn|style-mod|w3c-keyname|crelt)/ },
            // Login loads all of these: apart they are compressed less.
            {
              name: "session",
              test: /src\/client\/state\/(session\/(session|kept|shared-link|browser-formulas)|queries\/call-route)\.ts|src\/vocabulary\/screen\/toast-failed\.ts|preload-helper/,
              includeDependenciesRecursively: false,
            },
            {
              name: "sign-in",
              test: /src\/client\/account\/(Login|SignInPage|submission|Field|Failure)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              name: "fields",
              test: /@radix-ui\/themes\/dist\/esm\/components\/(heading|text-field)[\w.-]*\.js$/,
              includeDependenciesRecursively: false,
            },
            // Small files of the screens behind the sign-in: the page names every chunk, those that login never loads too.
            {
              name: "signed-in",
              test: /src\/client\/(palette\/Keys|files\/open-result|results\/DownloadLink|state\/page\/register-visit|commands\/openers|state\/slices\/(confirm|just-done|sidebar|insights|tour|waiting-filter)|tour\/take-tour|state\/page\/narrow|state\/queries\/(calls|status|stream|pushed|read-events|product|use-route|route-query|market)|data\/(item|list-query)|results\/loadable|state\/page\/copy|admin\/last-users|state\/sign-in\/(use-as-refusal|use-as)|charting\/open-chart|ui\/(one-stop|slots|CopyButton|ReadDialog|PageHead|Pager|dates|values))\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // Screens and panels wait with them, but not the list of requests or the builder.
            {
              name: "waits",
              test: /src\/client\/ui\/(LoadState|SlowNote|use-back-closes)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            // Each of them is small, and login has none.
            {
              name: "controls",
              test: /@radix-ui\/themes\/dist\/esm\/components\/(skeleton|badge|tooltip|scroll-area|dialog)[\w.-]*\.js$/,
              includeDependenciesRecursively: false,
            },
            {
              name: "builder-files",
              test: /src\/client\/(files\/(open-save|open-json|opened-of|recognise)|builder\/share|editor\/column-actions|state\/page\/caret|state\/slices\/(builder|dock|pinned|preview|validity))\.ts$/,
              includeDependenciesRecursively: false,
            },
            // A request opened, worded and sent: the builder has all of it at once.
            {
              name: "request",
              test: /src\/request\/(selection|cards|conditions|entries|outcome|hold-out|parameters|read-parameters|read-request|trade-card|builder\/(place-items|open-request|request-json|entry-of-tree|fill|added-rows|entry-json|tree-of-entry|entry|drafts|wording))\.ts$/,
              includeDependenciesRecursively: false,
            },
            // Times, days and numbers as text: small files that most screens need.
            {
              name: "times",
              test: /src\/(vocabulary\/(sessions|exchange-day|table-names|day-text|screen\/status-colours)|formula\/(known-at|code\/literal-text))\.ts$/,
              includeDependenciesRecursively: false,
            },
            // What answers beside the rows: all of it with the first of it.
            {
              name: "panels",
              test: /src\/client\/results\/panels\/(CellPanel|DifferencePanel|NotesPanel|StatisticsPanel|WhyNotPanel|FormulaExplained|RowExplained|RowChart|candles|values-put-in)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      "/v1": proxy,
      "/parse": proxy,
      "/reference": proxy,
      "/llms.txt": proxy,
      "/health": proxy,
      "/ready": proxy,
    },
  },
});
