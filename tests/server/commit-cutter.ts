import { createServer, connect } from "node:net";
import type { Socket } from "node:net";
import { join } from "node:path";

export interface CommitCutter {
  readonly port: number;
  /** The next transaction that holds these words is committed, and its connection is cut before anybody learns of it. */
  cutAfter(words: string): Promise<void>;
  close(): Promise<void>;
}

/** A way to PostgreSQL that breaks at the worst moment: the commit is done and its answer lost. */
export async function cutCommits({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<CommitCutter> {
  let wanted: { readonly words: string; readonly done: () => void } | null = null;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    // A host that is a path is the folder of a socket.
    const postgres = host.startsWith("/") ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    for (const socket of [client, postgres]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        open.delete(socket);
        client.destroy();
        postgres.destroy();
      });
    }
    let held = false;
    let cutting = false;
    client.on("data", (sent) => {
      const text = sent.toString("latin1");
      if (wanted !== null && text.includes(wanted.words)) held = true;
      if (held && /commit/i.test(text)) cutting = true;
      postgres.write(sent);
    });
    postgres.on("data", (sent) => {
      if (!cutting) return void client.write(sent);
      wanted?.done();
      wanted = null;
      client.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const bound = server.address();
  return {
    port: bound !== null && typeof bound === "object" ? bound.port : 0,
    cutAfter: (words) =>
      new Promise((done) => {
        wanted = { words, done };
      }),
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
