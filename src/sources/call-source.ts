import pRetry from "p-retry";
import pThrottle from "p-throttle";
import { HOUR_MS } from "../vocabulary/index.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { CallLimit, Connector, SourcePage } from "./connector.ts";

/** Bytes of one answer: the largest documented ones have some 30 MB. */
const MAX_ANSWER_BYTES = 256_000_000;
/** Without a byte for so long a call counts as broken. */
const SILENCE_MS = 60_000;
/** Wait where a source says that there were too many calls, and not for how long. */
const BUSY_MS = 60_000;
/** A source that says to wait for longer than this is left for another time. */
const MAX_WAIT_MS = HOUR_MS;

/** How S3 denies access; a wall in front of it answers otherwise. */
const S3_DENIED = /<Code>AccessDenied<\/Code>/;

/** A fetch that cannot go on; what it has is kept, and the same command goes on from there. */
export class FetchError extends Error {
  override readonly name = "FetchError";
}

/** Worth another try: the source is busy, away, or broke off. */
class PassingFailure extends Error {
  /** Milliseconds that the source asks to wait. */
  readonly wait: number | null;
  constructor(message: string, wait: number | null = null) {
    super(message);
    this.wait = wait;
  }
}

export interface CallOptions {
  readonly keys: readonly string[];
  readonly addresses: Readonly<Record<string, string>>;
  readonly limits: readonly CallLimit[];
  readonly signal: AbortSignal;
  /** Tries after the first, and the first pause between two in milliseconds; each later one is twice as long. */
  readonly retries?: number;
  readonly pauseMs?: number;
  /** Says why it waits. */
  readonly onWait?: (page: SourcePage, why: string) => void;
}

/** What a source answers for a page; null where it has nothing of that name. */
export type SourceCall = (page: SourcePage) => Promise<Uint8Array | null>;

/** A date or a number of seconds; null where it is neither. */
export function waitOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

/** The address of a page: its path is below the first address, or below the one that it names before a colon. */
export function addressOf({ path }: SourcePage, addresses: Readonly<Record<string, string>>): string {
  const [, name, rest = path] = /^([a-z]+):(\/.*)$/.exec(path) ?? [];
  const base = name === undefined ? Object.values(addresses)[0] : addresses[name];
  if (base === undefined) throw new RangeError(`no address for ${path}`);
  return `${base.replace(/\/$/, "")}${rest}`;
}

/** Calls a source within its limits, again where it is busy or breaks off. Never says a key. */
export function sourceCaller(connector: Connector, options: CallOptions): SourceCall {
  const { signal, limits, retries = 6, pauseMs = 1_000 } = options;
  const call = (page: SourcePage): Promise<Uint8Array | null> => callOnce(connector, page, options);
  const within = limits.reduce<SourceCall>(
    (limited, { calls, seconds }) =>
      pThrottle({ limit: calls, interval: seconds * 1_000, strict: true, signal })(limited),
    call,
  );
  return (page) =>
    pRetry(() => within(page), {
      retries,
      minTimeout: pauseMs,
      maxTimeout: 60 * pauseMs,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => error instanceof PassingFailure,
      onFailedAttempt: async ({ error, retriesLeft }) => {
        if (!(error instanceof PassingFailure) || retriesLeft === 0) return;
        options.onWait?.(page, error.message);
        if (error.wait === null) return;
        if (error.wait > MAX_WAIT_MS)
          throw new FetchError(`${connector.title} asks to wait for ${Math.ceil(error.wait / 60_000)} minutes.`);
        await delay(error.wait, undefined, { signal });
      },
    }).catch((error: unknown) => {
      if (error instanceof PassingFailure) throw new FetchError(`${page.name}: ${error.message}`);
      throw error;
    });
}

async function callOnce(connector: Connector, page: SourcePage, options: CallOptions): Promise<Uint8Array | null> {
  const { signal, keys, addresses } = options;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const answer = await fetch(addressOf(page, addresses), {
      headers: {
        accept: "application/json, text/csv, text/plain",
        ...(page.body === undefined ? {} : { "content-type": "application/json" }),
        ...connector.headers(keys),
      },
      ...(page.body === undefined ? {} : { method: "POST", body: JSON.stringify(page.body) }),
      // A key must not follow to where an answer points.
      redirect: "error",
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (answer.status === 404) return null;
    // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html, "Permissions".
    if (answer.status === 403 && connector.deniesMissing === true && S3_DENIED.test(await answer.text())) return null;
    if (answer.status === 401 || answer.status === 403) throw refused(connector, answer.status);
    if (answer.status === 429 || answer.status >= 500)
      throw new PassingFailure(
        answer.status === 429 ? "too many calls" : `status ${answer.status}`,
        waitOf(answer.headers.get("retry-after"), Date.now()),
      );
    if (answer.status !== 200) throw new FetchError(`${page.name}: ${connector.title} answers with ${answer.status}.`);
    const body = await bytesOf(answer, () => timer.refresh());
    if (connector.throttled?.(body) === true) throw new PassingFailure("too many calls", BUSY_MS);
    return body;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof PassingFailure || error instanceof FetchError) throw error;
    // Of Node's fetch: no connection, or one that broke off. Its message may hold the address, and no key is in that.
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : "it broke off";
    throw new PassingFailure(silence.signal.aborted ? `silent for ${SILENCE_MS / 1_000} s` : why);
  } finally {
    clearTimeout(timer);
  }
}

function refused({ title, keys }: Connector, status: number): FetchError {
  const names = keys.map(({ variable }) => variable).join(" and ");
  return new FetchError(
    keys.length === 0
      ? `${title} refuses the call (${status}).`
      : `${title} refuses ${names} (${status}): look whether ${keys.length > 1 ? "they are" : "it is"} right and ${keys.length > 1 ? "allow" : "allows"} this data.`,
  );
}

async function bytesOf(answer: Response, alive: () => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    alive();
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new FetchError(`An answer has more than ${MAX_ANSWER_BYTES / 1e6} MB.`);
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  const promised = answer.headers.get("content-encoding") === null ? answer.headers.get("content-length") : null;
  if (promised !== null && Number(promised) !== whole.length) throw new PassingFailure("it broke off");
  return whole;
}
