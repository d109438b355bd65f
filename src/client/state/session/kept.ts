/**
 * What the browser keeps between visits. Everything under the product's names belongs to the account at hand and is taken
 * away with it (`sealed.ts`), unless it stands here: then it is the browser's, whoever uses it.
 */
const OF_BROWSER: ReadonlySet<string> = new Set([
  "scanbook.appearance",
  "scanbook.display",
  "scanbook.dock",
  "scanbook.sidebar",
  "scanbook.insights",
  "scanbook.density",
  "scanbook.tour",
  // Signals another session to the other tabs.
  "scanbook.session",
  // The admin's own session during use-as.
  "scanbook.own-session",
  // Readable for its account only.
  "scanbook.sealed",
]);

const PREFIX = "scanbook.";
const isOfAccount = (key: string): boolean => key.startsWith(PREFIX) && !OF_BROWSER.has(key);

/** The account has changed: nothing more is kept for it. */
let closed = false;
export function closeKept(): void {
  closed = true;
}

/** Where storage is full or forbidden nothing is kept; the page goes on. */
export function readKept<T>(key: string, read: (value: unknown) => T | null): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : read(JSON.parse(text));
  } catch {
    // Not JSON, or the browser allows no storage: as if nothing had been kept.
    return null;
  }
}

export function write(key: string, value: unknown): void {
  if (closed && isOfAccount(key)) return;
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows and full storages refuse; the page goes on without.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to read.
  }
}

/** Everything that is kept for the account at hand, as it lies there. */
export function keptForAccount(): Readonly<Record<string, string>> {
  try {
    return Object.fromEntries(
      Object.keys(localStorage)
        .filter(isOfAccount)
        .map((key) => [key, localStorage.getItem(key) ?? ""]),
    );
  } catch {
    return {};
  }
}

/** Puts back what lay there for an account; what is there already is newer. */
export function putBack(kept: Readonly<Record<string, string>>): void {
  try {
    for (const [key, text] of Object.entries(kept)) {
      if (isOfAccount(key) && localStorage.getItem(key) === null) localStorage.setItem(key, text);
    }
  } catch {
    // Full: the rest is not there.
  }
}

const MESSAGE = "scanbook.message";
/** The server ended the session: the sign-in says so, as nobody asked for it. */
export const ENDED = "scanbook.ended";

/** Keeps a message for the next document of this tab. */
export function keepMessage(message: string, key = MESSAGE): void {
  try {
    sessionStorage.setItem(key, message);
  } catch {
    // It is not shown then.
  }
}

/** The message that the document before has left, once; null where there is none. */
export function takeMessage(key = MESSAGE): string | null {
  try {
    const message = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return message;
  } catch {
    return null;
  }
}
