import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { chromium } from "playwright";
import type { Browser, Page } from "playwright";
import { replaceDemo } from "./replace-demo.ts";
import { OUTBOX_LINKS } from "./outbox-links.ts";
import { noteProduct } from "./shared-products.ts";
import { freePort } from "../free-port.ts";
import { preparedFolder } from "../prepared-folder.ts";
import { rounds } from "../cases.ts";

export const ROOT = resolve(import.meta.dirname, "../..");

/** Chromium of this machine, as Debian and others call it; rather the one without windows, which is cheaper. */
function chromiumPath(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const found = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error("Chromium is missing: apt-get install chromium, or run npm test as root.");
  return found;
}

/** The browser of this worker: its files run one after another, each in windows of its own. */
let kept: Browser | undefined;
let end: (() => Promise<void>) | undefined;

/** Stories of the cards begin with them, those of the text say so (`beginWithText`); none but its own meets the tour. */
function seeCards(): void {
  const key = "scanbook.builder-view";
  try {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, '"cards"');
    localStorage.setItem("scanbook.tour", "true");
  } catch {
    // A page of nobody has no storage.
  }
}

/** Shows the builder as to somebody who never chose a view. */
export const beginWithText = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.removeItem("scanbook.builder-view"));

/** Stories that change what moves draw none of it but where they are about it; in a soak they do. */
export const STILL = rounds("reduce", "no-preference");

/** A browser without windows; `close` closes those opened since. */
export async function launchBrowser(): Promise<Browser> {
  if (kept?.isConnected()) return kept;
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // A story is over before code that V8 compiled a second time, fast or faster, has earned its compilation: a third of
      // the CPU.
      "--js-flags=--no-opt --no-maglev",
    ],
  });
  end = browser.close.bind(browser);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    // What pulses is drawn 60 times a second, which costs as much as all else; stories of motion ask for it.
    const context = await newContext({ reducedMotion: "reduce", ...options });
    await context.addInitScript(seeCards);
    return context;
  };
  // The browser itself ends with the worker.
  browser.close = async () => {
    for (const context of browser.contexts()) await context.close();
  };
  kept = browser;
  return browser;
}

/** Ends it, where no worker does. */
export async function endBrowser(): Promise<void> {
  await end?.();
}

export interface Product {
  readonly address: string;
  /** The address that signs in as the demo account. */
  readonly signIn: string;
  /** Everything `start` said until it was ready. */
  readonly said: string;
  /** Data folder; `end` removes it. */
  readonly data: string;
  /** Ctrl-C; gives the exit status. */
  stop(): Promise<number | null>;
  end(): Promise<void>;
}

/** A command of the command line on a data folder that no server has open. Rejects with what it said where it fails. */
export async function command(data: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ["src/cli/main.ts", ...args, "--data", data], { cwd: ROOT, stdio: "pipe" });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const status = await new Promise<number | null>((done) => child.once("exit", done));
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}:\n${said}`);
}

/** What the first start on an empty folder said, with the folder left out of its paths: beside what it made there. */
const FIRST_SAID = "first-start.txt";

/** A data folder as the first start leaves it, which makes the demo market and its first workbook. */
const demoFolder = (): Promise<string> =>
  preparedFolder("e2e", async (data) => {
    const first = await startProduct(data);
    await writeFile(join(data, FIRST_SAID), first.said.replaceAll(data, ""));
    await first.stop();
  });

/** What the start said that made the demo of a product, as if it had been made in that product's own folder. */
export const firstSaid = async ({ data }: Pick<Product, "data">): Promise<string> =>
  (await readFile(join(data, FIRST_SAID), "utf8")).replaceAll(/(?<=\s)\//g, `${data}/`);

/** The product of this worker and how many files have had it: a start costs as much as a story. */
let shared: { readonly product: Product; files: number } | null = null;

/**
 * The demo's product for stories that mind only their own account: one that is new to each file and as a first start
 * leaves it, with the first workbook, unless a story says that it needs none.
 * `end` leaves the product to the next file; `stop` is not for these.
 */
export async function sharedProduct(needs: "workbook" | "no workbook" = "workbook"): Promise<Product> {
  shared ??= { product: await startProduct(), files: 0 };
  shared.files += 1;
  const { product, files } = shared;
  const stays = {
    stop: (): Promise<never> => Promise.reject(new Error("This product is shared: start one of your own.")),
    end: () => Promise.resolve(),
  };
  if (files > 1) await replaceDemo(product, `former-${files}@example.com`, needs === "workbook");
  return { ...product, ...stays };
}

/** `scanbook start` on a data folder, by default on that of the demo; resolves when it says that it is ready. */
export async function startProduct(folder?: string, env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const data = folder ?? (await demoFolder());
  const port = await freePort();
  const args = ["src/cli/main.ts", "start", "--port", String(port), "--data", data];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((done) => child.once("exit", done));
  let said = "";
  await new Promise<void>((ready, failed) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes("Ctrl-C stops it.")) ready();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (status) => failed(new Error(`start ended with ${status}:\n${said}`)));
  });
  const outbox = /https?:\S+\/dev\/outbox\?key=[\w-]+/.exec(said)?.[0];
  if (child.pid !== undefined) noteProduct(child.pid, data);
  if (outbox !== undefined) OUTBOX_LINKS.set(`http://localhost:${port}`, outbox);
  const stop = (): Promise<number | null> => {
    child.kill("SIGINT");
    return exited;
  };
  return {
    address: `http://localhost:${port}`,
    signIn: /https?:\S+#demo=\S+/.exec(said)?.[0] ?? "",
    said,
    data,
    stop,
    async end() {
      if (child.exitCode === null) await stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
