import { DAY_MS } from "../../../vocabulary/index.ts";
import { restoreBrowserFormulas } from "./browser-formulas.ts";
import { SHARED_LINK } from "./shared-link.ts";
import { closeKept, forget, keptForAccount, putBack, readKept, write } from "./kept.ts";

/** What accounts have stored in this browser, each encrypted with the key that the server gives only to that account's sessions. */
const KEY = "scanbook.sealed";
/** Key of the account that the stored data belongs to. */
const OWNER_KEY = "scanbook.owner";
/** Accounts that may leave something, and milliseconds it stays. */
const MAX_ACCOUNTS = 8;
const MAX_AGE_MS = 90 * DAY_MS;
const IV_BYTES = 12;

interface Box {
  readonly at: number;
  /** Base64: nonce, then AES-GCM. */
  readonly text: string;
}

interface Account {
  /** Does not identify the account. */
  readonly id: string;
  readonly key: CryptoKey;
}

let account: Account | null = null;

const isBox = (value: unknown): value is Box =>
  typeof value === "object" &&
  value !== null &&
  "at" in value &&
  typeof value.at === "number" &&
  "text" in value &&
  typeof value.text === "string";

const readBoxes = (value: unknown): ReadonlyMap<string, Box> | null =>
  typeof value === "object" && value !== null
    ? new Map(Object.entries(value).flatMap(([id, box]) => (isBox(box) ? [[id, box] as const] : [])))
    : null;

const boxes = (): ReadonlyMap<string, Box> => readKept(KEY, readBoxes) ?? new Map<string, Box>();

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.codePointAt(0) ?? 0);

async function seal(key: CryptoKey, kept: Readonly<Record<string, string>>): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(kept));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text));
  return toBase64(new Uint8Array([...iv, ...sealed]));
}

/** Empty where it was not encrypted with this key. */
async function unseal(key: CryptoKey, box: Box | undefined): Promise<Readonly<Record<string, string>>> {
  if (box === undefined) return {};
  try {
    const bytes = fromBase64(box.text);
    const iv = bytes.subarray(0, IV_BYTES);
    const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes.subarray(IV_BYTES));
    const kept: unknown = JSON.parse(new TextDecoder().decode(text));
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
  } catch {
    // The server's secret has changed since.
    return {};
  }
}

function empty(but: readonly string[] = []): void {
  for (const key of Object.keys(keptForAccount())) if (!but.includes(key)) forget(key);
}

/**
 * The account at hand is known, by the key that the server gives its sessions for what this browser keeps: what it left
 * here before is put back, and what another one left open, whose session ended while no page was there, is taken away.
 */
export async function openKept(given: string): Promise<void> {
  // Browsers have neither the cookies of a session nor ciphers elsewhere.
  if (!isSecureContext) return;
  const bytes = fromBase64(given);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  const id = toBase64(digest.subarray(0, 12));
  const owner = readKept(OWNER_KEY, (value) => (typeof value === "string" ? value : null));
  if (owner !== null && owner !== id) {
    restoreBrowserFormulas();
    empty([SHARED_LINK]);
  }
  account = { id, key };
  write(OWNER_KEY, id);
  await navigator.locks.request(KEY, async () => {
    const there = new Map(boxes());
    putBack(await unseal(key, there.get(id)));
    if (there.delete(id)) write(KEY, Object.fromEntries(there));
  });
}

/** Encrypts what is kept for the account until its next session; nothing stays readable here. */
export async function sealKept(): Promise<void> {
  closeKept();
  // Nothing was read or kept for an account before its profile was loaded.
  if (account === null) return;
  const { id, key } = account;
  restoreBrowserFormulas();
  await navigator.locks.request(KEY, async () => {
    const { [OWNER_KEY]: _owner, ...kept } = keptForAccount();
    const all = new Map(boxes());
    // Another tab of the same account may have encrypted its own.
    const before = await unseal(key, all.get(id));
    if (Object.keys(kept).length > 0) {
      all.set(id, { at: Date.now(), text: await seal(key, { ...before, ...kept }) });
      const stay = [...all]
        .filter(([, { at }]) => at > Date.now() - MAX_AGE_MS)
        .toSorted(([, a], [, b]) => b.at - a.at)
        .slice(0, MAX_ACCOUNTS);
      write(KEY, Object.fromEntries(stay));
    }
    empty();
  });
}
