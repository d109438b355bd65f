import { readServices } from "./page-services/services.ts";
import type { Services } from "./page-services/services.ts";
import { readLimits } from "./auth/limits.ts";
import type { Limits } from "./auth/limits.ts";
import type { BucketAddress } from "./files/bucket-address.ts";
import { readDay } from "./day-sources.ts";
import type { DaySource } from "./day-sources.ts";
import { readSettings } from "./settings/read-settings.ts";
import type { Environment, Settings } from "./settings/read-settings.ts";

const LOOPBACK = "127.0.0.1";

export interface Config {
  readonly production: boolean;
  readonly databaseUrl: string | null;
  /** To the account database, of one process; null for its role's own number. */
  readonly databaseConnections: number | null;
  readonly queueConnections: number | null;
  /** Scans and previews that run at a time, of all workers; null for what the engine bears. */
  readonly engineAtOnce: { readonly scans: number | null; readonly previews: number | null };
  /** Bytes of answers to clauses that the engine keeps for previews; 0 keeps none. */
  readonly answerBytes: number;
  /** Without a trailing slash; null until the server listens on loopback and knows its port. */
  readonly publicUrl: string | null;
  readonly host: string;
  readonly logLevel: NonNullable<Settings["LOG_LEVEL"]>;
  /** Where the metrics are; without a port, each program has its own default. */
  readonly metrics: { readonly host: string; readonly port: number | null };
  /** How long a stop waits, in seconds; null for the program's own default. */
  readonly drainSeconds: number | null;
  readonly stopSeconds: number | null;
  readonly trustProxy: number;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly google: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string } | null;
  readonly stripe: { readonly secretKey: string; readonly webhookSecret: string | null } | null;
  readonly chartUrl: string | null;
  readonly chartPort: number | null;
  /** Whether webhooks may call this machine. */
  readonly webhooksHere: boolean;
  /** Third-party services of the page. */
  readonly services: Services;
  readonly analyticsSink: { readonly url: string; readonly token: string | null } | null;
  /** Null for the file of the data folder. */
  readonly secretsKeys: readonly Buffer[] | null;
  readonly limits: Limits;
  /** The bucket of files; null for the data folder. */
  readonly filesUrl: BucketAddress | null;
  readonly etl: {
    readonly folder: string | BucketAddress;
    readonly source: NonNullable<Settings["ETL_SOURCE"]>;
  } | null;
  /** The file of pinned values; null without one. */
  readonly pinnedValues: string | null;
  /** What brings each session into the market after its close; null where nothing does. */
  readonly day: { readonly sources: readonly DaySource[]; readonly symbols: readonly string[] | null } | null;
}

/** Reads the environment. Throws StartError with a line for each setting that cannot be used. */
export function readConfig(env: Environment): Config {
  const data = readSettings(env);
  const production = data.NODE_ENV === "production";
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = data;
  const services = readServices(data);
  return {
    services,
    analyticsSink:
      data.ANALYTICS_SINK_URL === undefined
        ? null
        : { url: data.ANALYTICS_SINK_URL, token: data.ANALYTICS_SINK_TOKEN ?? null },
    secretsKeys: data.SECRETS_KEYS ?? null,
    limits: data.RATE_LIMITS ?? readLimits(""),
    production,
    databaseUrl: data.DATABASE_URL ?? null,
    databaseConnections: data.DATABASE_CONNECTIONS ?? null,
    queueConnections: data.QUEUE_CONNECTIONS ?? null,
    engineAtOnce: { scans: data.ENGINE_SCANS ?? null, previews: data.ENGINE_PREVIEWS ?? null },
    answerBytes: (data.ANSWERS_MB ?? 512) * 1_000_000,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    host: data.HOST ?? LOOPBACK,
    logLevel: data.LOG_LEVEL ?? "warn",
    metrics: { host: data.METRICS_HOST ?? LOOPBACK, port: data.METRICS_PORT ?? null },
    drainSeconds: data.DRAIN_SECONDS ?? null,
    stopSeconds: data.STOP_SECONDS ?? null,
    trustProxy: data.TRUST_PROXY ?? 0,
    smtpUrl: data.SMTP_URL ?? null,
    mailFrom: data.MAIL_FROM ?? "Scanbook <no-reply@localhost>",
    google:
      clientId === undefined || clientSecret === undefined
        ? null
        : { issuer: data.GOOGLE_ISSUER ?? "https://accounts.google.com", clientId, clientSecret },
    stripe:
      data.STRIPE_SECRET_KEY === undefined
        ? null
        : { secretKey: data.STRIPE_SECRET_KEY, webhookSecret: data.STRIPE_WEBHOOK_SECRET ?? null },
    chartUrl: data.CHART_URL?.replace(/\/+$/, "") ?? null,
    chartPort: data.CHART_PORT ?? null,
    webhooksHere: data.WEBHOOKS === "loopback",
    filesUrl: data.FILES_URL ?? null,
    pinnedValues: data.PINNED_VALUES ?? null,
    day: data.MARKET_SOURCES === undefined ? null : readDay(data.MARKET_SOURCES, data.MARKET_SYMBOLS, env),
    etl: data.ETL_FOLDER === undefined ? null : { folder: data.ETL_FOLDER, source: data.ETL_SOURCE ?? "csv" },
  };
}
