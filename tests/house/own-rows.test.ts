import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

// Whose a row is and whether it lies in the trash is said in one place, so that no statement can forget half of it.
const SERVER = resolve(import.meta.dirname, "../../src/server");
const PLACE = "db/own.ts";
/** Counts over everybody, written as SQL. */
const OVER_ALL = [
  "admin/users.ts",
  "billing/limits.ts",
  "folders/routes.ts",
  "metrics/dashboard.ts",
  "metrics/user-metrics.ts",
];
/** The condition of an upsert (it names the index of addresses in use), and lists and ends of all users. */
const OF_ACCOUNTS = [
  "accounts/addresses/sign-up.ts",
  "accounts/sign-in/google-sign-in.ts",
  "admin/users.ts",
  "billing/end-subscriptions.ts",
];

/** Jobs, counts over all users, what follows from a run's status, and what a secret opens. */
const FOR_EVERYBODY = [
  "auth/api-tokens.ts",
  "days/day-steps.ts",
  "mail/run-mail.ts",
  "metrics/dashboard.ts",
  "purge.ts",
  "requests/download-tickets.ts",
  "runs/after-run.ts",
  "runs/run-status.ts",
  "sealed-secrets.ts",
  "updates/run-updates.ts",
  "updates/verdicts.ts",
  "webhooks/deliver.ts",
  "webhooks/notify.ts",
];

const BY_HAND = {
  "an account's rows": /(?<!Ref\()"(?:\w+\.)?account_id",\s*"="/,
  "rows in or out of the trash": /"(?:\w+\.)?deleted_at",\s*(?:\w+ \? )?"is(?: not)?"/,
  "either, as SQL": /\b(?:account_id = \$?|deleted_at IS )/,
} as const;

const sources = readdirSync(SERVER, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.includes("migrations") && path !== PLACE)
  .map((path) => ({ path, text: readFileSync(join(SERVER, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "") }));
const naming = (pattern: RegExp): readonly string[] =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted();

test("statements on what belongs to an account narrow by `own`, those past the trash by `notInTrash`", () => {
  expect(naming(BY_HAND["an account's rows"])).toEqual([]);
  expect(naming(BY_HAND["rows in or out of the trash"])).toEqual(OF_ACCOUNTS);
  expect(naming(BY_HAND["either, as SQL"])).toEqual(OVER_ALL);
});

test("only what works for everybody, or is opened by a secret, touches a user's things without `own`", () => {
  const touching =
    /\b(?:selectFrom|updateTable|deleteFrom|innerJoin|leftJoin)\("(?:folder|template|webhook|chart_layout|saved_formula|api_token|data_request)(?: as \w+)?"[^;]*?;/g;
  const files = sources.filter(({ text }) => [...text.matchAll(touching)].some(([found]) => !/\bown\(/.test(found)));
  expect(files.map(({ path }) => path).toSorted()).toEqual(FOR_EVERYBODY);
});

test("what a verb answers that has nothing to show, and what is not there, are said once", () => {
  expect(naming(/\bDONE = /)).toEqual(["route.ts"]);
  expect(naming(/"There is no \w+ with this id\."/)).toEqual([]);
});
