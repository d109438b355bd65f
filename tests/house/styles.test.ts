import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const CLIENT = join(ROOT, "src/client");
/** What holds for the whole page: Radix Themes' variables, elements, motion. */
const WHOLE_PAGE = "client.css";
/** Classes of packages: they are in no file of ours. */
const PACKAGES = /^(rt-|cm-|radix-themes$|light$|dark$)/;

const below = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path))
    .map((path) => join(folder, path));

interface Sheet {
  readonly file: string;
  readonly name: string;
  readonly lines: number;
  readonly selectors: readonly string[];
}

const sheets: readonly Sheet[] = below(CLIENT, /\.css$/).map((file) => {
  const text = readFileSync(file, "utf8");
  const bare = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
  return {
    file,
    name: basename(file, ".css"),
    lines: text.split("\n").length,
    selectors: [...bare.matchAll(/([^{}]+)\{/g)]
      .map(([, head = ""]) => head.trim())
      .filter((head) => !head.startsWith("@"))
      .flatMap((head) => head.split(/,(?![^(]*\))/))
      .map((selector) => selector.trim()),
  };
});
const own = sheets.filter(({ file }) => relative(CLIENT, file) !== WHOLE_PAGE);

const classesIn = (selector: string): readonly string[] =>
  [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name);

/** The style sheet whose name a class begins with; of two such names the longer. */
const sheetOf = (name: string): string | undefined =>
  own
    .map((sheet) => sheet.name)
    .filter((sheet) => name === sheet || name.startsWith(`${sheet}-`))
    .toSorted((a, b) => b.length - a.length)[0];

const sources = below(CLIENT, /\.tsx?$/).map((file) => ({ file, text: readFileSync(file, "utf8") }));
/** Words of every string and template: what may become a class. */
const wordsIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/"[^"\n]*"|`[^`]*`/g)].flatMap(([quoted]) => quoted.split(/[^\w-]+/)));
const words = new Map(sources.map(({ file, text }) => [file, wordsIn(text)]));
/** The folder of a screen: `results` for what lies in `results/panels`. */
const screenOf = (file: string): string => relative(CLIENT, file).split("/")[0] ?? "";

describe("styles by component", () => {
  test("every sheet has another name: it is what its classes begin with", () => {
    expect(own.map(({ name }) => name).toSorted()).toEqual([...new Set(own.map(({ name }) => name))].toSorted());
  });

  test("a selector names a class that begins with the sheet's name, so no sheet changes what another drew", () => {
    const wrong = own.flatMap(({ file, name, selectors }) =>
      selectors
        .filter((selector) => {
          const classes = classesIn(selector);
          const theirs = classes.filter((one) => !PACKAGES.test(one));
          return classes.length === 0 || (theirs.length > 0 && !theirs.some((one) => sheetOf(one) === name));
        })
        .map((selector) => `${relative(ROOT, file)}: ${selector}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a sheet is imported by a file beside it", () => {
    const wrong = own.filter(
      ({ file, name }) =>
        !sources.some((source) => dirname(source.file) === dirname(file) && source.text.includes(`"./${name}.css"`)),
    );
    expect(wrong.map(({ file }) => relative(ROOT, file))).toEqual([]);
  });

  test("a class of a sheet is given in its folder, or in that of the other sheet the selector names", () => {
    const wrong = sheets.flatMap(({ file, selectors }) =>
      selectors.flatMap((selector) => {
        const classes = classesIn(selector).filter((name) => !PACKAGES.test(name));
        const named = own.filter(({ name }) => classes.some((one) => sheetOf(one) === name));
        const screens = [file, ...named.map((sheet) => sheet.file)].map(screenOf);
        const everywhere = screens.some((screen) => screen === "ui" || screen === WHOLE_PAGE);
        const near = [...words].filter(([source]) => everywhere || screens.includes(screenOf(source)));
        // `token-pair-${level}` gives every class that begins so.
        const given = (name: string): boolean =>
          near.some(([, held]) => held.has(name) || [...held].some((one) => one.endsWith("-") && name.startsWith(one)));
        return classes.filter((name) => !given(name)).map((name) => `${relative(ROOT, file)}: .${name}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("a class that begins with a sheet's name comes with that sheet", () => {
    const named = /className=(?:"([^"]*)"|\{`([^`$]*)|\{[^}]*?"([^"]*)")/g;
    const wrong = sources.flatMap(({ file, text }) =>
      [...text.matchAll(named)]
        .flatMap(([, plain = "", template = "", chosen = ""]) => `${plain} ${template} ${chosen}`.split(/\s+/))
        .map((name) => ({ name, sheet: own.find((sheet) => sheet.name === sheetOf(name)) }))
        .filter(
          ({ name, sheet }) =>
            sheet !== undefined &&
            name !== "" &&
            sheet.selectors.some((selector) => classesIn(selector)[0] === name) &&
            screenOf(sheet.file) !== screenOf(file) &&
            !text.includes(`${sheet.name}.css"`),
        )
        .map(({ name }) => `${relative(ROOT, file)}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  test("no property of Radix Themes differs by the window's width: its sheet is built without such", () => {
    const wrong = sources.filter(({ text }) => /=\{\{[^}]*\b(initial|xs|sm|md|lg|xl):/.test(text));
    expect(wrong.map(({ file }) => relative(ROOT, file))).toEqual([]);
  });

  test("no sheet is longer than 250 lines", () => {
    expect(sheets.filter(({ lines }) => lines > 250).map(({ file }) => relative(ROOT, file))).toEqual([]);
  });
});
