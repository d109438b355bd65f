import { createServer } from "node:http";
import type { Server } from "node:http";
import { PROBLEMS } from "../../contract/index.ts";
import { isTaken } from "../listen.ts";
import { asProblem } from "../problem.ts";
import { StartError } from "../start-error.ts";
import { readGauges } from "./gauges.ts";
import type { MeasuredParts } from "./gauges.ts";
import { CONTENT_TYPE, measureProcess } from "./metrics.ts";

export interface MetricsServer {
  readonly address: string;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly body: string;
}

const json = (status: number, value: object): Answer => ({
  status,
  body: JSON.stringify(value),
  type: "application/json",
});

/** What is answered at each path; nothing else is there. */
function answersOf(parts: MeasuredParts): ReadonlyMap<string, () => Promise<Answer>> {
  return new Map([
    ["/health", async () => json(200, { status: "ok" })],
    [
      "/ready",
      async () => {
        try {
          return json(200, { status: "ready", engine: await parts.readiness.check() });
        } catch (error) {
          const { slug, message } = asProblem(error);
          return json(PROBLEMS[slug].status, { status: slug, detail: message });
        }
      },
    ],
    [
      "/metrics",
      async () => {
        await readGauges(parts);
        return { status: 200, type: CONTENT_TYPE, body: await parts.metrics.text() };
      },
    ],
  ]);
}

/** Where nothing says which: that of OpenTelemetry's exporter for Prometheus, and so many after it. */
const FIRST_PORT = 9_464;
const PORTS = 20;

async function listenAt(server: Server, host: string, given: number | null): Promise<void> {
  for (let port = given ?? FIRST_PORT; ; port += 1) {
    try {
      await new Promise<void>((done, failed) => {
        server.once("error", failed);
        server.listen(port, host, () => {
          server.removeListener("error", failed);
          done();
        });
      });
      return;
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (given !== null) throw new StartError(`METRICS_PORT: ${given} is taken by another program`);
      if (port >= FIRST_PORT + PORTS) throw error;
    }
  }
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/;

/**
 * A server for those who operate this one, on a port of its own: never that of the product, since it tells how much is going on.
 * On loopback it answers to no other name, so that no page of somebody's browser can read it. Without a port it takes
 * the first that is free. Rejects where the given one is taken.
 */
export async function listenForMetrics(
  parts: MeasuredParts,
  { host, port }: { readonly host: string; readonly port: number | null },
): Promise<MetricsServer> {
  const answers = answersOf(parts);
  measureProcess();
  const isOwn = (name = ""): boolean => !LOOPBACK.test(host) || LOOPBACK.test(name.replace(/:\d+$/, "").toLowerCase());
  const server = createServer((request, reply) => {
    const found = answers.get((request.url ?? "").replace(/\?.*$/s, ""));
    const answer = found === undefined || request.method !== "GET" || !isOwn(request.headers.host) ? null : found();
    const send = ({ status, type = "text/plain", body }: Answer): void => {
      reply.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
    };
    if (answer === null) send({ status: 404, body: "Not found\n" });
    else
      answer.then(send, (error: unknown) => {
        parts.logger.error({ err: error }, "metrics could not be told");
        send({ status: 500, body: "Something went wrong\n" });
      });
  });
  await listenAt(server, host, port);
  const bound = server.address();
  const taken = bound !== null && typeof bound === "object" ? bound.port : 0;
  return {
    address: `http://${LOOPBACK.test(host) ? "localhost" : host}:${taken}`,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
