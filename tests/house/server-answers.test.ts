import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { ROUTES } from "../../src/contract/index.ts";
import type { RouteName } from "../../src/contract/index.ts";

const CLIENT = resolve(import.meta.dirname, "../../src/client");
const sources = readdirSync(CLIENT, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(CLIENT, path), "utf8") }));
const naming = (what: RegExp): readonly string[] =>
  sources.flatMap(({ path, text }) => (what.test(text) ? [path] : [])).toSorted();

const isRoute = (name: string): name is RouteName => Object.hasOwn(ROUTES, name);

/** They read on the way to something else, at that moment only: a request that is opened for writing, formulas that are merged, rows that are saved as a file. */
const READS_ONCE = ["builder/open-address.ts", "lists/ListItem.tsx", "state/slices/formulas.ts"];

test("what the server has answered is held in one place, which ends with the account", () => {
  expect(naming(/\bnew QueryClient\b/)).toEqual(["state/queries/query-client.ts"]);
});

test("what is shown of the server is read by queries", () => {
  const reads = sources.filter(({ text }) =>
    [...text.matchAll(/\bcall\(\s*"(\w+)"/g)].some(([, name = ""]) => isRoute(name) && ROUTES[name].method === "GET"),
  );
  expect(reads.length).toBeGreaterThan(3);
  const byHand = reads.filter(({ text }) => !text.includes("queryFn") && !text.includes("queryClient"));
  expect(byHand.map(({ path }) => path).toSorted()).toEqual(READS_ONCE);
});

test("the sign-in page's own files load no query client", () => {
  const early = ["App.tsx", "main.tsx", "shell/Screens.tsx", "account/Login.tsx", "state/session/session.ts"];
  const named = sources.filter(
    ({ path, text }) => early.includes(path) && /react-query|state\/server\/quer/.test(text),
  );
  expect(named).toEqual([]);
});
