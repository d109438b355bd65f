/**
 * `npm run dev`: the server, started again when its sources change, and Vite's page that reloads by itself.
 * Arguments go to `start`: `npm run dev -- --port 4000`.
 */
import "./node-version.ts";
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { createServer } from "vite";

const ROOT = resolve(import.meta.dirname, "..");
const args = process.argv.slice(2);
const at = args.indexOf("--port");
const port = at >= 0 ? (args[at + 1] ?? "3000") : "3000";

const server = spawn(
  process.execPath,
  [
    "--watch-path=src/server",
    "--watch-path=src/scan",
    "--watch-path=src/market",
    "--watch-preserve-output",
    "src/cli/main.ts",
    "start",
    "--port",
    port,
    ...args.filter((_, index) => at < 0 || (index !== at && index !== at + 1)),
  ],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, SCANBOOK_DEV: "1" } },
);
process.env["SCANBOOK_SERVER"] = `http://127.0.0.1:${port}`;
const page = await createServer({ root: ROOT, server: { port: 5173 } });
await page.listen();
page.printUrls();

const stop = (): void => {
  server.kill("SIGTERM");
  void page.close();
};
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
server.once("exit", (code) => {
  void page.close();
  process.exitCode = code ?? 0;
});
