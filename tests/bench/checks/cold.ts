import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { ROUTES } from "../../../src/contract/index.ts";
import { command, endBrowser, beginWithText, launchBrowser, ROOT, startProduct } from "../../e2e/product.ts";
import type { Product } from "../../e2e/product.ts";
import { median } from "../contest.ts";
import { engineProcess } from "../engine-process.ts";
import { SLOWED } from "../keystrokes.ts";
import type { Figure, Findings, Plain } from "../report.ts";
import type { LoneCheck } from "./check.ts";

const TEMPLATE = join(ROOT, "presets/templates/gap-and-go.json");
/** Later ones that the first is compared with; their median counts. */
const LATER = 5;
/** Of later ones, at most. */
const PREVIEW = 1.5;
/** Milliseconds: the activity is there when somebody comes. */
const ACTIVITY = 100;
/** A server notices within 5 s that somebody else has imported. */
const NOTICED_MS = 6_000;
/** The engine counts as idle after so long without work. */
const IDLE_MS = 1_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves once the engine has nothing to do, at most a minute later. */
async function idle(data: string): Promise<void> {
  const engine = await engineProcess(data);
  for (let waited = 0, before = -1; waited < 60_000; waited += IDLE_MS) {
    const now = await engine.cpu();
    if (now - before < 0.03) return;
    before = now;
    await pause(IDLE_MS);
  }
}

/** A browser signed in as the demo account, in the builder's text. */
async function signedIn({ address, signIn }: Product): Promise<Page> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  await beginWithText(page);
  await page.goto(signIn);
  await page.getByRole("main").getByRole("link", { name: "Create Data Request" }).first().waitFor();
  await page.goto(`${address}/data-request`);
  await page.getByRole("textbox", { name: "Request", exact: true }).waitFor();
  return page;
}

/** Calls of a program that has signed in as the demo account. */
type Call = (method: "GET" | "POST", path: string, body?: string) => Promise<unknown>;

async function caller({ address, signIn }: Product): Promise<Call> {
  const [email = "", password = ""] = Buffer.from(signIn.split("#demo=")[1] ?? "", "base64url")
    .toString()
    .split("\n");
  let token = "";
  const call: Call = async (method, path, body) => {
    const headers = {
      "content-type": "application/json",
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${address}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  ({ token } = ROUTES.signIn.answer.parse(await call("POST", ROUTES.signIn.path, JSON.stringify({ email, password }))));
  return call;
}

/** Milliseconds until a preview of the template is finished. */
async function preview(call: Call): Promise<number> {
  const body = await readFile(TEMPLATE, "utf8");
  const begun = performance.now();
  const { id } = ROUTES.preview.answer.parse(await call("POST", `${ROUTES.preview.path}?page=cold`, body));
  for (;;) {
    const { status } = ROUTES.status.answer.parse(await call("GET", `/v1/data-requests/${id}/status`));
    if (status === "Finished") return performance.now() - begun;
    if (status !== "Pending" && status !== "Running") throw new Error(`the preview is ${status}`);
    await pause(5);
  }
}

async function firstPreview(call: Call, when: string): Promise<Figure> {
  const first = await preview(call);
  const later: number[] = [];
  for (let turn = 0; turn < LATER; turn += 1) later.push(await preview(call));
  return {
    question: `First preview ${when}`,
    ours: first,
    against: "later ones",
    theirs: median(later),
    unit: "ms",
    bound: { atMost: PREVIEW },
  };
}

async function activity(call: Call): Promise<number> {
  const begun = performance.now();
  await call("GET", ROUTES.activity.path);
  return performance.now() - begun;
}

/** `suggested` resolves with the milliseconds from the next key to the list of suggestions on screen. */
const WATCH = `
  globalThis.suggested = new Promise((resolve, reject) => {
    let key = 0;
    setTimeout(() => reject(new Error("no suggestions came")), 20_000);
    addEventListener("keydown", () => (key = performance.now()), { capture: true, once: true });
    const watcher = new MutationObserver(() => {
      if (key === 0 || document.querySelector(".cm-tooltip-autocomplete li") === null) return;
      watcher.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - key)));
    });
    watcher.observe(document.body, { subtree: true, childList: true });
  });
  0;`;

/** Milliseconds from a key to the list of suggestions on screen, the first time and later, with the processor slowed. */
async function completions(page: Page): Promise<readonly number[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const times: number[] = [];
  await page.getByRole("textbox", { name: "Request", exact: true }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("filter ");
  for (let turn = 0; turn <= LATER; turn += 1) {
    await page.evaluate(WATCH);
    await page.keyboard.press("c");
    times.push(await page.evaluate<number>("globalThis.suggested"));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Backspace");
  }
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return times;
}

async function measure(): Promise<Findings> {
  // Answers that are kept would make later previews of the same request no measure.
  const product = await startProduct(undefined, { ANSWERS_MB: "0" });
  try {
    await idle(product.data);
    const call = await caller(product);
    const plain: Plain[] = [];
    const ms = (question: string, value: number, atMost: number | null = null): void =>
      void plain.push({ question, value, unit: "ms", atMost });
    // Before the activity, which would run every part of a scan for it.
    const afterStart = await firstPreview(call, "after a start");
    ms("First Market activity after a start", await activity(call), ACTIVITY);
    const [first = Number.NaN, ...later] = await completions(await signedIn(product));
    const completion: Figure = {
      question: "First completion in the editor",
      ours: first,
      against: "later ones",
      theirs: median(later),
      unit: "ms",
      bound: null,
      note: `CPU slowed ${SLOWED} times`,
    };
    await command(product.data, "market", "demo", "--symbols", "390");
    await pause(NOTICED_MS);
    await idle(product.data);
    const afterImport = await firstPreview(call, "after an import");
    ms("First Market activity after an import", await activity(call), ACTIVITY);
    return { figures: [afterStart, afterImport, completion], plain };
  } finally {
    await product.end();
    await endBrowser();
  }
}

/** What somebody waits for who comes first: after a start, after an import, in an editor that was just opened. */
export const cold: LoneCheck = { name: "cold", alone: measure };
