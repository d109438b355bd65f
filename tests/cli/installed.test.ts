import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rounds } from "../cases.ts";
import { freePort } from "../free-port.ts";
import { until } from "../server/until.ts";

/* The package and the image, made and started as their users do; without a container engine, the steps of the image in a folder. */

const ROOT = resolve(import.meta.dirname, "../..");
/** In place of the image's user, which this machine does not know; PostgreSQL starts for known ones only. */
const NOBODY = 65_534;

let folder: string;
let project: string;
const children: ChildProcess[] = [];

const npm = (cwd: string, ...args: readonly string[]): string =>
  execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], env: withoutTests() });

/** The environment without what the tests and the npm that started them have set. */
const withoutTests = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(npm_(?!config_(registry|cafile))|VITEST|NODE_ENV|NODE_OPTIONS|SOAK|SCANBOOK_|DATABASE_URL|MARKET_URL)/.test(
          name,
        ),
    ),
  );

/** Starts a program and waits until it is ready; then ends it as an operator does. */
async function readyAndStopped(
  [program = "", ...args]: readonly string[],
  { cwd, env, uid }: { readonly cwd: string; readonly env: Readonly<Record<string, string>>; readonly uid?: number },
): Promise<string> {
  const port = await freePort();
  let said = "";
  const child = spawn(program, [...args, "--port", String(port)], {
    cwd,
    env: { ...withoutTests(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid === undefined || process.getuid?.() !== 0 ? {} : { uid, gid: uid }),
  });
  children.push(child);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += String(text)));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(said);
      return (await fetch(`http://localhost:${port}/ready`).catch(() => null))?.status;
    },
    // It answers before it has written its first workbook, and only then can be told to stop.
    (status) => status === 200 && said.includes("Ctrl-C"),
  );
  expect((await fetch(`http://localhost:${port}/`)).headers.get("content-type")).toContain("text/html");
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  return said;
}

// They install everything anew, twice, and build the page.
describe.skipIf(rounds(0, 1) === 0)("in an empty folder (in the soak)", () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scanbook-installed-"));
    chmodSync(folder, 0o755);
    project = join(folder, "project");
    const files = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);
    for (const file of files.filter((path) => !path.startsWith("tests/") && existsSync(join(ROOT, path)))) {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      copyFileSync(join(ROOT, file), join(project, file));
    }
  }, 60_000);
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  });

  test("`npm pack` gives a package that npx starts; it has the page built, and no sources, tests or tools", async () => {
    npm(project, "ci", "--no-audit", "--no-fund");
    const packed: readonly [{ readonly filename: string; readonly files: readonly { readonly path: string }[] }] =
      JSON.parse(npm(project, "pack", "--json", "--silent"));
    const paths = packed[0].files.map(({ path }) => path);
    expect(paths.filter((path) => /\.tsx?$|^tests|^scripts|^src/.test(path))).toEqual([]);
    expect(paths).toContain("build/dist/index.html");
    expect(paths).toContain("build/src/cli/main.js");
    const empty = join(folder, "empty");
    mkdirSync(empty);
    npm(empty, "install", "--no-audit", "--no-fund", "--no-save", join(project, packed[0].filename));
    expect(existsSync(join(empty, "node_modules/vite"))).toBe(false);
    const npx = execFileSync("npx", ["--no", "--", "scanbook", "--help"], {
      cwd: empty,
      encoding: "utf8",
      env: withoutTests(),
    });
    expect(npx).toContain("\n  start ");
    // As npx starts it: it passes no signal on, so that only this one can be stopped.
    const tools = join(empty, "node_modules/.bin");
    const PATH = `${tools}:${process.env["PATH"] ?? ""}`;
    const said = await readyAndStopped([join(tools, "scanbook"), "start"], { cwd: empty, env: { PATH } });
    expect(said).toContain("all invented");
    expect(readdirSync(empty)).toContain(".scanbook");
  }, 900_000);

  test("the steps of the image give a folder that its user starts and cannot write to", async () => {
    const stages = readFileSync(join(ROOT, "Containerfile"), "utf8")
      .split(/^FROM .*$/m)
      .slice(1);
    const [build = [], final = []] = stages.map((stage) => stage.split("\n").map((line) => line.split(" ")));
    const app = join(folder, "build");
    const image = join(folder, "image");
    for (const [word, ...rest] of build) {
      if (word === "COPY")
        for (const path of rest.slice(0, -1)) cpSync(join(project, path), join(app, path), { recursive: true });
      if (word === "RUN")
        execFileSync("sh", ["-c", rest.join(" ")], {
          cwd: app,
          stdio: ["ignore", "pipe", "pipe"],
          env: withoutTests(),
        });
    }
    for (const [word, from = "", source = ""] of final) {
      if (word !== "COPY") continue;
      expect(from).toBe("--from=build");
      const path = source.replace("/app/", "");
      cpSync(join(app, path), join(image, path), { recursive: true, verbatimSymlinks: true });
    }
    expect(existsSync(join(image, "node_modules/vite"))).toBe(false);
    // Its Node is that of the base image.
    const node = join(folder, "node");
    copyFileSync(process.execPath, node);
    chmodSync(node, 0o755);
    execFileSync("chmod", ["-R", "go+rX,a-w", image]);
    const data = join(folder, "data");
    execFileSync("install", ["-d", "-m", "700", "-o", String(NOBODY), "-g", String(NOBODY), data]);
    const entry =
      final
        .find(([word]) => word === "ENTRYPOINT")
        ?.slice(1)
        .join(" ") ?? "[]";
    const program: readonly string[] = JSON.parse(entry);
    const command = program.slice(program.indexOf("node") + 1);
    const env = { NODE_ENV: "production", SCANBOOK_DATA: data, DRAIN_SECONDS: "0", METRICS_PORT: "0" };
    const said = await readyAndStopped([node, ...command, "serve"], { cwd: image, env, uid: NOBODY });
    expect(said).toContain("There are no market data yet");
  }, 900_000);
});
