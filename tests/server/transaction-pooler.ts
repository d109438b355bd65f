import { connect, createServer } from "node:net";
import type { Socket } from "node:net";

/** Frontend/Backend Protocol 3.0: what a server says to somebody whom it lets in, and that it is ready outside a transaction. */
const LET_IN = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const TERMINATE = 0x58;

/** A connection to PostgreSQL. What comes while nobody has it, such as a notification, is lost, as with a real pooler. */
interface Backend {
  readonly socket: Socket;
  client: Socket | null;
}

/**
 * A pooler in front of PostgreSQL that lets everybody in: each transaction gets the connection that was used last and is
 * free, as PgBouncer does with `pool_mode = transaction`.
 */
export async function transactionPooler(path: string): Promise<{ readonly port: number; close(): Promise<void> }> {
  const idle: Backend[] = [];
  const all: Socket[] = [];
  let startup: Buffer | null = null;

  /** Calls `ended` with each message, and whether a transaction is over with it. */
  const messages = (socket: Socket, each: (message: Buffer, over: boolean) => void): void => {
    let rest = Buffer.alloc(0);
    socket.on("data", (bytes) => {
      rest = Buffer.concat([rest, Buffer.from(bytes)]);
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const message = rest.subarray(0, rest.readInt32BE(1) + 1);
        rest = rest.subarray(message.length);
        each(message, message.equals(READY));
      }
    });
  };

  const openBackend = (first: Buffer): Promise<Backend> =>
    new Promise((done) => {
      const backend: Backend = { socket: connect(path), client: null };
      all.push(backend.socket);
      backend.socket.on("error", () => undefined).write(first);
      let opened = false;
      messages(backend.socket, (message, over) => {
        const { client } = backend;
        if (!opened) {
          opened = over;
          if (over) done(backend);
          return;
        }
        if (over) {
          backend.client = null;
          idle.push(backend);
        }
        client?.write(message);
      });
    });

  const server = createServer((client) => {
    all.push(client);
    client.on("error", () => undefined);
    let mine: Backend | null = null;
    let queue = Promise.resolve();
    client.once("data", (first) => {
      startup ??= Buffer.from(first);
      const begin = startup;
      client.write(Buffer.concat([LET_IN, READY]));
      client.on("data", (bytes) => {
        if (bytes[0] === TERMINATE) return;
        queue = queue.then(async () => {
          if (mine === null || mine.client !== client) mine = idle.pop() ?? (await openBackend(begin));
          mine.client = client;
          mine.socket.write(bytes);
        });
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const at = server.address();
  return {
    port: at !== null && typeof at === "object" ? at.port : 0,
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of all) socket.destroy();
      await closed;
    },
  };
}
