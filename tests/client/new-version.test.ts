import { expect, test } from "vitest";
import { isOtherBuild } from "../../src/client/shell/other-build.ts";
import { entryOf, pageBuild } from "../../src/server/page-services/page-build.ts";

test("the build is the script that the page begins with", () => {
  const built =
    '<title>Scanbook</title>\n    <script type="module" crossorigin src="/assets/index-B3_x-1.js"></script>';
  expect(entryOf(built)).toBe("/assets/index-B3_x-1.js");
  expect(entryOf('<script type="module" src="/src/client/main.tsx"></script>')).toBe(null);
  expect(pageBuild(null)).toBe(null);
});

test.each([
  ["/assets/index-a.js", "/assets/index-b.js", true],
  ["/assets/index-a.js", "/assets/index-a.js", false],
  ["/assets/index-a.js", null, false],
  ["/src/client/main.tsx", "/assets/index-a.js", false],
  [null, "/assets/index-a.js", false],
])("open is %s, served is %s: a new version, %s", (own, served, other) => {
  expect(isOtherBuild(own, served)).toBe(other);
});
