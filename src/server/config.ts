import { z } from "zod";
import { readServices, SERVICE_VARIABLES } from "./page-services/services.ts";
import type { Services } from "./page-services/services.ts";
import { readKeys } from "./auth/keyring.ts";
import { readLimits } from "./auth/limits.ts";
import type { Limits } from "./auth/limits.ts";

/** Refuses a secret left as in an example. */
const Secret = z
  .string()
  .min(8, "is too short")
  .refine((text) => !/^(change[-_ ]?me|secret|password|example|placeholder|xxx+|todo|your[-_].*)$/i.test(text), {
    message: "is still a placeholder",
  });
/** What the folder of imports may hold: as `market import` names it. */
const ETL_SOURCES = ["csv", "lean", "massive", "edgar"] as const;
const Address = z.url({ protocol: /^https?$/ });

/** The environment as the server reads it; every field may be left out. */
const Environment = z.object({
  NODE_ENV: z.string().optional(),
  /** PostgreSQL for accounts and jobs; left out, the embedded one in the data folder. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Public address of the server, for links in mails, cookies and the origin of pages. */
  PUBLIC_URL: Address.optional(),
  /** Address to listen on; loopback by default, another only behind a proxy with https. */
  HOST: z.string().optional(),
  /** Reverse proxies whose X-Forwarded-For counts; none by default. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).optional(),
  /** smtp://user:password@host:port; left out, mails are written to the outbox of the data folder. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().max(200).optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: Secret.optional(),
  /** Another OpenID provider in Google's place, for tests. */
  GOOGLE_ISSUER: Address.optional(),
  /** Left out, a test provider with the same API is used, plainly marked as a test. */
  STRIPE_SECRET_KEY: Secret.optional(),
  STRIPE_WEBHOOK_SECRET: Secret.optional(),
  /** `loopback` lets webhooks call this machine, for tests; nothing lets them call a private network. */
  WEBHOOKS: z.enum(["public", "loopback"]).optional(),
  /** Folder and kind of the data for imports started by an admin; left out, there are no such imports. */
  ETL_FOLDER: z.string().min(1).optional(),
  ETL_SOURCE: z.enum(ETL_SOURCES).optional(),
  /** Address to which events are forwarded, and its bearer token; left out, they are not forwarded. */
  ANALYTICS_SINK_URL: Address.optional(),
  ANALYTICS_SINK_TOKEN: Secret.optional(),
  /** Keys that encrypt second factors and the secrets of webhooks: 32 bytes in base64 each, the first for encryption, all for decryption. Left out, a file of the data folder. */
  SECRETS_KEYS: z.string().optional(),
  /** Other limits than the built-in ones: `name=calls/seconds`, divided by commas. */
  RATE_LIMITS: z.string().max(10_000).optional(),
  /** Public address of the charting page, on an origin of its own; left out, charts work on this machine only. */
  CHART_URL: Address.optional(),
  /** Port of the charting page; left out, the port after the product's, or any that is free. */
  CHART_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
});

/** Names of all variables that the server reads. */
export const VARIABLES: readonly string[] = [...Object.keys(Environment.shape), ...SERVICE_VARIABLES];

export interface Config {
  readonly production: boolean;
  readonly databaseUrl: string | null;
  /** Without a trailing slash; null until the server listens on loopback and knows its port. */
  readonly publicUrl: string | null;
  readonly host: string;
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
  readonly etl: { readonly folder: string; readonly source: (typeof ETL_SOURCES)[number] } | null;
}

/** Reads the environment. Throws one line per variable that cannot be used; values are never repeated. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const { data, error } = Environment.safeParse(given);
  if (error !== undefined) {
    throw new Error(error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
  }
  const production = data.NODE_ENV === "production";
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = data;
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    throw new Error("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together.");
  }
  const services = readServices(given);
  return {
    services,
    analyticsSink:
      data.ANALYTICS_SINK_URL === undefined
        ? null
        : { url: data.ANALYTICS_SINK_URL, token: data.ANALYTICS_SINK_TOKEN ?? null },
    secretsKeys: data.SECRETS_KEYS === undefined ? null : readKeys(data.SECRETS_KEYS),
    limits: readLimits(data.RATE_LIMITS ?? ""),
    production,
    databaseUrl: data.DATABASE_URL ?? null,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, "") ?? null,
    host: data.HOST ?? "127.0.0.1",
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
    etl: data.ETL_FOLDER === undefined ? null : { folder: data.ETL_FOLDER, source: data.ETL_SOURCE ?? "csv" },
  };
}
