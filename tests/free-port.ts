import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below every port that a system lends to outgoing connections (Linux from 32,768, macOS and Windows from 49,152): a
 * program that listens seconds later, or again on the same port, never finds such a connection there.
 */
const FIRST_PORT = 10_000;
const LAST_PORT = 32_000;

const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer();
    probe.once("error", () => done(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
  });

/** A port for a program that a test starts: nobody listens on it, nor on the next one, where the charts are. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 2 * randomInt(FIRST_PORT / 2, LAST_PORT / 2);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}
