import { createServer, request as httpRequest } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

/** A server behind a proxy: where it answers, and where it says whether it is ready. */
export interface Backend {
  readonly address: string;
  readonly operators: string;
}

/**
 * A proxy as deploy/compose/Caddyfile has it: calls go in turn to the servers that say they are ready, which it asks often.
 * It does not close kept connections itself: its callers would send into their end.
 */
export class RoundRobin {
  readonly #backends = new Map<Backend, boolean>();
  readonly #server = createServer({ keepAliveTimeout: 0 }, (call, reply) => void this.#pass(call, reply));
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
      let failed = 0;
      while (this.#backends.has(backend)) {
        const ready = await fetch(`${backend.operators}/ready`).then(
          ({ status }) => status === 200,
          () => false,
        );
        failed = ready ? 0 : failed + 1;
        if (this.#backends.has(backend) && (ready || failed >= HEALTH_FAILS)) this.#backends.set(backend, ready);
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

  /** 502 where no server takes the call for a while, or it broke: what a server may have seen is never sent again. */
  async #pass(call: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(call);
    const until = performance.now() + TRY_MS;
    let why = "no server is ready";
    for (;;) {
      const ready = [...this.#backends].filter(([, is]) => is).map(([backend]) => backend);
      const to = ready[this.#turn++ % Math.max(1, ready.length)];
      if (to !== undefined) {
        const broken = await send(to, call, body, reply);
        if (broken === null) return;
        why = `${broken.message} at ${to.address}`;
        if (!isNeverSent(broken)) break;
      }
      if (performance.now() > until) break;
      await delay(LOOK_MS);
    }
    reply.writeHead(502).end(JSON.stringify({ why }));
  }
}

/** Resolves with the reason where the call broke before an answer began. */
function send(to: Backend, call: IncomingMessage, body: Buffer, reply: ServerResponse): Promise<Error | null> {
  return new Promise((done) => {
    const { method = "GET", url = "/", headers } = call;
    const on = httpRequest(
      `${to.address}${url}`,
      { method, headers: { ...headers, connection: "close" } },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on("error", () => reply.destroy()).pipe(reply);
        done(null);
      },
    );
    on.on("error", done);
    on.end(body);
  });
}

const isNeverSent = (error: Error): boolean => "code" in error && error.code === "ECONNREFUSED";

const LOOK_MS = 50;
/** Looks that fail in a row before a server is not called: one may be late. */
const HEALTH_FAILS = 2;
/** How long a call waits for a server that takes it. */
const TRY_MS = 5_000;
