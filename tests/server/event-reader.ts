import { once } from "node:events";
import { get as getOverHttp } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { ROUTES, StreamEvent } from "../../src/contract/index.ts";

export interface ReadEvent {
  readonly id: string | null;
  readonly event: StreamEvent;
}

/** Reads server-sent events (HTML Living Standard, 9.2). */
export class EventReader {
  readonly #chunks: AsyncIterator<unknown>;
  readonly #source: Readable;
  #text = "";
  /** The id of the last event. */
  lastId: string | null = null;

  constructor(source: Readable) {
    this.#source = source;
    this.#chunks = source[Symbol.asyncIterator]();
  }

  /** Null where the stream has ended. */
  async next(): Promise<ReadEvent | null> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end < 0) {
        const chunk = await this.#chunks.next().catch(() => ({ done: true as const, value: "" }));
        if (chunk.done === true) return null;
        this.#text += String(chunk.value);
        continue;
      }
      const lines = this.#text.slice(0, end).split("\n");
      this.#text = this.#text.slice(end + 2);
      const field = (name: string): string | null =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
      const id = field("id");
      if (id !== null) this.lastId = id;
      const data = field("data");
      if (data !== null) return { id, event: StreamEvent.parse({ event: field("event"), data: JSON.parse(data) }) };
    }
  }

  /** Events up to the first that fits, which is the last of them. */
  async until(fits: (event: StreamEvent) => boolean): Promise<readonly StreamEvent[]> {
    const events: StreamEvent[] = [];
    for (;;) {
      const read = await this.next();
      if (read === null) throw new Error(`the stream has ended after ${JSON.stringify(events)}`);
      events.push(read.event);
      if (fits(read.event)) return events;
    }
  }

  /** Leaves. */
  close(): void {
    this.#source.destroy();
  }
}

/** Opens the stream of whoever these headers are. */
export async function openStream(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>,
  last: string | null = null,
): Promise<EventReader> {
  const answer = await app.inject({
    method: "GET",
    url: ROUTES.stream.path,
    headers: { ...headers, ...(last === null ? {} : { "last-event-id": last }) },
    payloadAsStream: true,
  });
  if (answer.statusCode !== 200) throw new Error(`no stream: ${answer.statusCode}`);
  return new EventReader(answer.stream());
}

/** Opens it over a socket, whose end the server notices. */
export async function openSocketStream(
  port: number,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly answer: IncomingMessage; readonly close: () => void }> {
  const request = getOverHttp({ host: "127.0.0.1", port, path: ROUTES.stream.path, headers });
  // Leaving is no failure.
  request.on("error", () => undefined);
  const [answer]: [IncomingMessage] = await once(request, "response").then(([got]) => [got]);
  answer.on("error", () => undefined);
  return { answer, close: () => request.destroy() };
}
