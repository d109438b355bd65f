import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PICTURES } from "../../scripts/screenshots/pictures.ts";
import { SCREENS } from "../../src/client/screens.ts";

describe("the table of screenshots", () => {
  test("has every screen, and no other", () => {
    const paths: readonly string[] = SCREENS.map(({ path }) => path);
    const pictured = new Set(PICTURES.map(({ screen }) => screen));
    expect(paths.filter((path) => !pictured.has(path))).toEqual([]);
    expect([...pictured].filter((screen) => screen !== "*" && !paths.includes(screen))).toEqual([]);
  });

  test("has each framed screen while it loads, and what is not for everybody without the right", () => {
    const has = (path: string, state: string): boolean =>
      PICTURES.some((picture) => picture.screen === path && picture.state === state);
    const framed = SCREENS.filter((screen) => screen.framed);
    expect(framed.filter(({ path }) => !has(path, "loading")).map(({ path }) => path)).toEqual([]);
    const guarded = SCREENS.filter(({ access }) => access === "super_admin");
    expect(guarded.filter(({ path }) => !has(path, "no rights")).map(({ path }) => path)).toEqual([]);
  });

  test("names each picture once", () => {
    const names = PICTURES.map(({ screen, state }) => `${screen} ${state}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe("the page of components", () => {
  const textsIn = (folder: string): string =>
    readdirSync(new URL(folder, import.meta.url))
      .map((name) => readFileSync(new URL(`${folder}/${name}`, import.meta.url), "utf8"))
      .join("\n");

  test("has every part that screens share, but those that only wait for others", () => {
    const shared = readdirSync(new URL("../../src/client/ui", import.meta.url)).filter((name) =>
      /^[A-Z]\w+\.tsx$/.test(name),
    );
    const shown = textsIn("../../scripts/screenshots/components");
    expect(shared.filter((name) => !shown.includes(`/ui/${name}"`))).toEqual(["UntilKnown.tsx"]);
  });
});
