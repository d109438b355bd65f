import { describe, expect, test } from "vitest";
import { PROBLEMS, ParseBody, ROUTES, RowsQuery, RunId } from "../../src/contract/index.ts";
import type { Route } from "../../src/contract/index.ts";

const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);

describe("the table of routes", () => {
  test("names each method and path once", () => {
    const names = routes.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(routes)("%s says what it takes", (_, route) => {
    expect(route.path.includes("/:")).toBe(route.params !== undefined);
    expect(route.method === "GET" && route.body !== undefined).toBe(false);
    expect(route.summary).toMatch(/^[A-Z].*[^.]$/);
  });

  test.each(Object.entries(PROBLEMS))("the problem %s is an error", (_, { status, title }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(title).not.toBe("");
  });
});

describe("schemas", () => {
  test("a body has its defaults, and no field beyond them", () => {
    expect(ParseBody.parse({ formula: "1" })).toEqual({
      formula: "1",
      is_filter: false,
      column_list: "",
      notation: "code",
      parameters: {},
    });
    expect(ParseBody.safeParse({ formula: "1", token: "x" }).success).toBe(false);
    expect(ParseBody.safeParse({ formula: 1 }).success).toBe(false);
  });

  test.each(["../etc", "", "A".repeat(20), "x".repeat(41), "a;drop"])("%j is no id", (id) => {
    expect(RunId.safeParse(id).success).toBe(false);
  });

  test("pages are bounded", () => {
    expect(RowsQuery.parse({ offset: "5" })).toEqual({
      offset: 5,
      limit: 100,
      order: "asc",
      q: "",
      where: "",
      labels: false,
    });
    for (const wrong of [{ limit: "1001" }, { offset: "-1" }, { limit: "0" }, { offset: "1.5" }, { limit: "x" }]) {
      expect(RowsQuery.safeParse(wrong).success).toBe(false);
    }
  });
});
