import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatted } from "./formatted.ts";
import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/formula/index.ts";
import { checkText, formatText, readText, REQUEST_STATEMENTS, textIn } from "../../src/request/index.ts";
import {
  DIAGNOSTIC_PAGES,
  EXAMPLE_BARS,
  EXAMPLE_DATES,
  findingOf,
  FUNCTION_EXAMPLES,
  PAGES,
  REQUEST_TEXTS,
  RULINGS,
  searchReference,
  toHtml,
  toMarkdown,
} from "../../src/reference/index.ts";
import type { Block, Example, Page } from "../../src/reference/index.ts";
import { excerptOf } from "../../src/reference/search.ts";
import {
  BUILT_IN_COLUMNS,
  CALLS,
  DIAGNOSTICS,
  FIELDS,
  INDICATORS,
  STATEMENT_ITEMS,
} from "../../src/vocabulary/index.ts";
import type { DiagnosticCode } from "../../src/vocabulary/index.ts";
import { DATES, MARKET, valueOf } from "../naive/fixture.ts";
import { viewOf } from "../naive/market.ts";

const FOLDER = fileURLToPath(new URL("../../docs/reference/", import.meta.url));

describe("docs/reference", () => {
  test.each(PAGES.map((page): [string, Page] => [page.name, page]))(
    "%s.md is what the catalogues say; `npm run docs` writes it anew",
    async (name, page) => {
      const path = `${FOLDER}${name}.md`;
      await expect(await formatted(toMarkdown(page))).toMatchFileSnapshot(path);
    },
  );

  test("holds no page that is gone", () => {
    expect(readdirSync(FOLDER).filter((file) => !PAGES.some(({ name }) => `${name}.md` === file))).toEqual([]);
  });
});

const textsOf = (block: Block): readonly string[] => {
  switch (block.kind) {
    case "text":
    case "heading":
      return [block.text];
    case "entry":
      return [block.title];
    case "list":
      return block.items;
    case "table":
      return [...block.head, ...block.rows.flat()];
    case "code":
    case "request":
      return [];
  }
  return block satisfies never;
};
const anchorsOf = ({ blocks }: Page): readonly string[] =>
  blocks.flatMap((block) => {
    if (block.kind === "table") return block.anchors ?? [];
    return block.kind === "heading" || block.kind === "entry" ? [block.anchor] : [];
  });
const pageOf = (name: string): Page => {
  const page = PAGES.find((one) => one.name === name);
  if (!page) throw new RangeError(name);
  return page;
};
const saying = (page: Page): string => page.blocks.flatMap(textsOf).join("\n");

describe("searching", () => {
  const found = (query: string): readonly string[] =>
    searchReference(PAGES, query).map(({ page, anchor }) => `${page.name}#${anchor}`);

  test("every place that is linked to is found by its name", () => {
    for (const page of PAGES) {
      for (const anchor of anchorsOf(page)) {
        expect(found(anchor), anchor).toContain(`${page.name}#${anchor}`);
      }
    }
  });

  test("all words count, wherever they stand; case and blanks do not", () => {
    expect(found("  MOVING   average")).toContain("indicators#sma");
    expect(found("moving zzz")).toEqual([]);
    expect(found(" ")).toEqual([]);
    // Not Singapore.
    expect(found("gap").some((place) => place.startsWith("fields#country"))).toBe(false);
  });

  test("an excerpt holds the word it was found by", () => {
    const text = `${"before ".repeat(60)}needle ${"behind ".repeat(60)}`;
    const said = excerptOf(text, "needle");
    expect(said).toMatch(/^… .*needle.* …$/);
    expect(said.length).toBeLessThan(200);
    expect(excerptOf("short", "needle")).toBe("short");
    // It begins and ends with whole words.
    expect(
      said
        .replaceAll("… ", "")
        .split(" ")
        .filter((word) => !/^(before|needle|behind|…)$/.test(word)),
    ).toEqual([]);
    // Near the beginning it begins there, and near the end it ends there.
    expect(excerptOf(`one needle ${"behind ".repeat(60)}`, "needle")).toMatch(/^one needle /);
    expect(excerptOf(`${"before ".repeat(60)}needle two`, "needle")).toMatch(/^… .*needle two$/);
    // The earliest of several words counts, whatever their order.
    expect(excerptOf(`${text}thread`, "thread needle")).toContain("needle");
  });
});

describe("the pages", () => {
  test("have an entry for every code, function, indicator and column, and a row for every field and item", () => {
    expect(anchorsOf(pageOf("diagnostics")).toSorted()).toEqual(Object.keys(DIAGNOSTICS).toSorted());
    expect(anchorsOf(pageOf("functions"))).toEqual(CALLS.map(({ name }) => name));
    const indicators = anchorsOf(pageOf("indicators"));
    expect(INDICATORS.filter(({ name }) => !indicators.includes(name)).map(({ name }) => name)).toEqual([]);
    const columns = saying(pageOf("columns"));
    expect(BUILT_IN_COLUMNS.filter(({ name }) => !columns.includes(`{${name}}`))).toEqual([]);
    const fields = saying(pageOf("fields"));
    expect(
      [...FIELDS.map(({ name }) => name), ...STATEMENT_ITEMS.map(({ item }) => item)].filter(
        (name) => !fields.includes(`\`${name}\``),
      ),
    ).toEqual([]);
  });

  test("name each anchor once, and link to what there is", () => {
    const anchors = new Set(
      PAGES.flatMap((page) => [page.name, ...anchorsOf(page).map((anchor) => `${page.name}#${anchor}`)]),
    );
    for (const page of PAGES) {
      const own = anchorsOf(page);
      expect(
        own.filter((anchor, index) => own.indexOf(anchor) !== index),
        page.name,
      ).toEqual([]);
      const links = [page.summary, ...page.blocks.flatMap(textsOf)].flatMap((content) =>
        [...content.replaceAll(/`[^`]*`/g, "").matchAll(/\]\(([^)]*)\)/g)].map(([, target = ""]) => target),
      );
      expect(
        links.filter((target) => !anchors.has(target)),
        page.name,
      ).toEqual([]);
    }
  });

  test("have balanced marks, and become HTML without any markup of their texts", () => {
    for (const page of PAGES) {
      for (const content of page.blocks.flatMap(textsOf))
        expect((content.match(/`/g) ?? []).length % 2, content).toBe(0);
      const html = toHtml(page, PAGES);
      expect(html.match(/<h1>/g)).toHaveLength(1);
      expect(html).not.toMatch(/<script|\sstyle="|\son\w+="/);
      for (const anchor of anchorsOf(page)) expect(html).toContain(`id="${anchor}"`);
    }
  });

  test("show formulas that are right, those of mistakes aside", () => {
    const lines = PAGES.filter(({ name }) => name !== "diagnostics").flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === "code" ? block.lines : [])),
    );
    const marks = PAGES.filter(({ name }) => name !== "diagnostics").flatMap((page) =>
      page.blocks
        .flatMap(textsOf)
        .flatMap((content) => [...content.matchAll(/`(\[[a-z]+ [^`]*)`/g)].map(([, code = ""]) => code)),
    );
    expect(lines.length).toBeGreaterThan(CALLS.length);
    expect(marks.length).toBeGreaterThan(50);
    const wrong = [...lines, ...marks.filter((code) => !code.includes("…"))].filter(
      (code) => diagnose(code, { columns: new Map(), use: "column" }).tree === null,
    );
    expect(wrong).toEqual([]);
  });
});

const computed = ({ code, symbol, date }: Example): unknown => {
  const value = valueOf(code, symbol, DATES.indexOf(date));
  return typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value;
};

describe("results", () => {
  test("of functions are computed, and every function has one", () => {
    expect(CALLS.filter(({ name }) => (FUNCTION_EXAMPLES[name] ?? []).length === 0)).toEqual([]);
    for (const example of Object.values(FUNCTION_EXAMPLES).flat())
      expect(computed(example), example.code).toEqual(example.result);
  });

  test.each(RULINGS.flatMap(({ rulings }) => rulings.map((ruling) => [ruling.topic, ruling] as const)))(
    "of %s are computed",
    (_topic, { examples }) => {
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(computed(example), example.code).toEqual(example.result);
    },
  );

  test("are those of the bars that are shown", () => {
    expect(EXAMPLE_DATES).toEqual(DATES);
    const shown = MARKET.securities
      .filter(({ daily }) => daily.size > 0)
      .flatMap((security) =>
        [...security.daily.keys()].map((session) => {
          const first = Math.min(...MARKET.securities.flatMap(({ daily }) => [...daily.keys()]));
          const { num_trades: _none, ...bar } = viewOf(MARKET).day(security, session) ?? {};
          return { symbol: security.symbol, date: DATES[session - first], ...bar };
        }),
      );
    expect(EXAMPLE_BARS).toEqual(shown);
  });
});

describe("requests as texts", () => {
  test.each(REQUEST_TEXTS)("$title: is laid out, has no mistake and says what the page says", (example) => {
    expect(formatText(example.text)).toBe(example.text);
    const { request, findings } = checkText(readText(example.text));
    expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
    expect(request?.filters.map(({ label }) => label)).toEqual(example.filters);
    expect(request?.columns.map(({ name }) => name)).toEqual(example.columns);
    for (const notation of ["code", "words"] as const)
      expect(
        checkText(readText(textIn(example.text, notation) ?? "")).request?.filters.map(({ code }) => code),
      ).toEqual(request?.filters.map(({ code }) => code));
  });

  test("statements have examples that read alone", () => {
    const wrong = REQUEST_STATEMENTS.filter(({ example }) => readText(example).findings.length > 0);
    expect(wrong).toEqual([]);
  });
});

describe("examples of codes", () => {
  const isCode = (name: string): name is DiagnosticCode => Object.hasOwn(DIAGNOSTICS, name);
  test.each(Object.entries(DIAGNOSTIC_PAGES).filter(([, { reportedBy }]) => reportedBy !== "run"))(
    "%s is raised by its example",
    (name, page) => {
      expect(isCode(name) && findingOf(name, page)).toBeTruthy();
    },
  );
});
