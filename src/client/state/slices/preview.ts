import { proxy, ref, subscribe } from "valtio";
import type { StatusAnswer } from "../../../contract/index.ts";
import { call, messageOf } from "../queries/calls.ts";
import { watchRun } from "../queries/status.ts";

/** A name for something on this page, unlike any other. */
const newId = (): string => crypto.randomUUID().slice(0, 8);

/** Quiet time after the last change before a preview starts, in milliseconds: shorter than between two keys of a fast typist. */
export const QUIET_MS = 20;

/**
 * `idle` nothing asked yet, `waiting` a change is settling, `running`, `ready`, `failed`. The last finished preview stays
 * on screen, however the next one fares.
 */
export interface Preview {
  phase: "idle" | "waiting" | "running" | "ready" | "failed";
  shown: StatusAnswer | null;
  /** The request that it shows, as `previewText` writes it. */
  of: string | null;
  /** The preview that is under way, once its filters are counted: its funnel is known, its rows are not. */
  counted: StatusAnswer | null;
  /** The request that is under way, or was last. */
  latest: string | null;
  progress: StatusAnswer["progress"];
  error: string | null;
  /** What only the server finds wrong with rows, as in a list that the account lacks; by the place of the row. */
  rowErrors: Readonly<Record<string, string>>;
  /** True where the document changed into something that cannot run: what is shown is older than what is written. */
  stale: boolean;
  /** True from a change until it is judged. */
  changing: boolean;
}

/** Whether what is shown is of an older request than what is written. */
export const isOutdated = ({ phase, stale, changing }: Pick<Preview, "phase" | "stale" | "changing">): boolean =>
  stale || changing || phase === "waiting" || phase === "running" || phase === "failed";

const NO_ERRORS: Preview["rowErrors"] = {};

export const preview = proxy<Preview>({
  phase: "idle",
  shown: null,
  of: null,
  counted: null,
  latest: null,
  progress: null,
  error: null,
  rowErrors: ref(NO_ERRORS),
  stale: false,
  changing: false,
});

/** Names this page to the server, so that its newer preview cancels its older one. */
const PREVIEWING_PAGE = newId();

let timer: ReturnType<typeof setTimeout> | undefined;
let current = new AbortController();
/** The request that was asked for last, however that ended. */
let last = "";
/** Whether a call that starts a preview is under way, and the one to follow it. */
let starting = false;
let next: (() => Promise<void>) | null = null;

/** Finished previews that the server may name again: those it keeps for a page. */
const REMEMBERED = 5;
const finished = new Map<string, StatusAnswer>();

/** How long other questions wait at most for a preview, in milliseconds. */
const MAX_WAIT_MS = 3_000;

/** Resolves once no preview is awaited, or has been for long: what else is asked would take the engine from it. */
export function previewEnded(signal: AbortSignal): Promise<void> {
  const isAwaited = (): boolean => preview.changing || preview.phase === "waiting" || preview.phase === "running";
  if (!isAwaited() || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(limit);
      stop();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const limit = setTimeout(end, MAX_WAIT_MS);
    const stop = subscribe(preview, () => {
      if (!isAwaited()) end();
    });
    signal.addEventListener("abort", end);
  });
}

type FirstRows = (status: StatusAnswer) => Promise<unknown>;
let firstRows: FirstRows | null = null;

/**
 * Says how the first rows of a finished preview are loaded, which come on screen with its figures: one change of the page
 * instead of two. The returned function takes that back.
 */
export function provideFirstRows(load: FirstRows): () => void {
  firstRows = load;
  return () => {
    if (firstRows === load) firstRows = null;
  };
}

/** The first thing that is wrong with each row, by its place: `filters.Technical.Daily[0]`. */
export function errorsByRow(
  errors: readonly { readonly path: string; readonly message: string }[],
): Record<string, string> {
  const rows: Record<string, string> = {};
  for (const { path, message } of errors) {
    const [row] = /^(?:filters|columns)\.[\w.]+\[\d+\]/.exec(path) ?? [];
    if (row !== undefined) rows[row] ??= message;
  }
  return rows;
}

/** A request without its text, in which comments and blanks change nothing of what is found. */
function withoutText(request: object): object {
  const { text: _text, ...rest } = request as { readonly text?: unknown };
  return rest;
}

/** A request as JSON by which the preview of it is known: its name changes nothing of what is found either. */
export function previewText(request: object): string {
  const { name: _name, ...rest } = withoutText(request) as { readonly name?: unknown };
  return JSON.stringify(rest);
}

/**
 * Previews a request after `quiet` milliseconds without another. The same request again starts nothing, even if it failed: what made it fail
 * is there until somebody says to try again. Nor does null, for one that cannot run.
 */
export function previewSoon(request: object | null, quiet: number = QUIET_MS): void {
  clearTimeout(timer);
  preview.changing = false;
  preview.stale = request === null;
  const text = request === null ? "" : previewText(request);
  if (request === null || text === last) {
    // A change that was taken back before it settled leaves nothing to wait for.
    if (preview.phase === "waiting")
      preview.phase = preview.error !== null ? "failed" : preview.shown === null ? "idle" : "ready";
    return;
  }
  if (preview.phase !== "running") preview.phase = "waiting";
  timer = setTimeout(() => void run(request, text), quiet);
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
  Object.assign(preview, {
    phase: "running",
    progress: null,
    error: null,
    rowErrors: ref(NO_ERRORS),
    counted: null,
    latest: text,
  });
  const send = (): Promise<void> => follow(request, text, mine.signal);
  // Of two calls under way the server might take the older one for the newer; and who types fast asks less often.
  if (starting) next = send;
  else await send();
}

async function follow(request: object, text: string, signal: AbortSignal): Promise<void> {
  starting = true;
  const created = await call("preview", { query: { page: PREVIEWING_PAGE }, body: withoutText(request) });
  starting = false;
  const newer = next;
  next = null;
  if (newer !== null) return newer();
  if (signal.aborted) return;
  if (!created.ok) {
    const { error } = created;
    if (error.kind === "problem") preview.rowErrors = ref(errorsByRow(error.problem.errors));
    return fail(messageOf(error));
  }
  const { id } = created.value;
  const known = created.value.status === "Finished" ? finished.get(id) : undefined;
  if (known !== undefined) return show(known, text, signal);
  const end: { status: StatusAnswer | null } = { status: null };
  const error = await watchRun(id, signal, (status) => {
    preview.progress = status.progress;
    if (status.status === "Finished") end.status = status;
    else if (status.status === "Failed") fail(status.error?.message ?? "The preview failed.");
    else if (status.status === "Cancelled") fail("The preview was cancelled.");
    else if (status.funnel.length > 0 && preview.counted === null) preview.counted = ref(status);
  });
  if (signal.aborted) return;
  if (error !== null) fail(messageOf(error));
  else if (end.status !== null) await show(end.status, text, signal);
}

/** Shows a finished preview with its first rows, unless another one was asked for meanwhile. */
async function show(status: StatusAnswer, text: string, signal: AbortSignal): Promise<void> {
  finished.delete(status.id);
  finished.set(status.id, status);
  const [oldest] = finished.keys();
  if (finished.size > REMEMBERED && oldest !== undefined) finished.delete(oldest);
  await firstRows?.(status);
  if (signal.aborted) return;
  Object.assign(preview, { phase: "ready", shown: ref(status), of: text, progress: null, counted: null });
}

function fail(message: string): void {
  Object.assign(preview, { phase: "failed", progress: null, counted: null, error: message });
}
