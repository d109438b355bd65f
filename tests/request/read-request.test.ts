import { assert, jsonValue, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { readRequest, requestOfFormulas } from "../../src/request/index.ts";
import { LIMITS } from "../../src/vocabulary/index.ts";
import { around, errorsOf, requestOf } from "./requests.ts";
import { cases } from "../cases.ts";

/** The example of the contract. */
const EXAMPLE = {
  name: "Gap and go",
  Date_Range: { start_date: "2024-01-02", end_date: "2024-03-28" },
  filters: {
    Technical: { Daily: [], Intraday: [] },
    Identity: [],
    Indicator: [],
    Fundamental: [],
    Ownership: [],
    Custom: [{ tag: "gap", formula: "[daily open] / [daily close -1] > 1.05" }],
  },
  columns: {
    Technical: { Daily: [{ data_point: "close", day: 0, adjusted: false, name: "Close" }], Intraday: [] },
    Earnings: [],
    Custom: [{ name: "Gap", formula: "( [daily open adj] / [daily close -1 adj] - 1 ) * 100" }],
  },
  options: { data_updates: false, email_notification: false },
};

describe("a request", () => {
  it("is read as the contract shows it", () => {
    const request = requestOf(EXAMPLE);
    expect(request).toMatchObject({
      name: "Gap and go",
      start: "2024-01-02",
      end: "2024-03-28",
      filters: [
        { label: "gap", group: "custom", code: "[daily open] / [daily close -1] > 1.05", path: "filters.Custom[0]" },
      ],
      columns: [
        { name: "Close", group: "daily", code: "[daily close]", path: "columns.Technical.Daily[0]" },
        { name: "Gap", group: "custom", code: "( [daily open adj] / [daily close -1 adj] - 1 ) * 100" },
      ],
      options: { data_updates: false, email_notification: false, overwrite: false },
    });
    expect(request.source).toBe(EXAMPLE);
  });

  it("may leave every group out", () => {
    expect(requestOf(around({}))).toMatchObject({ filters: [], columns: [] });
    expect(requestOf(around({ filters: {}, columns: { Technical: {} }, options: {} }))).toMatchObject({ filters: [] });
  });

  it("is made of formulas", () => {
    const json = requestOfFormulas({
      name: "Quick",
      start: "2024-01-02",
      end: "2024-01-31",
      filters: [{ formula: "[daily close] > 5", tag: "price" }, { formula: "[daily volume] > 1M" }],
      columns: [{ name: "Close", formula: "[daily close]" }],
    });
    const request = requestOf(json);
    expect(request.filters.map(({ label }) => label)).toEqual(["price", "[daily volume] > 1M"]);
    expect(request.columns.map(({ name }) => name)).toEqual(["Close"]);
  });

  it("has its columns in the order of the cards, or as column_order says", () => {
    const columns = {
      Custom: [{ name: "Z", formula: "{A} + 1" }],
      Ownership: [{ data_point: "float", name: "F" }],
      Technical: {
        Intraday: [{ data_point: "open", name: "I" }],
        Daily: [
          { data_point: "close", name: "B" },
          { data_point: "open", name: "A" },
        ],
      },
      Earnings: [{ data_point: "total-assets", name: "E" }],
      Fundamental: [{ data_point: "sector", name: "S" }],
      Indicator: [{ func: "RSI", name: "R" }],
      Identity: [{ data_point: "name", name: "N" }],
    };
    const names = (more: object): readonly string[] =>
      requestOf(around({ columns, ...more })).columns.map(({ name }) => name);
    expect(names({})).toEqual(["N", "B", "A", "I", "R", "S", "F", "E", "Z"]);
    expect(names({ column_order: ["Date", "Symbol", "z", "E"] })).toEqual([
      "Z",
      "E",
      "N",
      "B",
      "A",
      "I",
      "R",
      "S",
      "F",
    ]);
    expect(errorsOf(around({ columns, column_order: ["Q", "A", "a", 5] }))).toEqual([
      'column_order[0]: "Q" is no column of this request.',
      'column_order[2]: "a" appears twice.',
      "column_order[3]: 5 is no column of this request.",
    ]);
  });
});

// Requests of one kind each, for the tables below.
const named = (...names: readonly unknown[]): unknown =>
  around({ columns: { Custom: names.map((name) => ({ name, formula: "[daily close]" })) } });
const range = (start_date: unknown, end_date: unknown): unknown => ({
  name: "n",
  Date_Range: { start_date, end_date },
});
const column = (entry: object): unknown => around({ columns: { Custom: [{ name: "X", ...entry }] } });
const filter = (entry: object): unknown => around({ filters: { Custom: [entry] } });
const chained = (...formulas: readonly string[]): unknown =>
  around({ columns: { Custom: formulas.map((formula, index) => ({ name: "abc"[index], formula })) } });
const counted = (count: number): unknown =>
  around({
    columns: { Custom: Array.from({ length: count }, (_, index) => ({ name: `c${index}`, formula: "1" })) },
  });

describe("names", () => {
  it("lose braces, bars and line breaks, and are trimmed", () => {
    expect(requestOf(named(" {Gap|} ", "two\nlines\u0000")).columns.map(({ name }) => name)).toEqual([
      "Gap",
      "two lines",
    ]);
  });

  it.each([
    [["Gap", "gap"], "columns.Custom[1].name: Name In Excel must be unique."],
    [["Gap", "{Gap}"], "columns.Custom[1].name: Name In Excel must be unique."],
    [["symbol"], "columns.Custom[0].name: Name In Excel must be unique."],
    [["Date"], "columns.Custom[0].name: Name In Excel must be unique."],
    [["{|}"], "columns.Custom[0].name: Name In Excel is missing."],
    [[undefined], "columns.Custom[0].name: Name In Excel is missing."],
    [["x".repeat(256)], "columns.Custom[0].name: At most 255 characters."],
  ])("%j", (names, error) => {
    expect(errorsOf(named(...names))).toEqual([error]);
  });

  it("of prototypes are names like any other", () => {
    const request = requestOf(named("constructor", "__proto__", "toString"));
    expect(request.columns.map(({ name }) => name)).toEqual(["constructor", "__proto__", "toString"]);
  });
});

describe("dates", () => {
  it.each([
    ["2024-01-02", "2024-01-02"],
    ["01/02/2024", "02/29/2024"],
    ["2008-01-01", "2030-12-31"],
  ])("%s to %s", (start, end) => {
    expect(errorsOf(range(start, end))).toEqual([]);
  });

  it("are kept as yyyy-MM-dd", () => {
    expect(requestOf(range("01/02/2024", "02/29/2024"))).toMatchObject({ start: "2024-01-02", end: "2024-02-29" });
  });

  it.each([
    [range("2024-02-30", "2024-03-01"), "Date_Range.start_date: Invalid Date"],
    [range("2024-1-2", "2024-03-01"), "Date_Range.start_date: Invalid Date"],
    [range("0001-01-01", "99999-01-01"), "Date_Range.end_date: Invalid Date"],
    [range("2024-03-02", "2024-03-01"), "Date_Range.start_date: The start date is after the end date."],
    [range("2007-12-31", "2024-03-01"), "Date_Range.start_date: The earliest date is 2008-01-01."],
    [range(20240102, "2024-03-01"), "Date_Range.start_date: A text belongs here, not 20240102."],
    [range(undefined, "2024-03-01"), "Date_Range.start_date: start_date is missing."],
    [{ name: "n" }, "Date_Range: Date_Range with start_date and end_date is missing."],
    [{ name: "n", Date_Range: { start_date: "2024-01-02" } }, "Date_Range.end_date: end_date is missing."],
    [{ name: "n", Date_Range: "2024" }, 'Date_Range: An object belongs here, not "2024".'],
  ])("%j is refused", (json, error) => {
    expect(errorsOf(json)).toContain(error);
  });

  it("may reach back as far as the data where the caller says so, with a warning", () => {
    const { request, diagnostics } = readRequest(range("1998-01-02", "1998-12-31"), { earliest: null });
    expect(request?.start).toBe("1998-01-02");
    expect(diagnostics).toMatchObject([{ severity: "warning", path: "Date_Range.start_date", code: "date-early" }]);
    expect(errorsOf(range("1998-01-01", "1998-12-31"), { earliest: "1998-01-02" })).toEqual([
      "Date_Range.start_date: The earliest date is 1998-01-02.",
    ]);
    expect(errorsOf(range("2024-01-02", "2024-01-03"), { latest: "2024-01-02" })).toEqual([
      "Date_Range.end_date: The latest date is 2024-01-02.",
    ]);
  });
});

describe("a formula", () => {
  it("is judged where it stands, with its range and code", () => {
    const { request, diagnostics } = readRequest(column({ formula: "[daily close] + [daily clsoe]" }));
    expect(request).toBeNull();
    expect(diagnostics).toMatchObject([{ path: "columns.Custom[0].formula", severity: "error", from: 23, to: 28 }]);
    expect(diagnostics[0]?.code).toMatch(/^[a-z-]+$/);
  });

  it("of a filter must be one", () => {
    expect(readRequest(filter({ formula: "[daily close]" })).diagnostics).toMatchObject([
      { path: "filters.Custom[0].formula", code: "filter-not-boolean", severity: "error" },
    ]);
  });

  it("may refer to columns before and after it, not in a circle", () => {
    expect(errorsOf(chained("{b} * 2", "{c} * {gap}", "[daily close]"))).toEqual([]);
    expect(errorsOf(chained("{b}", "{a}")).length).toBeGreaterThan(0);
    expect(errorsOf(chained("{d}"))).toEqual([expect.stringContaining("columns.Custom[0].formula")]);
  });

  it("that refers to a wrong one is not wrong, too", () => {
    const json = around({
      columns: {
        Custom: [
          { name: "A", formula: "[daily" },
          { name: "B", formula: "{A} + 1" },
        ],
      },
    });
    expect(errorsOf(json).every((error) => error.startsWith("columns.Custom[0].formula"))).toBe(true);
  });

  it("keeps its warnings", () => {
    const { request, diagnostics } = readRequest(filter({ formula: "[daily close 1] > [daily close]" }));
    expect(request).not.toBeNull();
    expect(diagnostics[0]).toMatchObject({ path: "filters.Custom[0].formula", code: "lookahead", severity: "warning" });
  });

  it("may be its members", () => {
    const formula = [
      { type: "data_point", value: "daily", data_point: "close", n: -1, adjusted: true },
      { type: "operator", value: ">" },
      { type: "number", value: 5 },
    ];
    expect(requestOf(filter({ formula })).filters[0]?.code).toBe("[daily close -1 adj] > 5");
  });

  it("may be written in words", () => {
    const { filters } = requestOf(filter({ formula: "adjusted previous close is above 5", type: "words" }));
    expect(filters[0]?.code).toBe("[daily close -1 adj] > 5");
  });

  it("may be in words, with findings at their place in them", () => {
    const words = "adjusted close 1 day ago is above 5";
    expect(requestOf(filter({ formula: words, type: "words" })).filters[0]?.code).toBe("[daily close -1 adj] > 5");
    expect(readRequest(filter({ formula: "close in 2 days is above 5", type: "words" })).diagnostics).toMatchObject([
      { path: "filters.Custom[0].formula", code: "lookahead", from: 0 },
    ]);
    const members = [{ type: "number", value: 5 }];
    expect(errorsOf(filter({ formula: members, inputFormula: "close is above 5", type: "words" }))).toEqual([
      "filters.Custom[0].inputFormula: inputFormula and formula say different things; send one of them.",
    ]);
  });

  it.each([
    [{}, "filters.Custom[0].formula: formula is missing."],
    [{ formula: " " }, "filters.Custom[0].formula: formula is missing."],
    [{ formula: 5 }, "filters.Custom[0].formula: A text belongs here, not 5."],
    [{ formula: "close is above x", type: "words" }, "filters.Custom[0].formula: x has no meaning in words."],
    [{ formula: "x", type: "poem" }, "filters.Custom[0].type: The type of a formula is code or words."],
    [{ formula: [] }, "filters.Custom[0].formula: A formula has 1 to 8000 members."],
    [{ formula: [{ type: "number", value: "5" }] }, "filters.Custom[0].formula[0]: This is no member of a formula."],
    [
      { formula: [{ type: "number", value: 5, more: 1 }] },
      "filters.Custom[0].formula[0]: This is no member of a formula.",
    ],
    [{ formula: [{ type: "constructor" }] }, "filters.Custom[0].formula[0]: This is no member of a formula."],
    [{ formula: "1 > 0", formla: "1" }, 'filters.Custom[0].formla: Unknown field "formla".'],
  ])("%j is refused", (entry, error) => {
    expect(errorsOf(filter(entry))).toEqual([error]);
  });

  it("too long or too deep is refused, not endured", () => {
    expect(errorsOf(column({ formula: "1+".repeat(8_000) })).length).toBe(1);
    expect(errorsOf(column({ formula: "(".repeat(1_000) + "1" + ")".repeat(1_000) })).length).toBe(1);
  });
});

describe("the shape", () => {
  it.each([
    [null, ": An object belongs here, not null."],
    [[], ": An object belongs here, not a list."],
    ["x", ': An object belongs here, not "x".'],
    [around({ extra: 1 }), 'extra: Unknown field "extra".'],
    [JSON.parse('{"__proto__": {"name": "n"}}'), "name: Request name required"],
    [around({ name: " " }), "name: Request name required"],
    [around({ name: 5 }), "name: A text belongs here, not 5."],
    [around({ name: "x".repeat(451) }), "name: At most 450 characters."],
    [around({ filters: [] }), "filters: An object belongs here, not a list."],
    [around({ filters: { Technical: [] } }), "filters.Technical: An object belongs here, not a list."],
    [around({ filters: { Identity: {} } }), "filters.Identity: A list belongs here, not an object."],
    [around({ filters: { Technical: { Weekly: [] } } }), 'filters.Technical.Weekly: Unknown field "Weekly".'],
    [around({ columns: { Foo: [] } }), 'columns.Foo: Unknown field "Foo".'],
    [around({ columns: { Custom: [5] } }), "columns.Custom[0]: An object belongs here, not 5."],
    [around({ options: { data_updates: "yes" } }), 'options.data_updates: true or false belongs here, not "yes".'],
    [around({ options: { more: 1 } }), 'options.more: Unknown field "more".'],
  ])("%j is refused", (json, error) => {
    expect(errorsOf(json)).toContain(error);
    expect(readRequest(json).request).toBeNull();
  });

  it("has at most so many filters and columns", () => {
    expect(errorsOf(counted(LIMITS.columns))).toEqual([]);
    expect(errorsOf(counted(LIMITS.columns + 1))).toEqual([`columns: At most ${LIMITS.columns} columns.`]);
    expect(errorsOf(counted(10 * LIMITS.columns))).toEqual([`columns: At most ${LIMITS.columns} columns.`]);
    expect(errorsOf(counted(3), { columns: 2 })).toEqual(["columns: At most 2 columns."]);
  });

  it("names every independent mistake at once", () => {
    const json = {
      Date_Range: { start_date: "x", end_date: "y" },
      filters: { Custom: [{ formula: "[daily" }, { formula: "1" }] },
      columns: { Custom: [{ formula: "1" }] },
      more: 1,
    };
    const paths = new Set(readRequest(json).diagnostics.map(({ path }) => path));
    for (const path of [
      "name",
      "Date_Range.start_date",
      "Date_Range.end_date",
      "filters.Custom[0].formula",
      "filters.Custom[1].formula",
      "columns.Custom[0].name",
      "more",
    ])
      expect(paths).toContain(path);
  });

  it("is judged whatever comes: a request, or at least one error", () => {
    assert(
      property(jsonValue(), jsonValue(), jsonValue(), (filters, columns, entry) => {
        for (const json of [
          filters,
          around({ filters, columns }),
          around({ filters: { Custom: [entry], Technical: { Daily: [entry] } }, columns: { Indicator: [entry] } }),
        ]) {
          const { request, diagnostics } = readRequest(json);
          expect(request === null).toBe(diagnostics.some(({ severity }) => severity === "error"));
        }
      }),
      { numRuns: cases(150) },
    );
  });
});
