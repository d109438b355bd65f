import type { IncomingMessage } from "node:http";
import { open } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Readable } from "node:stream";

/** Statements are text in memory; rows to insert never are. */
const MAX_STATEMENT_BYTES = 64_000_000;

class RequestTooLarge extends Error {}

async function text(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_STATEMENT_BYTES) throw new RequestTooLarge(`A statement may have ${MAX_STATEMENT_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function isGzipped(request: IncomingMessage): boolean {
  return request.headers["content-encoding"] === "gzip";
}

/** The body of a request that carries a statement. */
export function readStatement(request: IncomingMessage): Promise<Buffer> {
  return text(isGzipped(request) ? request.pipe(createGunzip()) : request);
}

/** Writes a stream to a new file; rejects where the stream breaks off or the disk is full, and leaves its rest unread. */
export async function writeBeside(stream: Readable, path: string): Promise<null> {
  const file = await open(path, "wx", 0o600);
  try {
    const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    for await (const chunk of chunks) await file.writeFile(chunk);
    return null;
  } finally {
    await file.close();
  }
}

/** Writes the body to a file, as it is; resolves when all of it has arrived. */
export async function spoolBody(request: IncomingMessage, path: string): Promise<void> {
  try {
    await writeBeside(request, path);
  } catch (error) {
    // A client that is still sending would not read the answer.
    if (!request.readableEnded && !request.destroyed) await finished(request.resume());
    throw error;
  }
}

/** Fields of a multipart/form-data body: the client sends long parameters so. */
export function readMultipart(body: Buffer, contentType: string): [name: string, value: string][] {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) throw new SyntaxError("multipart body without a boundary");
  const fields: [string, string][] = [];
  const delimiter = `--${boundary}`;
  let at = body.indexOf(delimiter);
  while (at >= 0) {
    const start = at + delimiter.length;
    const next = body.indexOf(`\r\n${delimiter}`, start);
    if (next < 0) break;
    const head = body.indexOf("\r\n\r\n", start);
    if (head < 0 || head > next) throw new SyntaxError("multipart part without a head");
    const name = /name="([^"]*)"/.exec(body.toString("utf8", start, head))?.[1];
    if (name === undefined) throw new SyntaxError("multipart part without a name");
    fields.push([name, body.toString("utf8", head + 4, next)]);
    at = next + 2;
  }
  return fields;
}
