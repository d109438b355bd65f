import { SHARED_MARK } from "../state/session/shared-link.ts";

/** Characters of a link; chat programs and proxies cut longer ones. */
export const MAX_LINK_CHARS = 16_000;
/** Bytes a link may unfold to: a bomb ends here. */
const UNFOLDED = 1024 * 1024;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: ReadableWritablePair<Uint8Array, BufferSource>) {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.byteLength;
    if (size > UNFOLDED) {
      await reader.cancel();
      throw new Error("The link is too large.");
    }
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
}

/** The fragment of a link to a request: its JSON, compressed, in letters that an address keeps as they are. */
export async function fragmentOf(request: object): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(request));
  const packed = await through(text, new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return SHARED_MARK + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The request of a fragment; rejects with Error in words for the user where there is none. */
export async function requestOfFragment(fragment: string): Promise<unknown> {
  try {
    const letters = fragment.slice(SHARED_MARK.length).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw")));
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error("The link is damaged or was cut off.");
  }
}
