import { gzipSync } from "node:zlib";

/** The part of playwright's response that is read. */
export interface ScriptResponse {
  url(): string;
  body(): Promise<Buffer>;
}

/** The part of playwright's browser context that is listened to. */
interface ResponseEvents {
  on(event: "response", listener: (response: ScriptResponse) => void): unknown;
}

const sizeOf = async (response: ScriptResponse): Promise<number> => gzipSync(await response.body()).length;

/** Bytes of every script that is brought from now on to a browser which has nothing yet, compressed, by file. */
export function scriptsOf(context: ResponseEvents): () => Promise<ReadonlyMap<string, number>> {
  const sizes: Promise<readonly [string, number]>[] = [];
  context.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith(".js")) return;
    const size = sizeOf(response).then((bytes) => [pathname.replace(/^.*\//, ""), bytes] as const);
    // A script that arrives while its page closes has no body: only whoever reads the sizes sees that failure.
    size.catch(() => undefined);
    sizes.push(size);
  });
  return async () => new Map(await Promise.all(sizes.splice(0)));
}

export const sum = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((all, one) => all + one, 0);
