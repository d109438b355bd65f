import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { BucketAddress } from "./bucket-address.ts";

/** A call of the storage that failed; the text holds no credentials. */
export class BucketError extends Error {
  override readonly name = "BucketError";
}

/** What a file has besides its bytes. */
interface FileKind {
  readonly type: string;
}

/** Bytes of a part: the storage takes 10,000 of them, each but the last of 5 MB at least. */
const PART_BYTES = 8 << 20;
/** From this part on they are larger, so that any file fits. */
const LARGER_FROM = 1_000;
const LARGER = 8;
/** How long to wait before a call is made again whose connection broke, or which the storage could not answer. */
const RETRY_MS = [200, 1_000, 3_000];

const encoded = (key: string): string => key.split("/").map(encodeURIComponent).join("/");

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return ENTITIES[name ?? ""] ?? all;
  });

/** The texts of an element, wherever it stands. */
const textsOf = (xml: string, element: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))].map(([, text = ""]) => unescaped(text));

/** For tests. */
interface BucketOptions {
  readonly retryMs?: readonly number[];
  readonly partBytes?: number;
}

/** The part of S3's interface that is needed, for names below the address's prefix. Rejects with BucketError. */
export class Bucket {
  readonly #address: BucketAddress;
  readonly #client: AwsClient;
  readonly #retryMs: readonly number[];
  readonly #partBytes: number;

  constructor(address: BucketAddress, { retryMs = RETRY_MS, partBytes = PART_BYTES }: BucketOptions = {}) {
    this.#address = address;
    this.#retryMs = retryMs;
    this.#partBytes = partBytes;
    const { accessKeyId, secretAccessKey, region } = address;
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  }

  /** Bytes of a file; null where there is none. */
  async size(key: string): Promise<number | null> {
    const answer = await this.#call("HEAD", key, {}, [404]);
    return answer.status === 404 ? null : Number(answer.headers.get("content-length") ?? 0);
  }

  async read(key: string): Promise<Readable> {
    const { body } = await this.#call("GET", key);
    return Readable.from(body ?? [], { objectMode: false });
  }

  /**
   * Writes a file: whole, or not there at all. Chunks are used before the next is asked for; parts of a file that could not be
   * finished are removed.
   */
  async write(key: string, chunks: AsyncIterable<Buffer>, kind: FileKind): Promise<void> {
    const upload = new Upload(
      (method, query, body) => this.#call(method, key, { query, body, ...(body === undefined ? kind : {}) }),
      (body) => this.#call("PUT", key, { body, ...kind }),
      this.#partBytes,
    );
    try {
      for await (const chunk of chunks) await upload.add(chunk);
      await upload.end();
    } catch (error) {
      await upload.abort();
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.#call("DELETE", key, {}, [404]);
  }

  /** All names that begin so. */
  async list(prefix: string): Promise<readonly string[]> {
    const begin = this.#address.prefix;
    const found: string[] = [];
    let next: string | undefined;
    do {
      const query = {
        "list-type": "2",
        prefix: `${begin}${prefix}`,
        ...(next === undefined ? {} : { "continuation-token": next }),
      };
      const xml = await (await this.#call("GET", null, { query })).text();
      found.push(...textsOf(xml, "Key").map((name) => name.slice(begin.length)));
      next = textsOf(xml, "IsTruncated")[0] === "true" ? textsOf(xml, "NextContinuationToken")[0] : undefined;
    } while (next !== undefined);
    return found;
  }

  /** An address that gives a file to whoever has it, for some seconds, under a name and a type. */
  async link(
    key: string,
    seconds: number,
    { disposition, type }: { disposition: string; type: string },
  ): Promise<string> {
    const url = new URL(`${this.#address.links}/${encoded(this.#address.prefix + key)}`);
    url.searchParams.set("X-Amz-Expires", String(seconds));
    url.searchParams.set("response-content-disposition", disposition);
    url.searchParams.set("response-content-type", type);
    url.searchParams.set("response-cache-control", "no-store");
    const { url: signed } = await this.#client.sign(url, { aws: { signQuery: true } });
    // Not every storage reads a plus as a blank.
    return signed.replaceAll("+", "%20");
  }

  async #call(
    method: string,
    key: string | null,
    { query = {}, body, type }: Call = {},
    expected: readonly number[] = [],
  ): Promise<Response> {
    const url = new URL(`${this.#address.bucket}${key === null ? "" : `/${encoded(this.#address.prefix + key)}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    for (let attempt = 0; ; attempt += 1) {
      const pause = this.#retryMs[attempt];
      let reason: string;
      try {
        const answer = await this.#client.fetch(url, {
          method,
          ...(body === undefined ? {} : { body }),
          ...(type === undefined ? {} : { headers: { "content-type": type } }),
        });
        if (answer.ok || expected.includes(answer.status)) return answer;
        const [code = ""] = textsOf(await answer.text(), "Code");
        reason = `answered ${answer.status}${code === "" ? "" : ` ${code}`}`;
        if (answer.status < 500 && answer.status !== 429) throw new BucketError(`The storage of files ${reason}.`);
      } catch (error) {
        if (error instanceof BucketError) throw error;
        reason = `cannot be reached: ${causeOf(error)}`;
      }
      if (pause === undefined) throw new BucketError(`The storage of files ${reason}.`);
      await wait(pause);
    }
  }
}

interface Call {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
  readonly type?: string;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}

type UploadCall = (
  method: string,
  query: Readonly<Record<string, string>>,
  body?: Uint8Array<ArrayBuffer>,
) => Promise<Response>;

/** One file on its way: small ones go in one call, others in parts that become a file at the end. */
class Upload {
  readonly #call: UploadCall;
  readonly put: (body: Uint8Array<ArrayBuffer>) => Promise<Response>;
  readonly #partBytes: number;
  readonly #tags: string[] = [];
  #id: string | null = null;
  #part: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(0);
  #filled = 0;

  constructor(call: UploadCall, put: Upload["put"], partBytes: number) {
    this.#call = call;
    this.put = put;
    this.#partBytes = partBytes;
  }

  async add(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const size = this.#tags.length < LARGER_FROM ? this.#partBytes : this.#partBytes * LARGER;
      if (this.#filled + chunk.length - at > this.#part.length && this.#part.length < size)
        this.#grow(size, chunk.length - at);
      const copied = chunk.copy(this.#part, this.#filled, at);
      this.#filled += copied;
      at += copied;
      if (this.#filled === size) await this.#send();
    }
  }

  #grow(size: number, more: number): void {
    const part = Buffer.allocUnsafeSlow(Math.min(size, Math.max(2 * this.#part.length, this.#filled + more)));
    this.#part.copy(part, 0, 0, this.#filled);
    this.#part = part;
  }

  async #send(): Promise<void> {
    if (this.#id === null) {
      const xml = await (await this.#call("POST", { uploads: "" })).text();
      [this.#id = null] = textsOf(xml, "UploadId");
      if (this.#id === null) throw new BucketError("The storage of files began no upload.");
    }
    const query = { partNumber: String(this.#tags.length + 1), uploadId: this.#id };
    const { headers } = await this.#call("PUT", query, this.#part.subarray(0, this.#filled));
    this.#tags.push(headers.get("etag") ?? "");
    this.#filled = 0;
  }

  async end(): Promise<void> {
    if (this.#id === null) {
      await this.put(this.#part.subarray(0, this.#filled));
      return;
    }
    if (this.#filled > 0) await this.#send();
    const parts = this.#tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const list = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
    const xml = await (await this.#call("POST", { uploadId: this.#id }, list)).text();
    // It may fail after it has answered that all is well.
    if (/<Error>/.test(xml))
      throw new BucketError(`The storage of files answered ${textsOf(xml, "Code")[0] ?? "an error"}.`);
    this.#id = null;
  }

  /** Removes what was sent, where the storage still answers; its own rule for unfinished uploads removes it otherwise. */
  async abort(): Promise<void> {
    if (this.#id === null) return;
    await this.#call("DELETE", { uploadId: this.#id }).catch(() => undefined);
  }
}
