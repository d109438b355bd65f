import { readFileSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
/** Made by `npm run grammar`. */
const GENERATED = /src\/formula\/parser[\w.-]*\.ts$/;

test("no file is longer than 400 lines: by then it holds two ideas", () => {
  const files = ["src", "tests", "scripts"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) => join(ROOT, folder, path)),
  );
  const long = files
    .filter((file) => /\.(tsx?|css|py|sh)$/.test(file) && !GENERATED.test(file))
    .map((file) => ({ file: relative(ROOT, file), lines: readFileSync(file, "utf8").trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > 400);
  expect(long).toEqual([]);
});
