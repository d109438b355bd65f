import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EXAMPLES } from "../../src/client/builder/examples.ts";
import { openAddress } from "../../src/client/builder/open-address.ts";
import { openExample } from "../../src/client/builder/open-example.ts";
import { fragmentOf, requestOfFragment } from "../../src/client/builder/share.ts";
import { isShared } from "../../src/client/state/session/shared-link.ts";
import {
  begin,
  builder,
  change,
  NEW_REQUEST,
  provideText,
  redo,
  replaceRequest,
  undo,
} from "../../src/client/state/slices/builder.ts";
import { user } from "../../src/client/state/session/session.ts";
import { tour } from "../../src/client/state/slices/tour.ts";
import { judge, rowPath } from "../../src/client/state/slices/validity.ts";
import {
  cardState,
  choose,
  columnNamesOf,
  enterDateRange,
  enterFormula,
  enterText,
  freshRequest,
  readRequest,
  requestOfFormulas,
  requestSent,
  submit,
} from "../../src/request/index.ts";
import type { RequestState } from "../../src/request/index.ts";

const NO_LIMITS = { filters: null, columns: null };
const range = { start: "2025-10-01", end: "2025-12-31" };

const addFilter = (value: string) => (state: RequestState) =>
  submit(
    enterText(choose(state, "filters", "Daily", "condition", ">"), "filters", "Daily", "value", value),
    "filters",
    "Daily",
    NO_LIMITS,
  );
const rows = (): number => cardState(builder.state, "filters", "Daily").addedOptions.length;

describe("steps back and forth", () => {
  beforeEach(() => begin(freshRequest("2025-12-31"), NEW_REQUEST));

  test("what a form holds is no step; what is added is one, and comes back", () => {
    change("", (state) => choose(state, "filters", "Daily", "condition", ">"));
    expect(builder.undo).toBeNull();
    change("add daily", addFilter("5"));
    change("add daily", addFilter("6"));
    expect(builder.undo).toBe("add daily");
    undo();
    expect([rows(), builder.redo]).toEqual([1, "add daily"]);
    redo();
    expect([rows(), builder.redo]).toEqual([2, null]);
    undo();
    undo();
    expect([rows(), builder.undo]).toEqual([0, null]);
  });

  test("another change forgets what was taken back", () => {
    change("add daily", addFilter("5"));
    undo();
    change("add daily", addFilter("7"));
    expect(builder.redo).toBeNull();
  });

  test("typing into one field is one step, into two fields two", () => {
    for (const name of ["G", "Ga", "Gap"])
      change("the name", (now) => enterDateRange(now, "requestName", name), { typed: true });
    change("the dates", (now) => enterDateRange(now, "endTime", "12/30/2025"), { typed: true });
    undo();
    expect(builder.state.dataRange).toMatchObject({ requestName: "Gap", endTime: "12/31/2025" });
    undo();
    expect(builder.state.dataRange.requestName).toBe("");
  });

  test("a formula that is half typed survives undo", () => {
    change("add daily", addFilter("5"));
    change("", (state) => enterFormula(state, "filters", "[daily close] >"));
    undo();
    const { form } = cardState(builder.state, "filters", "Custom");
    expect([rows(), form.kind === "custom" && form.texts.common]).toEqual([0, "[daily close] >"]);
  });

  test("another request takes the place of this one, and stays what is edited", () => {
    begin(freshRequest("2025-12-31", "request", "edit"), { ...NEW_REQUEST, id: "abcdefgh" });
    replaceRequest("open", freshRequest("2025-12-30"));
    expect(builder.state).toMatchObject({ mode: "edit", dataRange: { endTime: "12/30/2025" } });
    undo();
    expect(builder.state.dataRange.endTime).toBe("12/31/2025");
  });
});

describe("every part of a request", () => {
  const parameters = [{ name: "gap", from: 1, to: 4, step: 1, value: 3 }];

  test.each([
    ["parameters", { parameters }],
    ["days held out", { holdOut: "last third" }],
    ["outcome", { outcome: "Week" }],
    ["description", { description: "Openings" }],
  ] as const)("%s: a change of it alone is a step that goes into the text, and comes back", (what, part) => {
    begin(freshRequest("2025-12-31"), NEW_REQUEST);
    provideText((state) => ({ ...state, text: "as it is now" }));
    change(what, (state) => ({ ...state, ...part }));
    expect([builder.undo, builder.state.text]).toEqual([what, "as it is now"]);
    undo();
    expect(builder.state).not.toMatchObject(part);
    provideText((state) => state);
  });
});

describe("examples in the builder", () => {
  test.each(EXAMPLES)("$name means the same on the cards, columns in their order", (example) => {
    const state = openExample(example, range);
    const { name, filters, columns } = example;
    const given = readRequest(requestOfFormulas({ name, ...range, filters, columns })).request;
    const opened = readRequest(requestSent(state)).request;
    expect(opened?.columns.map((column) => [column.name, column.code])).toEqual(
      given?.columns.map((column) => [column.name, column.code]),
    );
    expect(opened?.filters.map(({ code }) => code).toSorted()).toEqual(
      given?.filters.map(({ code }) => code).toSorted(),
    );
    expect(columnNamesOf(state).length).toBe(columns.length + 2);
  });
});

describe("what is written is judged", () => {
  test("an example runs; without a name it is only previewed; without days neither", () => {
    const [example] = EXAMPLES;
    if (example === undefined) throw new Error("no example");
    const state = openExample(example, range);
    expect(judge(state, "2025-01-01")).toMatchObject({ nameError: null, broken: 0 });
    expect(judge(state, "2025-01-01").runnable).toEqual(requestSent(state));
    const unnamed = judge(enterDateRange(state, "requestName", " "), "2025-01-01");
    expect([unnamed.nameError, unnamed.runnable, unnamed.previewable !== null]).toEqual([
      "Request name required",
      null,
      true,
    ]);
    const undated = judge(enterDateRange(state, "startTime", "02/31/2025"), "2025-01-01");
    expect([undated.startError, undated.previewable]).toEqual(["Invalid Date", null]);
  });

  test("what is wrong with the days that are held out is said beside them, and stops nothing", () => {
    const [example] = EXAMPLES;
    if (example === undefined) throw new Error("no example");
    const judged = (columns: typeof example.columns) => {
      const days = { start: "2025-12-01", end: "2025-12-09" };
      const state = { ...openExample({ ...example, columns }, days), holdOut: "last third" as const };
      return judge(state, "2025-01-01");
    };
    const ahead = judged([{ name: "Week", formula: "[daily close 5 adj]" }]);
    expect(ahead.heldOutWarning).toContain("{Week} reads 5 sessions ahead.");
    expect(ahead.runnable).not.toBeNull();
    expect(judged([{ name: "Today", formula: "[daily close adj]" }]).heldOutWarning).toBeNull();
  });

  test("a row is told what is wrong with it where it stands", () => {
    expect(rowPath("columns", "Daily", 2)).toBe("columns.Technical.Daily[2]");
    const json = requestOfFormulas({ name: "x", ...range, filters: [], columns: [{ name: "A", formula: "{A} + 1" }] });
    const [example] = EXAMPLES;
    if (example === undefined) throw new Error("no example");
    const state = openExample({ ...example, columns: [{ name: "A", formula: "{A} + 1" }] }, range);
    expect(readRequest(json).request).toBeNull();
    expect(Object.keys(judge(state, "2025-01-01").rowErrors)).toEqual([rowPath("columns", "Custom", 0)]);
  });
});

describe("a request in a link", () => {
  test("comes out as it went in, in letters an address keeps", async () => {
    const [example] = EXAMPLES;
    if (example === undefined) throw new Error("no example");
    const sent = requestSent(openExample(example, range));
    const fragment = await fragmentOf(sent);
    expect(fragment).toMatch(/^#r=[\w-]+$/);
    expect(isShared(fragment)).toBe(true);
    expect(await requestOfFragment(fragment)).toEqual(JSON.parse(JSON.stringify(sent)));
  });

  test.each(["#r=", "#r=!!", "#r=AAAA"])("%s is told to be damaged", async (fragment) => {
    await expect(requestOfFragment(fragment)).rejects.toThrow("The link is damaged or was cut off.");
  });

  test("a bomb ends at its limit", async () => {
    const fragment = await fragmentOf({ name: " ".repeat(3_000_000) });
    await expect(requestOfFragment(fragment)).rejects.toThrow();
  });
});

describe("the tour", () => {
  afterEach(() => {
    Object.assign(user, { useAs: null });
    vi.unstubAllGlobals();
  });

  test("begins over a request of one's own: not over a template, what a link carries, or what is somebody else's", async () => {
    vi.stubGlobal("location", { hash: "", pathname: "/data-request", search: "" });
    const NOTHING = { id: null, template: null };
    await openAddress({ kind: "template", ...NOTHING }, "ada@example.org");
    expect(tour.step).toBeNull();
    Object.assign(user, { useAs: { email: "admin@example.org", name: "Admin" } });
    await openAddress({ kind: "request", ...NOTHING }, "ada@example.org");
    expect(tour.step).toBeNull();
    Object.assign(user, { useAs: null });
    await openAddress({ kind: "request", ...NOTHING }, "ada@example.org");
    expect(tour.step).toBe(0);
  });
});
