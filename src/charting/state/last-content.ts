import { ChartContent } from "../../contract/index.ts";

/** The chart of the last visit, encrypted with a key that the server gives the account, so that no other account can read it. */
const KEY = "scanbook.chart.last";
const IV_BYTES = 12;

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (one) => one.codePointAt(0) ?? 0);
const keyOf = (text: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", fromBase64(text), "AES-GCM", false, ["encrypt", "decrypt"]);

interface LastContent {
  readonly content: ChartContent;
  /** The saved chart that it is, and when it was saved last; null for a chart that is not saved. */
  readonly layout: Layout | null;
}
type Layout = Readonly<Record<"id" | "saved", string>>;

/** Versions before stored the content alone. */
function read(value: unknown): LastContent | null {
  const whole = typeof value === "object" && value !== null && "content" in value ? value : { content: value };
  const content = ChartContent.safeParse(whole.content).data;
  const layout = "layout" in whole && isLayout(whole.layout) ? whole.layout : null;
  return content === undefined ? null : { content, layout };
}

const isLayout = (value: unknown): value is Layout =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  "saved" in value &&
  typeof value.id === "string" &&
  typeof value.saved === "string";

/** Null where there is none, it belongs to another account, or storage is not available. */
export async function lastContent(key: string | null): Promise<LastContent | null> {
  try {
    const text = localStorage.getItem(KEY);
    if (key === null || text === null) return null;
    const sealed = fromBase64(text);
    const iv = sealed.subarray(0, IV_BYTES);
    const open = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyOf(key), sealed.subarray(IV_BYTES));
    return read(JSON.parse(new TextDecoder().decode(open)));
  } catch {
    forgetContent();
    return null;
  }
}

/** Stores the shown chart for the account's next visit; does nothing where storage is full or forbidden. */
export async function keepContent(key: string | null, kept: LastContent): Promise<void> {
  try {
    if (key === null) return;
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const text = new TextEncoder().encode(JSON.stringify(kept));
    const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(key), text));
    localStorage.setItem(KEY, toBase64(new Uint8Array([...iv, ...sealed])));
  } catch {
    // Private windows refuse.
  }
}

/** Forgets at once, where storing anew would come too late for a page that is left. */
export function forgetContent(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}
