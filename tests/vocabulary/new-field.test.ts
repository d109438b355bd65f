import { afterAll, describe, expect, expectTypeOf, test, vi } from "vitest";
import type { CheckEnv } from "../../src/formula/index.ts";
import type * as FactFields from "../../src/vocabulary/fields/fact-fields.ts";
import type {
  BarRow,
  BarTimeRow,
  DailyField,
  EventRow,
  FactRow,
  ListedField,
  OwnershipField,
} from "../../src/vocabulary/index.ts";

/** All that a new field takes, beside its data and its page of the reference. */
const LENDABLE_SHARES = {
  name: "lendable_shares",
  label: "lendable shares",
  words: ["shares to borrow"],
  type: "number",
  unit: "shares",
  known: "close",
  file: "facts",
  place: 9,
  help: { place: 42, description: "Shares that can be borrowed", example: "[ownership lendable_shares]" },
} as const satisfies FactRow;

// Files of a worker share what they import: everything is loaded anew with the row, and forgotten afterwards.
const TABLE = "../../src/vocabulary/fields/fact-fields.ts";
vi.resetModules();
vi.doMock(TABLE, async (original) => {
  const tables = await original<typeof FactFields>();
  return { ...tables, OWNERSHIP_FIELDS: [...tables.OWNERSHIP_FIELDS, LENDABLE_SHARES] };
});
afterAll(() => {
  vi.doUnmock(TABLE);
  vi.resetModules();
});

const { columnsByKey, completionContext, completionOptions, diagnose, printCode, printWords, sameTree } =
  await import("../../src/formula/index.ts");
const { FACT_NUMBERS } = await import("../../src/market/import/kinds.ts");
const { TABLES } = await import("../../src/market/tables.ts");
const { fieldsPage } = await import("../../src/reference/data-pages.ts");
const { placedTree, requestSent, rowViews } = await import("../../src/request/index.ts");
const { ExpressionBuilder } = await import("../../src/scan/plan/build.ts");
const { lowerData } = await import("../../src/scan/plan/lower-data.ts");
const { cardsOf, DATA_FIELDS, FIELDS, LISTED_FIELDS, LISTING_FIELDS } = await import("../../src/vocabulary/index.ts");
const { CardHand } = await import("../request/card.ts");
const { around, errorsOf, placed, requestOf } = await import("../request/requests.ts");

const CODE = "[ownership lendable_shares -1] > 1M";
const WORDS = "lendable shares 1 day ago is above 1M";
const env = (use: CheckEnv["use"]): CheckEnv => ({ columns: columnsByKey([]), use });

function treeOf(text: string, notation: "code" | "words") {
  const { tree, diagnostics } = diagnose(text, env("filter"), notation);
  expect(diagnostics).toEqual([]);
  if (tree === null) throw new Error(`${text} has no tree`);
  return tree;
}

describe("a field that is one row more", () => {
  test("is read and printed in code and in words, by each of its wordings", () => {
    const tree = treeOf(CODE, "code");
    expect([printCode(tree), printWords(tree)]).toEqual([CODE, WORDS]);
    for (const words of [WORDS, "shares to borrow 1 day ago > 1M", "lendable_shares 1 day ago > 1M"])
      expect(sameTree(treeOf(words, "words"), tree)).toBe(true);
  });

  test("has its type and unit, and says when it is known", () => {
    const { type, unit, knownAt } = diagnose("[ownership lendable_shares]", env("column"));
    expect([type, unit, knownAt]).toMatchObject(["number", "shares", { day: 0 }]);
    expect(diagnose("[ownership lendable_shares adj]", env("column")).diagnostics).toMatchObject([
      { code: "adjusted-not-allowed" },
    ]);
  });

  test("is a chip at its place of both cards, and what is added there is its tree", () => {
    for (const side of ["filters", "columns"] as const) {
      const card = new CardHand(side, "Ownership");
      expect(card.view().dataPoints.at(-1)).toMatchObject({ name: "lendable_shares", label: "lendable shares" });
    }
    const added = new CardHand("filters", "Ownership")
      .point("lendable_shares")
      .choose("condition", ">")
      .type("value", "1000000")
      .type("day", "-1")
      .submit();
    expect(added.sentences()).toEqual([WORDS]);
    expect(rowViews(added.state, "filters", "Ownership")[0]?.fields[0]).toEqual({
      label: "Data point",
      text: "lendable shares",
    });
    expect(requestSent(added.state)).toMatchObject({
      filters: { Ownership: [{ data_point: "lendable_shares", n: -1, operator: ">", value: 1_000_000 }] },
    });
    expect(placedTree(treeOf(CODE, "code"), "filters")).toMatchObject({
      title: "Ownership",
      item: { data_point: "lendable_shares", options: { day: -1, condition: ">", value: 1_000_000 } },
    });
  });

  test.each(["lendable_shares", "Lendable shares", "LENDABLE-SHARES"])("is read from a request as %s", (data_point) => {
    const entry = { data_point, n: -1, operator: ">", value: 1_000_000 };
    const { filters } = requestOf(around({ filters: placed("Ownership", entry) }));
    expect(filters.map(({ code }) => code)).toEqual([CODE]);
    expect(errorsOf(around({ filters: placed("Ownership", { ...entry, data_point: "lend" }) }))[0]).toContain(
      "short_interest, lendable_shares.",
    );
  });

  test.each([
    ["[ownership le", "code"],
    ["[len", "code"],
    ["lendab", "words"],
  ] as const)("is offered behind %s in %s", (text, notation) => {
    const context = completionContext(text, text.length, notation);
    const inserts = completionOptions(context, env("filter")).map(({ insert }) => insert);
    expect(inserts.some((insert) => /lendable[_ ]shares/.test(insert))).toBe(true);
  });

  test("has its row of the help panel, which is read as it stands, and of the reference", () => {
    expect(DATA_FIELDS.at(-1)).toEqual({
      name: "lendable_shares",
      description: "Shares that can be borrowed",
      example: "[ownership lendable_shares]",
    });
    expect(JSON.stringify(fieldsPage)).toContain("ownership-lendable_shares");
  });

  test("is taken by imports as a fact, and looked up by scans as one", () => {
    expect(FACT_NUMBERS).toContain("lendable_shares");
    const build = new ExpressionBuilder();
    const tree = treeOf(CODE, "code");
    if (tree.kind !== "compare" || tree.left.kind !== "data") throw new Error("no comparison of a data point");
    const node = build.graph.node(lowerData(build, tree.left.point, 0));
    expect([node, build.graph.series]).toMatchObject([
      { op: "lookup", type: "number", day: -1 },
      [{ kind: "fact", field: "lendable_shares", text: false }],
    ]);
  });
});

/** Parts of a whole row without which it would still be one. */
type Forgettable<Whole, Row> = {
  [Part in keyof Whole]: Omit<Whole, Part> extends Row ? Part : never;
}[keyof Whole];

describe("a row that lacks a part", () => {
  const TEXT = { ...LENDABLE_SHARES, type: "text", unit: null, values: "free" } as const satisfies FactRow;
  const EVENT = {
    name: "split",
    label: "split",
    words: [],
    event: "day",
    place: 8,
    help: LENDABLE_SHARES.help,
  } as const;
  const BAR = {
    ...EVENT,
    unit: "count",
    adjusts: "none",
    known: "close",
    windowDefault: "sum",
    barsDefault: "sum",
  } as const;
  const TIME = { ...EVENT, type: "time", known: "minute" } as const;

  test("does not compile, whichever part it is", () => {
    expectTypeOf<Forgettable<typeof LENDABLE_SHARES, FactRow>>().toEqualTypeOf<never>();
    expectTypeOf<Forgettable<typeof TEXT, FactRow>>().toEqualTypeOf<never>();
    expectTypeOf<Forgettable<typeof EVENT, EventRow>>().toEqualTypeOf<never>();
    expectTypeOf<Exclude<Forgettable<typeof BAR, BarRow>, "event">>().toEqualTypeOf<never>();
    expectTypeOf<Exclude<Forgettable<typeof TIME, BarTimeRow>, "event">>().toEqualTypeOf<never>();
    const { label: _, ...nameless } = LENDABLE_SHARES;
    // @ts-expect-error Property 'label' is missing
    nameless satisfies FactRow;
    // @ts-expect-error A number has a unit.
    ({ ...LENDABLE_SHARES, unit: null }) satisfies FactRow;
    // @ts-expect-error A text says what its values are.
    ({ ...LENDABLE_SHARES, type: "text", unit: null }) satisfies FactRow;
  });

  test("is no name of the tree: the unions are those of the tables", () => {
    expectTypeOf<"float">().toExtend<OwnershipField>();
    expectTypeOf<"close">().toExtend<DailyField>();
    // @ts-expect-error The table of this test is not that of the product.
    expectTypeOf<"lendable_shares">().toExtend<OwnershipField>();
    // Each list of values belongs to a row that says so, and the other way round.
    expectTypeOf<"country">().toExtend<ListedField>();
    expect(FIELDS.filter(({ values }) => values === "listed").map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(LISTED_FIELDS)),
    );
  });
});

describe("the rows together", () => {
  test("give no place of a card or of the help panel to two fields", () => {
    const places = cardsOf("columns").flatMap(({ title, tabs }) =>
      tabs.flatMap(({ name: tab, dataPoints }) =>
        dataPoints.map(({ group, name }) => {
          const field = FIELDS.find((one) => one.group === group && one.name === name);
          // Lists and numbers of one's own are no fields; they stand behind them.
          return { name, at: `${title} ${tab} ${field?.place ?? name}` };
        }),
      ),
    );
    const help = new Map(FIELDS.map(({ name, help: { place } }) => [name, place]));
    const twice = (seen: readonly { name: string; at: unknown }[]) =>
      seen.filter(({ name, at }) => seen.some((other) => other.at === at && other.name !== name));
    expect(twice(places)).toEqual([]);
    expect(twice([...help].map(([name, at]) => ({ name, at })))).toEqual([]);
  });

  test("name no field of the list of securities without its column there", () => {
    const columns = TABLES.find(({ name }) => name === "security")?.columns.map(([name]) => name) ?? [];
    expect([...LISTING_FIELDS].filter((name) => !columns.some((column) => column === name))).toEqual([]);
  });
});
