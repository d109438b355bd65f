import { accessOf, EVENTS, inUseAs, openApi, PROBLEMS, ROUTES, tagOf, TEXT_TYPE } from "../contract/index.ts";
import type { JsonSchema, OpenApi, Operation, Route } from "../contract/index.ts";
import { entry, heading, list, mark, table, text } from "./page.ts";
import type { Block, Page } from "./page.ts";

/** Levels of nested objects that are written out; deeper ones are named only. */
const DEPTH = 4;

const range = (low: number | undefined, high: number | undefined, of: string): string => {
  if (low !== undefined && high !== undefined) return ` ${low} to ${high}${of}`;
  if (high !== undefined) return ` to ${high}${of}`;
  return low === undefined || low === 0 ? "" : ` from ${low}${of}`;
};

/** A schema in one line: `{ id: string, rows?: integer or null }`. */
function schemaText(schema: JsonSchema, document: OpenApi, depth = 0): string {
  const inner = (part: JsonSchema): string => schemaText(part, document, depth + 1);
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    const target = document.components.schemas[name];
    return target === undefined || depth > 0 ? name : inner(target);
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) {
    const values = schema.enum.map((value) => JSON.stringify(value));
    const [first = "", second = "", third = ""] = values;
    return values.length > 12 ? `${first}, ${second}, ${third} … (${values.length} values)` : values.join(" or ");
  }
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice !== undefined) return [...new Set(choice.map(inner))].join(" or ");
  if (schema.type === "array") {
    const items = schema.prefixItems?.map(inner).join(", ") ?? (schema.items ? inner(schema.items) : "any");
    return `array${range(schema.minItems, schema.maxItems, "")} of ${items}`;
  }
  if (schema.type === "object") return objectText(schema, inner, depth);
  if (schema.type === "string")
    return `${schema.format ?? "string"}${range(schema.minLength, schema.maxLength, " characters")}`;
  if (schema.type === undefined) return "any";
  const kind = typeof schema.type === "string" ? schema.type : schema.type.join(" or ");
  return `${kind}${range(schema.minimum, schema.maximum, "")}`;
}

function objectText(schema: JsonSchema, inner: (part: JsonSchema) => string, depth: number): string {
  const { properties, required = [], additionalProperties: more } = schema;
  if (properties === undefined) {
    return typeof more === "object" && Object.keys(more).length > 0 ? `object of ${inner(more)}` : "object";
  }
  if (depth >= DEPTH) return "object";
  const fields = Object.entries(properties).map(
    ([name, part]) => `${name}${required.includes(name) ? "" : "?"}: ${inner(part)}`,
  );
  return `{ ${fields.join(", ")} }`;
}

const JSON_TYPE = "application/json";
const EVENT_TYPE = "text/event-stream";

const TAKES_TEXT = {
  body: `Takes the request as ${mark(TEXT_TYPE)} too.`,
  request: `Takes the request alone as ${mark(TEXT_TYPE)} too.`,
} as const;

/** Rows of fields: name, what it holds, and whether it may be left out. */
function fields(schema: JsonSchema, document: OpenApi): readonly (readonly string[])[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, part]) => [
    mark(name),
    mark(schemaText(part, document, 1)),
    optionalText(required.includes(name), part.default),
  ]);
}

const optionalText = (required: boolean, value: unknown): string =>
  required ? "" : value === undefined ? "may be left out" : `left out: ${mark(JSON.stringify(value))}`;

function answerText(route: Route, operation: Operation, document: OpenApi): string {
  if (route.status === 302) return `Answers ${route.status}: elsewhere.`;
  if (route.answer === "events") {
    const event = operation.responses[route.status]?.content?.[EVENT_TYPE]?.schema;
    return `Answers ${route.status}: ${mark(event === undefined ? "any" : schemaText(event, document))}. ${EVENTS}`;
  }
  if (route.answer === "file") return `Answers ${route.status}: a file or page.`;
  const schema = operation.responses[route.status]?.content?.[JSON_TYPE]?.schema;
  const asText = route.givesText ? `, or as ${mark(TEXT_TYPE)} to who accepts that` : "";
  return `Answers ${route.status}: ${mark(schema === undefined ? "any" : schemaText(schema, document))}${asText}`;
}

function routeBlocks(name: string, route: Route, document: OpenApi): readonly Block[] {
  const operation = document.paths[route.path.replaceAll(/:(\w+)/g, "{$1}")]?.[route.method.toLowerCase()];
  if (operation === undefined) throw new RangeError(`no operation ${name}`);
  const { calls, seconds } = operation["x-rate-limit"];
  const body = operation.requestBody?.content?.[JSON_TYPE]?.schema;
  const taken = operation.parameters.map(({ name: called, in: place, required, schema }) => [
    mark(called),
    place,
    mark(schemaText(schema, document, 1)),
    optionalText(required, schema.default),
  ]);
  const sent =
    body === undefined ? [] : fields(body, document).map(([called = "", ...rest]) => [called, "body", ...rest]);
  const rows = [...taken, ...sent];
  const problems = operation["x-problems"].map((slug) => `${PROBLEMS[slug].status} ${mark(slug)}`);
  return [
    entry(`${route.method} ${mark(route.path)}`, name),
    text(`${route.summary}.`),
    text(`${accessOf(route)} At most ${calls} calls in ${seconds} seconds.`),
    ...(rows.length === 0 ? [] : [table(["field", "in", "holds", ""], rows)]),
    ...(body !== undefined && sent.length === 0
      ? [text(`Takes ${mark(schemaText(body, document))} as its body.`)]
      : []),
    ...(route.takesText === undefined ? [] : [text(TAKES_TEXT[route.takesText])]),
    text(answerText(route, operation, document)),
    text(`Problems: ${problems.join(", ")}.`),
  ];
}

const document = openApi(ROUTES);
const routes: readonly (readonly [string, Route])[] = Object.entries(ROUTES);
const byTag = Map.groupBy(routes, ([, route]) => tagOf(route));
/** Routes have anchors of their own, some of the same name. */
const about = (tag: string): Block => ({
  kind: "heading",
  text: `${tag[0]?.toUpperCase() ?? ""}${tag.slice(1)}`,
  anchor: `about-${tag.replaceAll(" ", "-")}`,
});

export const apiPage: Page = {
  name: "api",
  title: "The HTTP API",
  summary: "Every route of the server: who may call it, what it takes, what it answers.",
  blocks: [
    list(
      `Bodies and answers are JSON in snake_case, sent as ${mark(JSON_TYPE)}; fields that are not named here are refused.`,
      `A sign-in gives a token, sent as ${mark("Authorization: Bearer …")}; in a browser it counts only together with the cookie that came with it. API tokens are made in the account settings, each for some scopes.`,
      `A request is taken and given as [text](request-text) too, as ${mark(TEXT_TYPE)} in UTF-8 where a route says so: by the header ${mark("Content-Type")} of what is sent, and by ${mark("Accept")} for what is wanted. In JSON it may stand for the whole request: ${mark('{ "text": "request Gap …" }')}. A mistake in it has ${mark("line")} and ${mark("column")}, counted from 1.`,
      `Errors are ${mark("application/problem+json")} (RFC 9457): ${mark("type")} ends in the name given here, ${mark("errors")} lists every mistake with its place.`,
      `The same for programs: ${mark("GET /v1/openapi.json")}.`,
      `In use-as an administrator may call ${routes.filter(([, route]) => inUseAs(route)).length} of the ${routes.length} routes; each says so.`,
    ),
    heading("Problems"),
    table(
      ["problem", "status", "means"],
      Object.entries(PROBLEMS).map(([slug, { status, title: means }]) => [mark(slug), String(status), `${means}.`]),
      Object.keys(PROBLEMS).map((slug) => `problem-${slug}`),
    ),
    ...[...byTag]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .flatMap(([tag, of]) => [about(tag), ...of.flatMap(([name, route]) => routeBlocks(name, route, document))]),
  ],
};
