import { proxy, ref } from "valtio";
import type { StatusAnswer } from "../../../contract/index.ts";
import { call, messageOf } from "../queries/calls.ts";
import { watchRun } from "../queries/status.ts";

/** A name for something on this page, unlike any other. */
const newId = (): string => crypto.randomUUID().slice(0, 8);

/** Quiet time after the last change before a preview starts, in milliseconds. */
const DEBOUNCE = 450;

/**
 * `idle` nothing asked yet, `waiting` a change is settling, `running`, `ready`, `failed`. The last finished preview stays
 * on screen, however the next one fares.
 */
export interface Preview {
  phase: "idle" | "waiting" | "running" | "ready" | "failed";
  shown: StatusAnswer | null;
  /** The request that it shows, as `previewText` writes it. */
  of: string | null;
  progress: StatusAnswer["progress"];
  error: string | null;
  /** True where the document changed into something that cannot run: what is shown is older than what is written. */
  stale: boolean;
}

export const preview = proxy<Preview>({
  phase: "idle",
  shown: null,
  of: null,
  progress: null,
  error: null,
  stale: false,
});

/** Names this page to the server, so that its newer preview cancels its older one. */
const PAGE = newId();

let timer: ReturnType<typeof setTimeout> | undefined;
let current = new AbortController();
/** The request that was asked for last, however that ended. */
let last = "";

/** A request without its text, in which comments and blanks change nothing of what is found. */
function withoutText(request: object): object {
  const { text: _text, ...rest } = request as { readonly text?: unknown };
  return rest;
}

/** A request as JSON by which the preview of it is known. */
export const previewText = (request: object): string => JSON.stringify(withoutText(request));

/**
 * Previews a request after a moment of quiet. The same request again starts nothing, even if it failed: what made it fail
 * is there until somebody says to try again. Nor does null, for one that cannot run.
 */
export function previewSoon(request: object | null): void {
  clearTimeout(timer);
  preview.stale = request === null;
  const text = request === null ? "" : previewText(request);
  if (request === null || text === last) {
    // A change that was taken back before it settled leaves nothing to wait for.
    if (preview.phase === "waiting")
      preview.phase = preview.error !== null ? "failed" : preview.shown === null ? "idle" : "ready";
    return;
  }
  if (preview.phase !== "running") preview.phase = "waiting";
  timer = setTimeout(() => void run(request, text), DEBOUNCE);
}

/** Tries the last request again, after a failure. */
export function previewAgain(request: object | null): void {
  if (request !== null) void run(request, previewText(request));
}

async function run(request: object, text: string): Promise<void> {
  current.abort();
  const mine = new AbortController();
  current = mine;
  last = text;
  Object.assign(preview, { phase: "running", progress: null, error: null });
  const created = await call("preview", { query: { page: PAGE }, body: withoutText(request), signal: mine.signal });
  if (mine.signal.aborted) return;
  if (!created.ok) return fail(messageOf(created.error));
  const error = await watchRun(created.value.id, mine.signal, (status) => {
    preview.progress = status.progress;
    if (status.status === "Finished")
      Object.assign(preview, { phase: "ready", shown: ref(status), of: text, progress: null });
    else if (status.status === "Failed") fail(status.error?.message ?? "The preview failed.");
    else if (status.status === "Cancelled") fail("The preview was cancelled.");
  });
  if (!mine.signal.aborted && error !== null) fail(messageOf(error));
}

function fail(message: string): void {
  Object.assign(preview, { phase: "failed", progress: null, error: message });
}
