import { lookup } from "node:dns";
import type { LookupAddress, LookupAllOptions } from "node:dns";
import { request as http } from "node:http";
import type { IncomingMessage } from "node:http";
import { request as https } from "node:https";
import type { LookupFunction } from "node:net";
import { mayConnect, readAddress } from "./address.ts";

/** For everything from the look-up of the name to the last byte of the answer. */
const TIMEOUT_MS = 10_000;
/** Bytes of an answer that are read and dropped; only the status counts. */
const MAX_ANSWER_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;

interface PostOptions {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowLoopback: boolean;
  readonly signal?: AbortSignal;
  /** Shorter in tests. */
  readonly timeoutMs?: number;
  /** Looks names up; the system's by default. */
  readonly resolve?: Resolve;
}

/** All addresses of a name. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** The result of a POST: a status, or why there is none. `refused` was not sent, since the address is not allowed. */
export type Posted =
  | { readonly kind: "answered"; readonly status: number }
  | { readonly kind: "failed"; readonly error: string }
  | { readonly kind: "refused"; readonly error: string };

class ClosedAddressError extends Error {
  override readonly name = "ClosedAddressError";
  constructor() {
    super("The name leads to an address that is not of the public internet.");
  }
}

/**
 * The look-up that the socket itself uses, so that a name cannot change between the check and the connection (DNS
 * rebinding). One forbidden address among several refuses the name.
 */
export function guardedLookup(allowLoopback: boolean, resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, "", 0);
      const [first]: readonly LookupAddress[] = found;
      if (first === undefined || found.some(({ address }) => !mayConnect(address, allowLoopback))) {
        return done(new ClosedAddressError(), "", 0);
      }
      if (options.all === true) done(null, found);
      else done(null, first.address, first.family);
    });
  };
}

/** Sends one body. Follows no redirect, uses no connection twice and no proxy; reads a bounded answer in bounded time. Never rejects. */
export async function postJson(options: PostOptions): Promise<Posted> {
  const { body, headers, allowLoopback, timeoutMs: patience = TIMEOUT_MS } = options;
  // The rules may have changed since the address was stored.
  const read = readAddress(options.url, allowLoopback);
  if ("refusal" in read) return { kind: "refused", error: read.refusal };
  const time = AbortSignal.timeout(patience);
  const signal = options.signal === undefined ? time : AbortSignal.any([time, options.signal]);
  const send = read.url.protocol === "https:" ? https : http;
  try {
    const status = await new Promise<number>((done, reject) => {
      const call = send(
        read.url,
        {
          method: "POST",
          headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
          lookup: guardedLookup(allowLoopback, options.resolve),
          agent: false,
          maxHeaderSize: MAX_HEADER_BYTES,
          signal,
        },
        (response) => {
          drain(response).then(() => done(response.statusCode ?? 0), reject);
        },
      );
      call.on("error", reject);
      call.end(body);
    });
    return { kind: "answered", status };
  } catch (error) {
    if (error instanceof ClosedAddressError) return { kind: "refused", error: error.message };
    if (time.aborted) return { kind: "failed", error: `No answer within ${patience / 1000} seconds.` };
    return { kind: "failed", error: networkError(error) };
  }
}

/** Reads an answer to its end, or up to the bound. */
async function drain(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += Buffer.isBuffer(chunk) ? chunk.length : 0;
    // Leaving the loop closes the connection.
    if (bytes > MAX_ANSWER_BYTES) return;
  }
}

/** The system's error code only: its messages may name addresses of this network. */
function networkError(error: unknown): string {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  return code === null ? "The connection failed." : `The connection failed: ${code}.`;
}
