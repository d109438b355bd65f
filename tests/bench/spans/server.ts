/**
 * Loaded before the program (`node --import`): writes when it got which calls, and when it sent which statements to the engine
 * and to the account database, as lines of JSON to the file in SPANS_FILE. Times are milliseconds since 1970.
 */
import { appendFileSync } from "node:fs";
import { channel } from "node:diagnostics_channel";
import { ClientRequest } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Client } from "pg";

const file = process.env["SPANS_FILE"];
const now = (): number => performance.timeOrigin + performance.now();

interface Begun {
  readonly from: number;
  name: string;
}

const write = (kind: string, { from, name }: Begun): void => {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ kind, name, from, to: now() })}\n`);
};

/** The calls of the page. */
function watchCalls(): void {
  channel("http.server.request.start").subscribe((message) => {
    // What the channel gives is documented, not typed.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const begun = { from: now(), name: `${request.method} ${request.url?.replace(/\?.*/, "")}` };
    response.once("finish", () => write("call", begun));
  });
}

/** The statements of the engine, which are sent by POST. */
function watchEngine(): void {
  const begun = new WeakMap<ClientRequest, Begun>();
  const hear = (request: ClientRequest, chunk: unknown): void => {
    const known = begun.get(request) ?? { from: now(), name: "" };
    begun.set(request, known);
    if (known.name.length < 4_000 && (typeof chunk === "string" || chunk instanceof Uint8Array))
      known.name += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
  };
  for (const method of ["write", "end"] as const) {
    // Called on the request it was called on.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const before = ClientRequest.prototype[method] as (...given: unknown[]) => unknown;
    Object.defineProperty(ClientRequest.prototype, method, {
      value(this: ClientRequest, ...given: unknown[]) {
        hear(this, given[0]);
        return before.apply(this, given);
      },
    });
  }
  channel("http.client.response.finish").subscribe((message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    const known = begun.get(request);
    if (known !== undefined) response.once("end", () => write("engine", known));
  });
}

/** The statements of the account database. */
function watchDatabase(): void {
  // Called on the client it was called on.
  // oxlint-disable-next-line typescript/unbound-method
  const query = Client.prototype.query as (...given: unknown[]) => unknown;
  Object.defineProperty(Client.prototype, "query", {
    value(this: unknown, ...given: unknown[]) {
      const [first] = given;
      const isQuery = typeof first === "object" && first !== null && "text" in first;
      const text = typeof first === "string" ? first : isQuery ? String(first.text) : "";
      const begun = { from: now(), name: text };
      const answer = query.apply(this, given);
      if (answer instanceof Promise)
        answer.then(
          () => write("database", begun),
          () => write("database", begun),
        );
      else if (typeof given.at(-1) === "function") write("database", begun);
      return answer;
    },
  });
}

if (file !== undefined) {
  watchCalls();
  watchEngine();
  watchDatabase();
}
