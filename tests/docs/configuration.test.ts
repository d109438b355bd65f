import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatted } from "./formatted.ts";
import { PAGE_SERVICES } from "../../src/server/page-services/page-services.ts";
import { GUESSING } from "../../src/server/auth/limits.ts";
import { readConfig } from "../../src/server/index.ts";
import { misspelt } from "../../src/server/settings/read-settings.ts";
import { SETTING_SECTIONS, SETTINGS } from "../../src/server/settings/settings.ts";
import type { Setting } from "../../src/server/settings/settings.ts";

const PATH = join(import.meta.dirname, "../../docs/configuration.md");
const page = readFileSync(PATH, "utf8");
const settings = Object.entries<Setting>(SETTINGS);

const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ");

/** Who reads a setting, as the page says it. */
const readersOf = ({ readers }: Setting): string => (readers.includes("all") ? "every command" : code(readers));

function tableOf(section: string): string {
  const rows = settings
    .filter(([, setting]) => setting.section === section)
    .map(([name, setting]) => [`\`${name}\``, setting.meaning, setting.otherwise, readersOf(setting)]);
  const head = ["variable", "what it sets", "when left out", "read by"];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

describe("docs/configuration.md", () => {
  test("has a table of the settings of each section; `npm run docs` writes them anew", async () => {
    const found: string[] = [];
    const whole = page.replaceAll(/(<!-- settings: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
      found.push(String(name));
      return `${begin}\n${tableOf(String(name))}\n\n${end}`;
    });
    expect(found.toSorted()).toEqual(SETTING_SECTIONS.toSorted());
    await expect(await formatted(whole)).toMatchFileSnapshot(PATH);
  });

  test.each(Object.values(PAGE_SERVICES).flatMap((providers) => Object.keys(providers)))("names %s", (name) => {
    expect(page).toContain(`\`${name}\``);
  });

  test.each(Object.entries(GUESSING))("names the limit %s", (name, { calls, seconds }) => {
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\|.*\\| ${calls}/${seconds} +\\|$`, "m"));
  });
});

/** Of each setting a value that it cannot have; texts may have any. */
const WRONG: Readonly<Record<string, readonly [value: string, message: string]>> = {
  DATABASE_URL: [
    "mysql://ada:hunter2@db.example/scanbook?password=hunter2",
    'DATABASE_URL: has to be an address that begins with postgres:// or postgresql://, not "mysql://db.example/scanbook"',
  ],
  DATABASE_CONNECTIONS: ["1", 'DATABASE_CONNECTIONS: has to be a whole number from 2 to 200, not "1"'],
  QUEUE_CONNECTIONS: ["many", 'QUEUE_CONNECTIONS: has to be a whole number from 2 to 50, not "many"'],
  MARKET_URL: [
    "ada:hunter2@db.example",
    "MARKET_URL: has to be an address that begins with https:// or http:// (the value is not shown)",
  ],
  ENGINE_SCANS: ["0", 'ENGINE_SCANS: has to be a whole number from 1 to 64, not "0"'],
  ANSWERS_MB: ["-1", 'ANSWERS_MB: has to be a whole number from 0 to 1000000, not "-1"'],
  ENGINE_PREVIEWS: ["65", 'ENGINE_PREVIEWS: has to be a whole number from 1 to 64, not "65"'],
  MARKET_CLUSTER: ["a'b", 'MARKET_CLUSTER: has to be the name of a cluster: letters, digits, _ and -, not "a\'b"'],
  SECRETS_KEYS: ["hunter2", "SECRETS_KEYS: needs keys of 32 bytes in base64, divided by commas"],
  FILES_URL: [
    "https://hunter2@storage.example/files",
    "FILES_URL: has to be an address of a bucket, with signs like / of the secret as %2F. It is written s3://key:secret@host/bucket[/prefix][?region=…&tls=off&links=https://…]",
  ],
  PUBLIC_URL: [
    "scanbook.example",
    'PUBLIC_URL: has to be an address that begins with https:// or http://, not "scanbook.example"',
  ],
  TRUST_PROXY: ["many", 'TRUST_PROXY: has to be a whole number from 0 to 5, not "many"'],
  RATE_LIMITS: ["nothing=1/1", 'RATE_LIMITS: there is no limit "nothing"'],
  CHART_URL: ["ftp://x", 'CHART_URL: has to be an address that begins with https:// or http://, not "ftp://x"'],
  CHART_PORT: ["65536", 'CHART_PORT: has to be a whole number from 0 to 65535, not "65536"'],
  LOG_LEVEL: ["loud", 'LOG_LEVEL: has to be one of trace, debug, info, warn, error, fatal, silent, not "loud"'],
  METRICS_PORT: ["-1", 'METRICS_PORT: has to be a whole number from 0 to 65535, not "-1"'],
  DRAIN_SECONDS: ["5s", 'DRAIN_SECONDS: has to be a whole number from 0 to 300, not "5s"'],
  STOP_SECONDS: ["1e3", 'STOP_SECONDS: has to be a whole number from 0 to 3600, not "1e3"'],
  SMTP_URL: [
    "http://ada:hunter2@mail.example",
    'SMTP_URL: has to be an address that begins with smtp:// or smtps://, not "http://mail.example/"',
  ],
  GOOGLE_CLIENT_SECRET: ["hunter2", "GOOGLE_CLIENT_SECRET: is too short"],
  GOOGLE_ISSUER: ["x", 'GOOGLE_ISSUER: has to be an address that begins with https:// or http://, not "x"'],
  STRIPE_SECRET_KEY: ["hunter2", "STRIPE_SECRET_KEY: is too short"],
  STRIPE_WEBHOOK_SECRET: ["change-me", "STRIPE_WEBHOOK_SECRET: is still a placeholder"],
  WEBHOOKS: ["on", 'WEBHOOKS: has to be one of public, loopback, not "on"'],
  ETL_FOLDER: [
    "s3://hunter2@storage.example/files",
    "ETL_FOLDER: has no key and secret. It is written s3://key:secret@host/bucket[/prefix][?region=…&tls=off&links=https://…]",
  ],
  ETL_SOURCE: ["xml", 'ETL_SOURCE: has to be one of csv, lean, massive, edgar, stooq, not "xml"'],
  MARKET_SOURCES: [
    "yahoo",
    "MARKET_SOURCES: A source is one of tiingo, alpaca, massive, edgar, edgar-filings, nasdaq-trader, nasdaq-halts, finra, not yahoo.",
  ],
  CHAT: ["constructor", 'CHAT: has to be crisp, not "constructor"'],
  ANALYTICS: ["x", 'ANALYTICS: has to be plausible, not "x"'],
  AFFILIATE: ["x", 'AFFILIATE: has to be rewardful, not "x"'],
  STRIPE_PUBLISHABLE_KEY: [
    "sk_live_hunter2",
    "STRIPE_PUBLISHABLE_KEY: has to be a publishable key of Stripe, pk_… (the value is not shown)",
  ],
  ANALYTICS_SINK_URL: [
    "hunter2",
    "ANALYTICS_SINK_URL: has to be an address that begins with https:// or http:// (the value is not shown)",
  ],
  ANALYTICS_SINK_TOKEN: ["hunter2", "ANALYTICS_SINK_TOKEN: is too short"],
};

/** Why readConfig refuses an environment. */
function refusal(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    expect(error).toHaveProperty("name", "StartError");
    return error instanceof Error ? error.message.split("\n") : [];
  }
}

describe("a setting that cannot be used", () => {
  const TEXT = /^a text of at most (\d+) characters$/;

  test.each(settings)(
    "%s is refused by its name, its value and what is expected; no secret is shown",
    (name, setting) => {
      const [, most] = TEXT.exec(setting.expects) ?? [];
      const [value, message] = most === undefined ? (WRONG[name] ?? ["", "?"]) : ["x".repeat(Number(most) + 1), null];
      const lines = refusal({ [name]: value }).filter((line) => line.startsWith(`${name}: `));
      expect(lines).toEqual([message ?? expect.stringContaining(setting.expects)]);
      expect(lines.join()).not.toContain("hunter2");
      if (setting.secret === "value" && most !== undefined) expect(lines.join()).not.toContain("xxx");
    },
  );

  test("does not keep another from being told in the same start", () => {
    expect(refusal({ TRUST_PROXY: "9", CHART_PORT: "x", CHAT: "crisp" })).toHaveLength(3);
  });

  test("is one that holds a password, and shows it in no error", () => {
    const urls = settings.filter(([name]) => /(DATABASE|MARKET|SMTP|SINK)_URL$/.test(name));
    expect(urls.map(([, { secret }]) => secret)).toEqual(urls.map(() => "address"));
    const keys = settings.filter(([name]) => /(SECRET|TOKEN|KEYS?)(_|$)/.test(name));
    expect(keys.map(([, { secret }]) => secret)).toEqual(keys.map(() => "value"));
  });
});

describe("a variable that is no setting", () => {
  test.each([
    ["MARKET_ULR", "MARKET_ULR is no setting. Did you mean MARKET_URL?"],
    ["DATABASEURL", "DATABASEURL is no setting. Did you mean DATABASE_URL?"],
    ["SCANBOOK_DATE", "SCANBOOK_DATE is no setting. Did you mean SCANBOOK_DATA?"],
    ["SCANBOOK_MARKET", "SCANBOOK_MARKET is no setting."],
  ])("%s is told", (name, message) => {
    expect(misspelt({ [name]: "x" })).toEqual([message]);
  });

  test("and those of others are not", () => {
    const others = ["PATH", "HOME", "HOSTNAME", "SHELL", "LANG", "PORT", "POSTGRES_URL", "NODE_OPTIONS", "TMPDIR"];
    const ofKubernetes = ["SCANBOOK_WEB_SERVICE_HOST", "SCANBOOK_PORT", "SCANBOOK_WEB_PORT_3000_TCP_ADDR"];
    const names = [...others, ...ofKubernetes, ...Object.keys(SETTINGS), "SCANBOOK_DEV"];
    expect(misspelt(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
    expect(misspelt(process.env)).toEqual([]);
  });
});
