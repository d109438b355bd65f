import { parseError } from "@clickhouse/client";
import { Transform, type Readable, type TransformCallback } from "node:stream";
import { toMarketError } from "./client-errors.ts";
import { MarketError } from "./market.ts";

/**
 * Passes bytes on and turns the exception block that a server appends after a late failure into an error of the stream
 * (`\r\n__exception__\r\n<tag>\r\n<message>…`; the tag is random per answer). Nothing of the block is passed on.
 */
class ExceptionGuard extends Transform {
  readonly #marker: Buffer | null;
  #held: Buffer = Buffer.alloc(0);
  #block: Buffer[] | null = null;

  constructor(tag: string | null) {
    super();
    this.#marker = tag === null ? null : Buffer.from(`\r\n__exception__\r\n${tag}\r\n`);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const marker = this.#marker;
    if (marker === null) return done(null, chunk);
    if (this.#block) {
      this.#block.push(chunk);
      return done();
    }
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    const at = bytes.indexOf(marker);
    const end = at >= 0 ? at : bytes.length - possibleStart(bytes, marker);
    if (at >= 0) this.#block = [bytes.subarray(at + marker.length)];
    else this.#held = bytes.subarray(end);
    done(null, end > 0 ? bytes.subarray(0, end) : undefined);
  }

  override _flush(done: TransformCallback): void {
    if (this.#block) {
      const text = Buffer.concat(this.#block).toString("utf8");
      return done(toMarketError(parseError(text)));
    }
    done(null, this.#held);
  }
}

/** How many bytes at the end may be the beginning of the marker. */
function possibleStart(bytes: Buffer, marker: Buffer): number {
  for (let length = Math.min(marker.length - 1, bytes.length); length > 0; length--) {
    if (bytes.subarray(bytes.length - length).equals(marker.subarray(0, length))) return length;
  }
  return 0;
}

/** The bytes of an answer; fails with MarketError, also when the connection breaks, and ends the request when destroyed. */
export function guardExceptions(source: Readable, tag: string | null, signal?: AbortSignal): Readable {
  const guard = new ExceptionGuard(tag);
  source.once("error", (error) => guard.destroy(toMarketError(error, signal)));
  source.once("close", () => {
    if (!source.readableEnded && !guard.destroyed) {
      guard.destroy(
        toMarketError(new MarketError("engine-died", "The market engine died while the rows were read"), signal),
      );
    }
  });
  guard.once("close", () => source.destroy());
  if (signal) {
    const abort = () => guard.destroy(new MarketError("cancelled", "The statement was cancelled"));
    signal.addEventListener("abort", abort, { once: true });
    guard.once("close", () => signal.removeEventListener("abort", abort));
  }
  return source.pipe(guard);
}
