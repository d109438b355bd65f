import { createServer, request as httpRequest } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

/** A server behind a proxy: where it answers, and where it says whether it is ready. */
export interface Backend {
  readonly address: string;
  readonly operators: string;
}

/** A proxy as in deploy/compose: calls go in turn to the servers that say they are ready, which it asks often. */
export class RoundRobin {
  readonly #backends = new Map<Backend, boolean>();
  readonly #server = createServer((call, reply) => void this.#pass(call, reply));
  #turn = 0;

  async listen(): Promise<number> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    const at = this.#server.address();
    return at !== null && typeof at === "object" ? at.port : 0;
  }

  /** Looks at a server until it is taken away; resolves when it is ready. */
  async add(backend: Backend): Promise<void> {
    this.#backends.set(backend, false);
    const seen = Promise.withResolvers<void>();
    void (async () => {
      while (this.#backends.has(backend)) {
        const ready = await fetch(`${backend.operators}/ready`).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (this.#backends.has(backend)) this.#backends.set(backend, ready);
        if (ready) seen.resolve();
        await delay(LOOK_MS);
      }
    })();
    await seen.promise;
  }

  remove(backend: Backend): void {
    this.#backends.delete(backend);
  }

  async close(): Promise<void> {
    this.#backends.clear();
    const closed = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await closed;
  }

  /** 502 where no server is ready, or the call broke: never sent a second time. */
  async #pass(call: IncomingMessage, reply: ServerResponse): Promise<void> {
    const ready = [...this.#backends].filter(([, is]) => is).map(([backend]) => backend);
    const to = ready[this.#turn++ % Math.max(1, ready.length)];
    const body = await buffer(call);
    const broken = (): void => void reply.writeHead(502).end("{}");
    if (to === undefined) return broken();
    const { method = "GET", url = "/", headers } = call;
    const on = httpRequest(
      `${to.address}${url}`,
      { method, headers: { ...headers, connection: "close" } },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      },
    );
    on.on("error", broken);
    on.end(body);
  }
}

const LOOK_MS = 50;
