import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAGE_SERVICES } from "../../src/server/page-services/page-services.ts";
import { GUESSING } from "../../src/server/auth/limits.ts";
import { VARIABLES } from "../../src/server/config.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/configuration.md"), "utf8");

test.each(VARIABLES)("the page of the configuration tells what %s is for", (variable) => {
  expect(page).toContain(`\`${variable}\``);
});

test.each(Object.values(PAGE_SERVICES).flatMap((providers) => Object.keys(providers)))(
  "and that there is %s",
  (name) => {
    expect(page).toContain(`\`${name}\``);
  },
);

test.each(Object.entries(GUESSING))("and the limit %s", (name, { calls, seconds }) => {
  expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\|.*\\| ${calls}/${seconds} \\|$`, "m"));
});
