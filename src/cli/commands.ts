import type { Command } from "./command.ts";
import { MARKET_COMMANDS } from "./market-commands.ts";

/** Every command. */
export const COMMANDS: readonly Command[] = [
  {
    name: "start",
    arguments: [],
    needs: ["market", "accounts"],
    summary: "server, engines and web page; makes the demo market in an empty data folder",
    options: { port: { type: "string" }, demo: { type: "boolean" } },
    help: {
      port: ["N", "port on this machine; 3000, or the next free one"],
      demo: ["", "demo market and account also in production, and at DATABASE_URL or MARKET_URL, where they are empty"],
    },
    load: async () => (await import("./start.ts")).start,
  },
  {
    name: "serve",
    arguments: [],
    needs: ["market", "accounts"],
    summary: "the server alone: answers calls, takes no jobs, makes no demo",
    options: { port: { type: "string" } },
    help: { port: ["N", "port on this machine; 3000, or the next free one"] },
    load: async () => (await import("./serve.ts")).serveCommand,
  },
  {
    name: "work",
    arguments: [],
    needs: ["market", "accounts"],
    summary: "a worker: takes scans, previews, imports, mails and other jobs; answers /health and /ready only",
    options: { queues: { type: "string" } },
    help: {
      queues: [
        "run,mail,…",
        "what it takes: preview, run, import, mail, webhook, update, billing, event, purge; all of it when left out",
      ],
    },
    load: async () => (await import("./work.ts")).work,
  },
  {
    name: "migrate",
    arguments: [],
    needs: ["market", "accounts"],
    summary:
      "brings account database and market to this version and ends; servers and workers do so at their start too",
    options: {},
    help: {},
    load: async () => (await import("./migrate.ts")).migrateCommand,
  },
  ...MARKET_COMMANDS,
  {
    name: "scan",
    arguments: ["REQUEST.scan|.json"],
    needs: ["market"],
    summary: "runs a request; prints rows, seconds and the funnel",
    options: { out: { type: "string", multiple: false }, json: { type: "boolean" } },
    help: {
      out: ["FILE.xlsx|.csv|.parquet", "where the rows go"],
      json: ["", "rows, seconds, funnel and null counts as JSON"],
    },
    load: async () => (await import("./scan.ts")).scan,
  },
  {
    name: "explain",
    arguments: ["REQUEST.scan|.json", "SYMBOL", "DATE"],
    needs: ["market"],
    summary: "every part of a request on one day of a symbol, why it is null, what keeps the row out",
    options: { json: { type: "boolean" } },
    help: { json: ["", "as JSON"] },
    load: async () => (await import("./explain.ts")).explainCommand,
  },
  {
    name: "values",
    arguments: ["FORMULA", "SYMBOL", "DATE"],
    needs: ["market"],
    summary: "every part of a formula on one day of a symbol, and why it is null",
    options: { json: { type: "boolean" } },
    help: { json: ["", "as JSON"] },
    load: async () => (await import("./explain.ts")).valuesCommand,
  },
  {
    name: "fields",
    arguments: ["SYMBOL", "DATE"],
    needs: ["market"],
    summary: "every data point of the catalogue on one day of a symbol",
    options: { json: { type: "boolean" } },
    help: { json: ["", "as JSON"] },
    load: async () => (await import("./explain.ts")).fieldsCommand,
  },
  {
    name: "funnel",
    arguments: ["REQUEST.scan|.json"],
    needs: ["market"],
    summary: "what each filter of a request leaves, in any order, alone and without it",
    options: { order: { type: "string" }, json: { type: "boolean" } },
    help: {
      order: ["3,1,2", "numbers of the filters in the order to take them; the request's own when left out"],
      json: ["", "as JSON"],
    },
    load: async () => (await import("./funnel.ts")).funnelCommand,
  },
  {
    name: "study",
    arguments: ["REQUEST.scan|.json"],
    needs: ["market"],
    summary: "what the rows of a request were worth by its outcome, beside the same outcome without its filters",
    options: {
      outcome: { type: "string" },
      cross: { type: "string" },
      parts: { type: "string" },
      seed: { type: "string" },
      json: { type: "boolean" },
    },
    help: {
      outcome: ["COLUMN", "the column that tells what a row was worth; the one that the request names when left out"],
      cross: ["COLUMN|COLUMN", "two columns at once against the outcome"],
      parts: ["3|5", "how many parts each of the two is cut into; 3 when left out"],
      seed: ["N", "of the days that are drawn again for the intervals; 1 when left out"],
      json: ["", "as JSON"],
    },
    load: async () => (await import("./study.ts")).studyCommand,
  },
  {
    name: "sweep",
    arguments: ["REQUEST.scan|.json"],
    needs: ["market"],
    summary: "the outcome at every setting of a request's parameters, and what the best of them makes by chance",
    options: {
      outcome: { type: "string" },
      seed: { type: "string" },
      open: { type: "string" },
      json: { type: "boolean" },
    },
    help: {
      outcome: ["NAME", "the column that tells what a row was worth; the request's own when left out"],
      seed: ["N", "of the shuffles that chance is judged by; 1 when left out"],
      open: ["gap=10,…", "the days that are held out, at this one setting"],
      json: ["", "as JSON"],
    },
    load: async () => (await import("./sweep.ts")).sweepCommand,
  },
  {
    name: "distribution",
    arguments: ["FORMULA"],
    needs: ["market"],
    summary: "quantiles, histogram and share of nulls of a formula over a range of days",
    options: {
      from: { type: "string" },
      to: { type: "string" },
      filter: { type: "string" },
      json: { type: "boolean" },
    },
    help: {
      from: ["DATE", "first day"],
      to: ["DATE", "last day"],
      filter: ["FORMULA", "only where this is true"],
      json: ["", "as JSON"],
    },
    load: async () => (await import("./distribution.ts")).distributionCommand,
  },
  {
    name: "format",
    arguments: ["REQUEST.scan|.json"],
    summary: "a request as a text, laid out; one in JSON becomes a text",
    options: {
      write: { type: "boolean" },
      check: { type: "boolean" },
      words: { type: "boolean" },
      code: { type: "boolean" },
      json: { type: "boolean" },
    },
    help: {
      write: ["", "writes the text back into its file"],
      check: ["", "prints nothing; status 1 where the text is laid out otherwise"],
      words: ["", "its formulas in words"],
      code: ["", "its formulas in code"],
      json: ["", "as the JSON that is sent"],
    },
    load: async () => (await import("./format.ts")).formatCommand,
  },
  {
    name: "parse",
    arguments: ["FORMULA|REQUEST.scan"],
    summary: "reads and checks a formula, or a request's text; prints the answer of /parse, or the request as JSON",
    options: { filter: { type: "boolean" }, words: { type: "boolean" }, columns: { type: "string" } },
    help: {
      filter: ["", "the formula is a filter"],
      words: ["", "the formula is in words"],
      columns: ["A|B", "names of the columns it may refer to"],
    },
    load: async () => (await import("./parse.ts")).parse,
  },
  {
    name: "backup",
    arguments: ["FILE"],
    needs: ["market", "accounts"],
    summary: "saves accounts, requests, results and files to one file; the server may be running",
    options: { market: { type: "boolean" }, force: { type: "boolean" } },
    help: { market: ["", "the market's bars and facts as well"], force: ["", "replaces the file"] },
    load: async () => (await import("./backup.ts")).backup,
  },
  {
    name: "restore",
    arguments: ["FILE"],
    needs: ["market", "accounts"],
    summary: "restores a backup into an empty data folder, or with --force over what is there",
    options: { force: { type: "boolean" } },
    help: { force: ["", "replace the accounts and the market that are there; the old accounts are kept beside them"] },
    load: async () => (await import("./backup.ts")).restore,
  },
  {
    name: "admin grant",
    arguments: ["EMAIL"],
    needs: ["accounts"],
    summary: "makes an account an administrator's",
    options: {},
    help: {},
    load: async () => (await import("./admin.ts")).adminGrant,
  },
  {
    name: "admin revoke",
    arguments: ["EMAIL"],
    needs: ["accounts"],
    summary: "removes the role of an administrator and ends the account's sessions",
    options: {},
    help: {},
    load: async () => (await import("./admin.ts")).adminRevoke,
  },
  {
    name: "admin list",
    arguments: [],
    needs: ["accounts"],
    summary: "administrators, and whether their second factor is on",
    options: {},
    help: {},
    load: async () => (await import("./admin.ts")).adminList,
  },
  {
    name: "presets",
    arguments: [],
    summary: "lists the library of formulas and the templates, with the time at which each is known",
    options: { json: { type: "boolean" } },
    help: { json: ["", "as JSON, formulas and requests included"] },
    load: async () => (await import("./presets.ts")).presets,
  },
];

const PROGRAM = "scanbook";

/** One line a command. */
export function overview(): string {
  const lines = COMMANDS.map((command) => [usage(command), command.summary] as const);
  const width = Math.max(...lines.map(([left]) => left.length));
  return [
    "Scans in, workbooks out: stock-market requests as formulas, results as spreadsheets.",
    "",
    ...lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    "",
    "  --data DIR  data folder; SCANBOOK_DATA when left out, else .scanbook in the project (of an installed package: where it is started)",
    "  --help      this page, or that of a command",
    "",
  ].join("\n");
}

/** The page of one command. */
export function page(command: Command): string {
  const rows = Object.entries(command.help).map(
    ([name, [value, meaning]]) => [`--${name}${value === "" ? "" : ` ${value}`}`, meaning] as const,
  );
  const all = [...rows, ["--data DIR", "data folder"] as const];
  const width = Math.max(...all.map(([left]) => left.length));
  return [
    `${PROGRAM} ${usage(command)}`,
    "",
    `${command.summary[0]?.toUpperCase() ?? ""}${command.summary.slice(1)}.`,
    "",
    ...all.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    "",
  ].join("\n");
}

function usage(command: Command): string {
  return [command.name, ...command.arguments].join(" ");
}
