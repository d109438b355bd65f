import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** Looks at a page once: what it draws a moment later is missed. Text and values are looked at in the same way. */
const LOOKED_ONCE =
  /expect\((?:await|\(await)\s[^;]*?\.(?:allInnerTexts|allTextContents|count|inputValue|innerText|textContent|isDisabled|isEnabled|isChecked|getAttribute)\([^()]*\)[),][^;]*;/g;
/** That something is not there, or is no more than so much, does not come by itself. */
const ABSENT = /\)\s*(?:\.not\.|\.toBe\(0\)|\.toEqual\(\[\]\)|\.toBeLessThan)/;

const lookedOnce = (text: string): readonly string[] =>
  [...text.matchAll(LOOKED_ONCE)].map(([all]) => all).filter((all) => !ABSENT.test(all));

test("what a page shows is waited for, not looked at once", () => {
  const folder = join(ROOT, "tests/e2e");
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => lookedOnce(readFileSync(join(folder, path), "utf8")).map((all) => `${path}: ${all}`));
  expect(found, "write await eventually(() => …)").toEqual([]);
});

test("a look that does not wait is found, also over lines", () => {
  expect(
    lookedOnce('expect(await list().getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([\n"Free",\n]);'),
  ).toHaveLength(1);
  expect(lookedOnce('expect(await name.inputValue(), "kept").toBe("Ada");')).toHaveLength(1);
  expect(lookedOnce("expect(await rows.count()).toBe(0);")).toEqual([]);
  expect(lookedOnce("await eventually(() => rows.count()).toBe(2);")).toEqual([]);
});
