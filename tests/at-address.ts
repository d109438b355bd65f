import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { Address } from "../src/market/engine/address.ts";

/** Where a call's connection is to break: while it is sent, or once the engine has done what it asks. */
export type Break = (call: IncomingMessage) => "sending" | "answering" | null;

/** An engine behind an address that takes user and password, as a server elsewhere does; ours takes its secret only. */
export async function atAddress(
  engine: () => Promise<Address | null>,
  breaks: Break = () => null,
): Promise<{ readonly url: string; readonly server: Server }> {
  // Parameters of a statement travel in its address, of which a ClickHouse server takes a megabyte.
  const server = createServer({ maxHeaderSize: 1 << 20 }, (call, reply) => {
    const pass = async (): Promise<void> => {
      const to = await engine();
      if (to === null) throw new Error("no engine");
      const headers = { ...call.headers, authorization: `Bearer ${to.secret}` };
      const { method, url } = call;
      const broken = breaks(call);
      const on = request({ host: "127.0.0.1", port: to.port, method, path: url, headers, agent: false }, (answer) => {
        if (broken === "answering") return void answer.resume().once("end", () => reply.destroy());
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      });
      on.on("error", () => reply.destroy());
      // Whoever leaves ends the statement.
      reply.on("close", () => on.destroy());
      if (broken === "sending") call.once("data", () => reply.destroy());
      call.pipe(on);
    };
    pass().catch(() => reply.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const at = server.address();
  return { server, url: `http://scanbook:password@127.0.0.1:${typeof at === "object" ? at?.port : 0}/market` };
}
