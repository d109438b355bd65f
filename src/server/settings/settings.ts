import type { ImportSource } from "../../market/index.ts";
import { readKeys } from "../auth/keyring.ts";
import { isBucketAddress, readBucketAddress } from "../files/bucket-address.ts";
import { readLimits } from "../auth/limits.ts";
import { readSources } from "../day-sources.ts";
import { CARD_FIELDS, PAGE_SERVICES } from "../page-services/page-services.ts";
import { address, matching, oneOf, readBy, secret, text, web, whole } from "./kinds.ts";
import type { SettingKind } from "./kinds.ts";

/** Programs that read a setting: the web server, a worker, or every command. `start` is web server and worker. */
type Reader = "serve" | "work" | "all";

export interface Setting extends SettingKind {
  readonly section: (typeof SETTING_SECTIONS)[number];
  /** What it sets, in Markdown. */
  readonly meaning: string;
  /** What holds where it is left out, in Markdown. */
  readonly otherwise: string;
  readonly readers: readonly Reader[];
  /** `value`: never shown. `address`: shown without user, password and query. */
  readonly secret?: "value" | "address";
}

/** Sections of the page of the configuration. */
export const SETTING_SECTIONS = ["parts", "server", "operation", "accounts", "market", "services"] as const;

/** What the folder of imports may hold: as `market import` names it. */
const ETL_SOURCES = ["csv", "lean", "massive", "edgar", "stooq"] as const satisfies readonly ImportSource[];
const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const ALL = ["all"] as const;
const WEB = ["serve"] as const;
const BOTH = ["serve", "work"] as const;

/** Every environment variable that is read. An empty value is as good as none. */
export const SETTINGS = {
  SCANBOOK_DATA: {
    section: "parts",
    ...text(4_096),
    meaning: "the data folder (`--data` takes precedence)",
    otherwise: "`.scanbook`",
    readers: ALL,
  },
  NODE_ENV: {
    section: "parts",
    ...text(100),
    meaning: "`production`: no outbox page, no test payments, no demo",
    otherwise: "the outbox page, test payments and the demo are there",
    readers: ALL,
  },
  DATABASE_URL: {
    section: "parts",
    ...address("postgres", "postgresql"),
    meaning: "PostgreSQL for accounts and jobs, reached without a pooler of transactions",
    otherwise: "one inside the data folder",
    readers: ALL,
    secret: "address",
  },
  DATABASE_CONNECTIONS: {
    section: "parts",
    ...whole(2, 200),
    meaning: "connections of one process to it, besides those of the queue",
    otherwise: "`serve` and `start`: 16; `work`: 6",
    readers: BOTH,
  },
  QUEUE_CONNECTIONS: {
    section: "parts",
    ...whole(2, 50),
    meaning: "connections of one process to it for the queue of jobs",
    otherwise: "4",
    readers: BOTH,
  },
  MARKET_URL: {
    section: "parts",
    ...web,
    meaning: "ClickHouse for the market",
    otherwise: "one inside the data folder",
    readers: ALL,
    secret: "address",
  },
  ENGINE_SCANS: {
    section: "parts",
    ...whole(1, 64),
    meaning: "scans that run at a time in the engine, of all workers together; the same for all of them",
    otherwise: "2; at `MARKET_URL` a quarter of its cores where that is more",
    readers: ["work"],
  },
  ENGINE_PREVIEWS: {
    section: "parts",
    ...whole(1, 64),
    meaning: "previews that run at a time in the engine, of all workers together; the same for all of them",
    otherwise: "2; at `MARKET_URL` half of its cores where that is more",
    readers: ["work"],
  },
  ANSWERS_MB: {
    section: "parts",
    ...whole(0, 1_000_000),
    meaning:
      "megabytes of answers to single filters and columns that the engine keeps of a snapshot for previews, on disk; 0 keeps none, nor previews that are answers to the same question. The same for all servers and workers",
    otherwise: "512",
    readers: BOTH,
  },
  MARKET_CLUSTER: {
    section: "parts",
    ...matching(/^[A-Za-z_][\w-]{0,99}$/, "the name of a cluster: letters, digits, _ and -"),
    meaning: "the cluster of that ClickHouse whose shards and replicas hold the market ([clusters](clusters.md))",
    otherwise: "one server holds it",
    readers: ALL,
  },
  FILES_URL: {
    section: "parts",
    ...readBy(readBucketAddress, "an address of a bucket"),
    meaning: "a storage with S3's interface for files of results ([below](#files))",
    otherwise: "`files` of the data folder",
    readers: BOTH,
    secret: "value",
  },
  SECRETS_KEYS: {
    section: "parts",
    ...readBy(readKeys, "keys of 32 bytes in base64, divided by commas"),
    meaning:
      "keys that encrypt second factors and the secrets of webhooks, 32 bytes in base64 each (`openssl rand -base64 32`), separated by commas",
    otherwise: "one in `secrets.key` of the data folder",
    readers: BOTH,
    secret: "value",
  },
  PUBLIC_URL: {
    section: "server",
    ...web,
    meaning: "the address by which people reach the server: links in mails, origin of pages",
    otherwise: "this machine only",
    readers: BOTH,
  },
  HOST: {
    section: "server",
    ...text(255),
    meaning: "the address to listen on; another than loopback only behind a proxy with https",
    otherwise: "`127.0.0.1`",
    readers: WEB,
  },
  TRUST_PROXY: {
    section: "server",
    ...whole(0, 5),
    meaning: "the number of your own proxies in front",
    otherwise: "0",
    readers: WEB,
  },
  RATE_LIMITS: {
    section: "server",
    ...readBy(readLimits, "limits `name=calls/seconds`, separated by commas"),
    meaning: "other limits than the built-in ones: `name=calls/seconds`, separated by commas",
    otherwise: "the limits below",
    readers: WEB,
  },
  CHART_URL: {
    section: "server",
    ...web,
    meaning: "the address by which people reach the charting page, an origin of its own",
    otherwise: "charts work on this machine only",
    readers: WEB,
  },
  CHART_PORT: {
    section: "server",
    ...whole(0, 65_535),
    meaning: "the port on which the charting page listens",
    otherwise: "the port after the product's, or any that is free",
    readers: WEB,
  },
  LOG_LEVEL: {
    section: "operation",
    ...oneOf(LEVELS),
    meaning: `the least level that is logged: ${LEVELS.map((level) => `\`${level}\``).join(", ")}`,
    otherwise: "`warn`",
    readers: BOTH,
  },
  METRICS_PORT: {
    section: "operation",
    ...whole(0, 65_535),
    meaning: "the port of `/metrics`, `/health` and `/ready` for those who operate it; never that of the product",
    otherwise: "`serve` and `work`: 9464 or the next that is free; `start`: none",
    readers: BOTH,
  },
  METRICS_HOST: {
    section: "operation",
    ...text(255),
    meaning: "the address on which that port listens; another than loopback only in a network of your own",
    otherwise: "`127.0.0.1`",
    readers: BOTH,
  },
  DRAIN_SECONDS: {
    section: "operation",
    ...whole(0, 300),
    meaning: "how long a server that was told to stop goes on taking calls while `/ready` says no",
    otherwise: "`serve`: 5; `start`: 0",
    readers: WEB,
  },
  STOP_SECONDS: {
    section: "operation",
    ...whole(0, 3_600),
    meaning: "how long open calls, and scans that run, may then take to end; scans that do not are handed back",
    otherwise: "`serve` and `work`: 20; `start`: 2 for calls, 0 for scans",
    readers: BOTH,
  },
  SMTP_URL: {
    section: "accounts",
    ...address("smtp", "smtps"),
    meaning: "the mail server: `smtp://user:password@host:port`",
    otherwise: "mails are written to `outbox` of the data folder",
    readers: BOTH,
    secret: "address",
  },
  MAIL_FROM: {
    section: "accounts",
    ...text(200),
    meaning: "the sender of mails",
    otherwise: "`Scanbook <no-reply@localhost>`",
    readers: ["work"],
  },
  GOOGLE_CLIENT_ID: {
    section: "accounts",
    ...text(500),
    meaning: "sign-in with Google, together with its secret",
    otherwise: "it is not offered",
    readers: WEB,
  },
  GOOGLE_CLIENT_SECRET: {
    section: "accounts",
    ...secret,
    meaning: "the secret of `GOOGLE_CLIENT_ID`",
    otherwise: "it is not offered",
    readers: WEB,
    secret: "value",
  },
  GOOGLE_ISSUER: {
    section: "accounts",
    ...web,
    meaning: "another OpenID provider in Google's place, for tests",
    otherwise: "Google",
    readers: WEB,
  },
  STRIPE_SECRET_KEY: {
    section: "accounts",
    ...secret,
    meaning: "payment by Stripe",
    otherwise: "a test provider; in production none",
    readers: BOTH,
    secret: "value",
  },
  STRIPE_WEBHOOK_SECRET: {
    section: "accounts",
    ...secret,
    meaning: "checks what Stripe reports",
    otherwise: "nothing that it reports is taken",
    readers: WEB,
    secret: "value",
  },
  WEBHOOKS: {
    section: "accounts",
    ...oneOf(["public", "loopback"]),
    meaning: "`loopback` allows webhooks to call this machine, for tests; nothing lets them call a private network",
    otherwise: "`public`",
    readers: BOTH,
  },
  ETL_FOLDER: {
    section: "market",
    ...readBy(
      (value) => (isBucketAddress(value) ? readBucketAddress(value) : value),
      "a folder, or an address of a bucket",
    ),
    meaning: "the folder that an administrator's import reads, also in a storage with S3's interface",
    otherwise: "there are no such imports",
    readers: BOTH,
    secret: "value",
  },
  ETL_SOURCE: {
    section: "market",
    ...oneOf(ETL_SOURCES),
    meaning: `its format: ${ETL_SOURCES.map((source) => `\`${source}\``).join(", ")}`,
    otherwise: "`csv`",
    readers: BOTH,
  },
  MARKET_SOURCES: {
    section: "market",
    ...readBy(readSources, "names of sources, separated by commas"),
    meaning:
      "the [sources](sources.md#a-day-by-itself) that bring each session into the market after its close, separated by commas; `folder` is `ETL_FOLDER`",
    otherwise: "nothing comes by itself",
    readers: BOTH,
  },
  PINNED_VALUES: {
    section: "market",
    ...text(1_000),
    meaning:
      "a file of [pinned values](checking.md#pinned-values), checked after each import and each start; what does not hold stands on *Market data* and in the log",
    otherwise: "nothing is pinned",
    readers: BOTH,
  },
  MARKET_SYMBOLS: {
    section: "market",
    ...text(100_000),
    meaning: "the symbols that sources called by symbol are asked for, separated by commas",
    otherwise: "those that had bars in the market's last month",
    readers: BOTH,
  },
  CHAT: {
    section: "services",
    ...oneOf(Object.keys(PAGE_SERVICES.chat)),
    meaning: "chat and support: `crisp`",
    otherwise: "none",
    readers: WEB,
  },
  CHAT_KEY: {
    section: "services",
    ...text(500),
    meaning: "its website id",
    otherwise: "none",
    readers: WEB,
    secret: "value",
  },
  ANALYTICS: {
    section: "services",
    ...oneOf(Object.keys(PAGE_SERVICES.analytics)),
    meaning: "analytics in the page: `plausible`",
    otherwise: "none",
    readers: WEB,
  },
  ANALYTICS_KEY: {
    section: "services",
    ...text(500),
    meaning: "the domain under which it knows the site",
    otherwise: "none",
    readers: WEB,
    secret: "value",
  },
  AFFILIATE: {
    section: "services",
    ...oneOf(Object.keys(PAGE_SERVICES.affiliate)),
    meaning: "affiliate referral: `rewardful`",
    otherwise: "none",
    readers: WEB,
  },
  AFFILIATE_KEY: {
    section: "services",
    ...text(500),
    meaning: "its API key for pages",
    otherwise: "none",
    readers: WEB,
    secret: "value",
  },
  STRIPE_PUBLISHABLE_KEY: {
    section: "services",
    ...matching(CARD_FIELDS.key, "a publishable key of Stripe, pk_…"),
    meaning: "card fields in the page, by Stripe",
    otherwise: "cards are entered on Stripe's own page",
    readers: WEB,
    secret: "value",
  },
  ANALYTICS_SINK_URL: {
    section: "services",
    ...web,
    meaning: "analytics behind the server: any address that accepts JSON",
    otherwise: "events are not forwarded",
    readers: ["work"],
    secret: "address",
  },
  ANALYTICS_SINK_TOKEN: {
    section: "services",
    ...secret,
    meaning: "its bearer token",
    otherwise: "none is sent",
    readers: ["work"],
    secret: "value",
  },
} as const satisfies Readonly<Record<string, Setting>>;
