import { forget, readKept, write } from "./kept.ts";

/** What a link to a request begins with after its address. */
export const SHARED_MARK = "#r=";

export const SHARED_LINK = "scanbook.shared-link";
/** Milliseconds a link waits for somebody to sign in: long enough for a new account and its e-mail. */
const MAX_WAIT_MS = 3_600_000;

interface Waiting {
  readonly fragment: string;
  readonly until: number;
}

const readWaiting = (value: unknown): Waiting | null =>
  typeof value === "object" &&
  value !== null &&
  "fragment" in value &&
  typeof value.fragment === "string" &&
  "until" in value &&
  typeof value.until === "number"
    ? { fragment: value.fragment, until: value.until }
    : null;

export const isShared = (fragment: string): boolean => fragment.startsWith(SHARED_MARK);

/** Keeps the request in the address while its reader has to sign in first: the way there loses everything behind #. */
export function holdSharedLink(): void {
  if (isShared(location.hash)) write(SHARED_LINK, { fragment: location.hash, until: Date.now() + MAX_WAIT_MS });
}

/** The request that the address carries, or that waited for its reader; taken out of both. Null where there is none. */
export function takeSharedLink(): string | null {
  const { hash } = location;
  const waiting = readKept(SHARED_LINK, readWaiting);
  if (waiting !== null) forget(SHARED_LINK);
  if (!isShared(hash)) return waiting !== null && waiting.until > Date.now() ? waiting.fragment : null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return hash;
}
