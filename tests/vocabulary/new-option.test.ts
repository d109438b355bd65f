import { afterAll, describe, expect, expectTypeOf, test, vi } from "vitest";
import type * as Cards from "../../src/vocabulary/cards/cards.ts";
import type * as OptionRows from "../../src/vocabulary/cards/option-rows.ts";
import type { CardOptionName, ChipOptionName, OptionRow, PointOptionName } from "../../src/vocabulary/index.ts";

/** All that a new option takes, beside the tabs that offer it and what the reader of their card makes of it. */
const LAG = {
  holds: "number",
  about: "point",
  label: "Lag",
  tooltip: "Days between the report and its publication.",
  input: "number_input",
  pattern: "digits",
  fresh: "2",
  sentAs: "lag",
  keys: ["lag", "delay"],
  bounds: [0, 9],
} as const satisfies OptionRow;

// Files of a worker share what they import: everything is loaded anew with the row, and forgotten afterwards.
const TABLES = ["../../src/vocabulary/cards/option-rows.ts", "../../src/vocabulary/cards/cards.ts"] as const;
vi.resetModules();
vi.doMock(TABLES[0], async (original) => {
  const tables = await original<typeof OptionRows>();
  const { adjusted, ...rest } = tables.CARD_OPTIONS;
  return { ...tables, CARD_OPTIONS: { adjusted, lag: LAG, ...rest } };
});
vi.doMock(TABLES[1], async (original) => {
  const tables = await original<typeof Cards>();
  const offering = tables.COLUMN_CARDS.map((card) => ({
    ...card,
    tabs: card.tabs.map((tab) => ({
      ...tab,
      dataPoints: tab.dataPoints.map((point) =>
        card.title === "Ownership" ? { ...point, options: ["lag", ...point.options] } : point,
      ),
    })),
  }));
  const cardsOf = (side: "filters" | "columns") => (side === "columns" ? offering : tables.FILTER_CARDS);
  const cardOf = (side: "filters" | "columns", title: string) =>
    cardsOf(side).find((card) => card.title === title) ?? null;
  return { ...tables, COLUMN_CARDS: offering, cardsOf, cardOf };
});
afterAll(() => {
  for (const table of TABLES) vi.doUnmock(table);
  vi.resetModules();
});

const { cardState, cardView, editRow, enterText, formsKept, freshRequest, itemSent, openForms, submit } =
  await import("../../src/request/index.ts");
const { CARDS } = await import("../../src/request/cards.ts");
const { CARD_OPTION_NAMES, CARD_OPTIONS, cardsOf, isOneOf } = await import("../../src/vocabulary/index.ts");
const { TODAY, UNLIMITED } = await import("../request/card.ts");
const { around, errorsOf, placed } = await import("../request/requests.ts");

const isOption = isOneOf(CARD_OPTION_NAMES);
/** Its name, which no type knows. */
function lag(): CardOptionName {
  const name: unknown = "lag";
  if (!isOption(name)) throw new Error("The row is not there.");
  return name;
}

const card = ["columns", "Ownership"] as const;
const filled = (text: string) =>
  enterText(enterText(freshRequest(TODAY), ...card, lag(), text), ...card, "name", "Float");
const view = (state = freshRequest(TODAY)) =>
  cardView(state, ...card, UNLIMITED).options.find(({ name }) => name === lag());

describe("an option that is one row more", () => {
  test("is asked for with its wording, and begins with what its row says", () => {
    expect(view()).toMatchObject({
      label: "Lag",
      tooltip: LAG.tooltip,
      text: "2",
      input: "number_input",
      optional: false,
    });
    expect(view(filled("7"))?.text).toBe("7");
    expect(view(filled("x"))?.text).toBe("2");
    const empty = cardView(filled(""), ...card, UNLIMITED).button;
    expect(empty.blocked).toBe("unfilled");
  });

  test("is added as a number, worded, sent under its key in the order of the rows, and loaded again", () => {
    const state = submit(filled("7"), ...card, UNLIMITED);
    const [row] = cardState(state, ...card).addedOptions;
    expect(row?.addedItem).toMatchObject({ options: { lag: 7, day: 0, name: "Float" } });
    expect(row?.stringData).toContainEqual({ label: "Lag", text: "7" });
    if (row === undefined) throw new Error("Nothing was added.");
    expect(Object.entries(itemSent(...card, row.addedItem))).toEqual([
      ["data_point", "float"],
      ["lag", 7],
      ["n", 0],
      ["name", "Float"],
    ]);
    expect(view(editRow(state, ...card, 0))?.text).toBe("7");
  });

  test("is kept with a draft that was not added", () => {
    const kept = formsKept(filled("8"), "columns");
    expect(view(openForms(freshRequest(TODAY), "columns", kept))?.text).toBe("8");
  });

  test("is read under its keys, within its bounds, on the cards that offer it and on no other", () => {
    const refusals = (place: string, entry: object) =>
      errorsOf(around({ columns: placed(place, { name: "x", ...entry }) }));
    expect(refusals("Ownership", { data_point: "float", lag: 9 })).toEqual([]);
    expect(refusals("Ownership", { data_point: "float", delay: "0" })).toEqual([]);
    expect(refusals("Ownership", { data_point: "float", lag: 10 })).toEqual([
      "columns.Ownership[0].lag: A whole number from 0 to 9 belongs here, not 10.",
    ]);
    expect(refusals("Identity", { data_point: "name", lag: 1 })).toHaveLength(1);
  });
});

/** Parts of a whole row without which it would still be one. */
type Forgettable<Whole> = {
  [Part in keyof Whole]: Omit<Whole, Part> extends OptionRow ? Part : never;
}[keyof Whole];

describe("a row that lacks a part", () => {
  test("does not compile, whichever part it is", () => {
    // What is typed may be any text, and a number has its bounds in any case.
    expectTypeOf<Forgettable<typeof LAG>>().toEqualTypeOf<"pattern">();
    const { sentAs: _, ...unsent } = LAG;
    // @ts-expect-error Property 'sentAs' is missing
    unsent satisfies OptionRow;
    const { keys: __, ...unread } = LAG;
    // @ts-expect-error Property 'keys' is missing
    unread satisfies OptionRow;
    // @ts-expect-error Property 'bounds' is missing
    ({ ...LAG, bounds: undefined }) satisfies OptionRow;
  });

  test("is missed by name where chips have no choices", () => {
    const choices = {
      adjusted: 0,
      func: 0,
      is_the: 0,
      data_point_to_evaluate: 0,
      bar: 0,
      line: 0,
      period: 0,
      among: 0,
      side: 0,
      entry: 0,
      both: 0,
    };
    // @ts-expect-error Property 'condition' is missing
    choices satisfies Record<ChipOptionName, number>;
    ({ ...choices, condition: 0 }) satisfies Record<ChipOptionName, number>;
    expectTypeOf<"condition" | "value" | "name" | "tag">().toExtend<Exclude<CardOptionName, PointOptionName>>();
  });
});

describe("the rows together", () => {
  test("say each option once: none is left out of what is sent, read or offered", () => {
    const offered = new Set(
      (["filters", "columns"] as const).flatMap((side) =>
        cardsOf(side).flatMap(({ tabs }) =>
          tabs.flatMap(({ dataPoints }) =>
            dataPoints.flatMap(({ options, advancedOptions = [] }) => [...options, ...advancedOptions]),
          ),
        ),
      ),
    );
    expect(CARD_OPTION_NAMES.filter((name) => !offered.has(name))).toEqual([]);
    const read = new Set<string>(CARDS.flatMap(({ options }) => options));
    const unread = CARD_OPTION_NAMES.filter((name) => CARD_OPTIONS[name].about === "point" && !read.has(name));
    expect(unread).toEqual([]);
  });
});
