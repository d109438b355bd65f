import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { outboxFolder } from "../../src/server/mail/outbox-page.ts";

export interface OutboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What lies in the outbox of a data folder for an address, the oldest first. */
export async function mailsTo(data: string, address: string): Promise<readonly OutboxMail[]> {
  const folder = outboxFolder(data);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json")).toSorted();
  const mails = await Promise.all(
    names.map(async (name): Promise<OutboxMail> => JSON.parse(await readFile(join(folder, name), "utf8"))),
  );
  return mails.filter(({ to }) => to === address);
}

/** The token of a mailed link. */
export const tokenIn = (text: string): string => /#token=([\w-]+)/.exec(text)?.[1] ?? "";
