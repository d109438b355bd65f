import { describe, expect, test } from "vitest";
import { BODY_LIMIT, openApi, PROBLEMS, ROUTES } from "../../src/contract/index.ts";
import type { Operation, Route } from "../../src/contract/index.ts";

const document = openApi(ROUTES);
const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);
const operationOf = ({ path, method }: Route): Operation | undefined =>
  document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];

/** Every reference within the document. */
function referencesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === "$ref" ? [String(part)] : referencesIn(part)));
}

describe("the OpenAPI document", () => {
  test("is plain JSON that says what it is", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.info.description).toContain(String(BODY_LIMIT / 1024));
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test("refers only to what it holds", () => {
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(referencesIn(document).filter((reference) => !known.includes(reference))).toEqual([]);
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Za-z0-9._-]+$/);
    expect(JSON.stringify(document)).not.toContain("$defs");
  });

  test("names each operation once, and no other than the routes", () => {
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(Object.keys(ROUTES)));
    expect(operations).toHaveLength(Object.keys(ROUTES).length);
  });

  test.each(routes)("%s: who may call it, what it takes, what it answers", (name, route) => {
    const operation = operationOf(route);
    expect(operation).toMatchObject({
      operationId: name,
      summary: route.summary,
      "x-access": route.access,
      "x-scope": route.scope ?? null,
    });
    expect(operation?.security.length === 0).toBe(route.access === "public");
    expect(operation?.security.some((way) => "token" in way)).toBe(route.scope !== undefined);
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, step]) => step);
    const parameters = operation?.parameters ?? [];
    expect(parameters.filter((each) => each.in === "path").map((each) => [each.name, each.required])).toEqual(
      inPath.map((step) => [step, true]),
    );
    // What a provider sends back is the provider's.
    if (name !== "googleCallback") {
      expect(parameters.some((each) => each.in === "query")).toBe(route.query !== undefined);
    }
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
    const statuses = [route.status, ...route.problems.map((slug) => PROBLEMS[slug].status), 500, 429].map(String);
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(statuses));
    for (const { description = "" } of Object.values(operation?.responses ?? {})) expect(description).not.toBe("");
    const answer = operation?.responses[route.status]?.content;
    if (route.answer !== "file") expect(JSON.stringify(answer?.["application/json"]?.schema)).not.toBe("{}");
  });

  test("shows a body as it is sent: defaults are optional, unknown fields refused", () => {
    const body = operationOf(ROUTES.parse)?.requestBody?.content?.["application/json"]?.schema;
    expect(body).toMatchObject({ type: "object", required: ["formula"], additionalProperties: false });
    const limit = operationOf(ROUTES.chartBars)?.parameters.find(({ name }) => name === "limit");
    expect(limit).toMatchObject({
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 5000, default: 1000 },
    });
  });
});
