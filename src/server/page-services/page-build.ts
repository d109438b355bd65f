import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The script a page begins with; its name holds a hash of its content. Null where it is none of a build. */
export const entryOf = (html: string): string | null =>
  /<script type="module"[^>]* src="(\/assets\/[\w.-]+)"/.exec(html)?.[1] ?? null;

/** Which build of the page a folder holds; null without one. */
export function pageBuild(client: string | null): string | null {
  const page = client === null ? null : join(client, "index.html");
  return page === null || !existsSync(page) ? null : entryOf(readFileSync(page, "utf8"));
}
