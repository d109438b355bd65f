import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { once } from "node:events";

/** What a source answers: status and body, or a way to misbehave. */
export type Answer =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string | object }
  /** Half of it, then the connection ends. */
  | { readonly cutOff: string }
  /** Nothing at all: the connection ends. */
  | "hang up";

export interface LocalSource {
  readonly address: string;
  /** Calls so far, as path and query. */
  readonly calls: string[];
  /** Headers of the last call. */
  readonly headers: () => IncomingMessage["headers"];
  close(): Promise<void>;
}

/** A source of market data on this machine, answering as `answer` says. */
export async function localSource(answer: (path: string, call: number) => Answer): Promise<LocalSource> {
  const calls: string[] = [];
  let headers: IncomingMessage["headers"] = {};
  const server: Server = createServer((request: IncomingMessage, response: ServerResponse) => {
    headers = request.headers;
    const path = request.url ?? "";
    calls.push(path);
    const given = answer(path, calls.length);
    if (given === "hang up") return void request.socket.destroy();
    if ("cutOff" in given) {
      response.writeHead(200, { "content-length": String(2 * given.cutOff.length) });
      response.write(given.cutOff, () => request.socket.destroy());
      return;
    }
    const body = typeof given.body === "string" ? given.body : JSON.stringify(given.body);
    response.writeHead(given.status ?? 200, { "content-type": "application/json", ...given.headers }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    address: `http://127.0.0.1:${address.port}`,
    calls,
    headers: () => headers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
