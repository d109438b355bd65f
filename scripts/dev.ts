/**
 * `npm run dev`: the server, started again when its sources change, and Vite's pages that reload by themselves: the product's
 * and, on an origin of its own, the charting page. Arguments go to `start`: `npm run dev -- --port 4000`.
 */
import "./node-version.ts";
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createServer } from "vite";
import type { Plugin } from "vite";
import { WATCHED_ROOMS } from "./watched-rooms.ts";

const ROOT = resolve(import.meta.dirname, "..");
const args = process.argv.slice(2);
const at = args.indexOf("--port");
const port = at >= 0 ? (args[at + 1] ?? "3000") : "3000";
const chartPort = String(Number(port) + 1);
const [PAGE_PORT, CHART_PAGE_PORT] = [5173, 5174];

/** What the charting server answers with, whatever chart the address names. */
const chartingPage: Plugin = {
  name: "charting-page",
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      if (/^\/(charting\/[^/]+)?([?#]|$)/.test(request.url ?? "")) request.url = "/src/charting/index.html";
      next();
    });
  },
};

const server = spawn(
  process.execPath,
  [
    ...WATCHED_ROOMS.map((room) => `--watch-path=src/${room}`),
    "--watch-path=presets",
    "--watch-preserve-output",
    "src/cli/main.ts",
    "start",
    "--port",
    port,
    ...args.filter((_, index) => at < 0 || (index !== at && index !== at + 1)),
  ],
  {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      SCANBOOK_DEV: "1",
      CHART_PORT: chartPort,
      CHART_URL: `http://127.0.0.1:${CHART_PAGE_PORT}`,
    },
  },
);
process.env["SCANBOOK_SERVER"] = `http://127.0.0.1:${port}`;
const page = await createServer({ root: ROOT, server: { port: PAGE_PORT } });
const charting = await createServer({
  root: ROOT,
  cacheDir: "node_modules/.vite-charting",
  plugins: [chartingPage],
  server: {
    port: CHART_PAGE_PORT,
    strictPort: true,
    proxy: { "/v1": { target: `http://127.0.0.1:${chartPort}`, changeOrigin: true } },
  },
});
await page.listen();
await charting.listen();
page.printUrls();
charting.printUrls();

const stop = (): void => {
  server.kill("SIGTERM");
  void page.close();
  void charting.close();
};
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
server.once("exit", (code) => {
  void page.close();
  void charting.close();
  process.exitCode = code ?? 0;
});
