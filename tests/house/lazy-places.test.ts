import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const CLIENT = resolve(import.meta.dirname, "../../src/client");

/** No places of the page: a toast says so, nothing depends on it, or it is the session's own. */
const OWN_WAY = [
  "builder/add-waiting.ts",
  "builder/run-builder.ts",
  "data/with-verbs.ts",
  "files/keep-text.ts",
  "files/open-save.ts",
  "files/open-json.ts",
  "palette/load-palette.ts",
  "results/with-rows-work.ts",
  "adapters/start-services.ts",
  "shell/Strips.tsx",
  "state/session/session.ts",
  "state/sign-in/profile.ts",
  "state/page/page-events.ts",
];

const sources = readdirSync(CLIENT, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(CLIENT, path), "utf8") }));

test("code that comes on its own comes by `lazily`, which fails in its place; React's lazy fails for ever", () => {
  const bare = sources.filter(({ text }) =>
    /\blazy\s*[(,}]|\bSuspense\b/.test(text.replaceAll(/\/\*[\s\S]*?\*\//g, "")),
  );
  expect(bare.map(({ path }) => path)).toEqual([]);
});

test("nothing else is fetched later without a word on what happens where it does not come", () => {
  const found = sources.filter(({ path, text }) => {
    if (OWN_WAY.includes(path)) return false;
    const inLazily = text.match(/lazily\(\s*(?:async )?\(\) =>[^;]*?import\(/g)?.length ?? 0;
    return (text.match(/\bimport\(/g)?.length ?? 0) > inLazily;
  });
  expect(found.map(({ path }) => path)).toEqual([]);
});
