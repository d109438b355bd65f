import { timingSafeEqual } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { hashOf, newSecret } from "../auth/secrets.ts";
import type { Config } from "../config.ts";
import { privateFile } from "../private-files.ts";

const OUTBOX_PATH = "/dev/outbox";
/** Newest mails shown. */
const MAX_SHOWN_MAILS = 50;

const Query = z.object({ key: z.string() });
const StoredMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), sent_at: z.string() });
type StoredMail = z.infer<typeof StoredMail>;

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const LOCAL_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** File of the key of the outbox page, for those who may read the data folder. */
const keyFile = (data: string): string => join(data, "outbox.key");

/** The data folder's key, made where there is none. */
async function outboxKey(data: string): Promise<string> {
  const path = keyFile(data);
  const kept = await readFile(path, "utf8").catch(() => "");
  if (/^[\w-]{43}\s*$/.test(kept)) return kept.trim();
  const { text } = newSecret();
  await rm(path, { force: true });
  await writeFile(path, `${text}\n`, { mode: 0o600, flag: "wx" });
  await privateFile(path);
  return text;
}

/** Folder of mails that were not sent. */
export const outboxFolder = (data: string): string => join(data, "outbox");

/** False in production, where mails are sent, or where the server has a public name, since links in mails give access to accounts. */
export function hasOutboxPage(config: Pick<Config, "production" | "smtpUrl" | "publicUrl">): boolean {
  const named = config.publicUrl !== null && !LOCAL_NAMES.has(new URL(config.publicUrl).hostname);
  return !config.production && config.smtpUrl === null && !named;
}

/**
 * Shows the mails of the outbox to developers on this machine; never to another machine, and only with the key of the data
 * folder, since other users of the machine, or a proxy on it, could call too. No answer of the server holds the key.
 * Returns the page's path with its key; null where there is no page.
 */
export async function outboxPage(app: FastifyInstance, data: string, config: Config): Promise<string | null> {
  if (!hasOutboxPage(config)) return null;
  const key = await outboxKey(data);
  app.get(OUTBOX_PATH, async (request, reply) => {
    const given = Query.safeParse(request.query).data?.key ?? "";
    if (!LOOPBACK.has(request.ip) || !timingSafeEqual(hashOf(given), hashOf(key))) return reply.callNotFound();
    return reply
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(page(await newest(outboxFolder(data))));
  });
  return `${OUTBOX_PATH}?key=${key}`;
}

async function newest(folder: string): Promise<readonly StoredMail[]> {
  // No mail yet, no folder.
  const names = await readdir(folder).catch(() => []);
  const last = names
    .filter((name) => name.endsWith(".json"))
    .sort()
    .slice(-MAX_SHOWN_MAILS)
    .reverse();
  return Promise.all(
    last.map(async (name) => StoredMail.parse(JSON.parse(await readFile(join(folder, name), "utf8")))),
  );
}

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);

/** A line that is an address as a whole becomes a link. */
const body = (text: string): string =>
  escaped(text).replaceAll(/^https?:\/\/\S+$/gm, (address) => `<a href="${address}">${address}</a>`);

const DAY = new Intl.DateTimeFormat("en-US", { year: "numeric", month: "2-digit", day: "2-digit" });
const MINUTE = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit" });
/** yyyy-MM-ddThh:mm:ss.sssZ as MM/dd/yyyy hh:mm a by the clock of this machine; what is no moment as it stands. */
function momentOf(sent: string): string {
  const at = new Date(sent);
  return Number.isNaN(at.getTime()) ? sent : `${DAY.format(at)} ${MINUTE.format(at)}`;
}

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif;background:light-dark(#fff,#111113);color:light-dark(#1c2024,#edeef0)}
body{max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
article{padding:.5rem 0;border-top:1px solid light-dark(#d9d9e0,#43484e)}
h2{font-size:1.1rem}
pre{white-space:pre-wrap}
a{color:light-dark(#0d74ce,#70b8ff)}`;

const page = (mails: readonly StoredMail[]): string =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" type="image/svg+xml" href="/favicon.svg"><title>Outbox</title>',
    `<style>${STYLE}</style><body>`,
    `<h1>Outbox</h1><p>${mails.length === 0 ? "No mail yet." : "Mails that would have been sent, the newest first."}</p>`,
    ...mails.map(
      ({ to, subject, text, sent_at }) =>
        `<article><h2>${escaped(subject)}</h2><p>to ${escaped(to)}, ${escaped(momentOf(sent_at))}</p><pre>${body(text)}</pre></article>`,
    ),
    "</body></html>",
  ].join("\n");
