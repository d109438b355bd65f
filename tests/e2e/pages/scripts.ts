import { gzipSync } from "node:zlib";
import type { BrowserContext } from "playwright";

/** Bytes of every script that is brought from now on to a browser which has nothing yet, compressed, by file. */
export function scriptsOf(context: BrowserContext): () => Promise<ReadonlyMap<string, number>> {
  const bodies: Promise<readonly [string, number]>[] = [];
  context.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js"))
      bodies.push(response.body().then((body) => [pathname.replace(/^.*\//, ""), gzipSync(body).length] as const));
  });
  return async () => new Map(await Promise.all(bodies.splice(0)));
}

export const sum = (sizes: ReadonlyMap<string, number>): number =>
  [...sizes.values()].reduce((all, one) => all + one, 0);
