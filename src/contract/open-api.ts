import { z } from "zod";
import { DEFAULT_LIMIT, SCOPES } from "./access.ts";
import { Problem, PROBLEMS } from "./problem.ts";
import type { ProblemSlug } from "./problem.ts";
import { BODY_LIMIT, TEXT_TYPE } from "./route.ts";
import type { Route } from "./route.ts";
import { HEARTBEAT_SECONDS, StreamEvent } from "./stream.ts";
import { inUseAs } from "./use-as.ts";

/** A JSON schema of the draft that OpenAPI 3.1 takes. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly $ref?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface Body {
  readonly description?: string;
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
  readonly "x-access": Route["access"];
  readonly "x-scope": string | null;
  readonly "x-use-as": boolean;
  readonly "x-rate-limit": { readonly calls: number; readonly seconds: number };
  readonly "x-problems": readonly ProblemSlug[];
}

export interface OpenApi {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

const JSON_TYPE = "application/json";
/** A request as its text beside the JSON, where the route takes or gives one. */
const asText = (known: unknown): Readonly<Record<string, { readonly schema: JsonSchema }>> =>
  known === undefined ? {} : { [TEXT_TYPE]: { schema: { type: "string" } } };
const PROBLEM_TYPE = "application/problem+json";

/** How a stream is read. */
export const EVENTS = `Server-sent events until the caller leaves or its session ends, each with its name (event) and its JSON (data), and a comment every ${HEARTBEAT_SECONDS} seconds. With the id of the last one as the header Last-Event-ID those missed since come first, or \`resync\` where they are not known any more.`;

/** Names of what routes are about, where the first step of their address is not one. */
const TAGS: Readonly<Record<string, string>> = {
  auth: "sign-in",
  parse: "language",
  reference: "language",
  explain: "answers",
  values: "answers",
  funnel: "answers",
  distribution: "answers",
  health: "server",
  ready: "server",
  market: "server",
  "openapi.json": "server",
  chart: "charts",
  products: "subscriptions",
  payments: "subscriptions",
  account: "subscriptions",
};

/** What a route is about: `/v1/data-requests/:id` is about data requests. */
export function tagOf({ path }: Pick<Route, "path">): string {
  const [, step = ""] = /^(?:\/v1)?\/([^/]+)/.exec(path) ?? [];
  return TAGS[step] ?? step.replaceAll("-", " ");
}

/** Every problem a route may answer: its own, and those that all of its kind may. */
function problemsOf(route: Route): readonly ProblemSlug[] {
  const implied: ProblemSlug[] = ["foreign-origin", "too-many", "internal"];
  if (route.params || route.query || route.body) implied.push("bad-request");
  if (route.method !== "GET") implied.push("disk-full");
  if (route.body) implied.push("too-large", "unsupported-media-type");
  if (route.access !== "public") implied.push("unauthorized");
  if (route.access === "user" || route.access === "super_admin") implied.push("forbidden");
  if (route.access === "super_admin") implied.push("second-factor-required");
  return [...new Set([...route.problems, ...implied])].toSorted((a, b) => PROBLEMS[a].status - PROBLEMS[b].status);
}

/** Who may call a route, in a sentence or two. */
export function accessOf(route: Route): string {
  const { access, scope } = route;
  if (access === "public") return "Open to everybody.";
  if (access === "optional") return "Open to everybody; a session makes a difference.";
  if (access === "super_admin") return "Administrators only, with their second factor; not by API token.";
  const tokens = scope === undefined ? "not by API token" : `API tokens need the scope ${scope}`;
  return `Signed-in users; ${tokens}. ${inUseAs(route) ? "Allowed" : "Denied"} to an administrator in use-as.`;
}

const UNBOUNDED = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);

/** Schemas of a document: what refers to itself stands among its components, everything else where it is used. */
class Schemas {
  readonly components: Record<string, JsonSchema> = {};

  of(schema: z.ZodType, io: "input" | "output", name: string): JsonSchema {
    const {
      $schema: _,
      $defs: defs = {},
      ...made
    } = z.toJSONSchema(schema, {
      io,
      target: "draft-2020-12",
      unrepresentable: "any",
      override: ({ jsonSchema }) => {
        // Whole numbers are whole numbers; the bounds of JavaScript's safe integers are left out.
        if (UNBOUNDED.has(Number(jsonSchema.minimum))) delete jsonSchema.minimum;
        if (UNBOUNDED.has(Number(jsonSchema.maximum))) delete jsonSchema.maximum;
      },
    });
    const local = (key: string): string => `${name}-${key.replaceAll("_", "") || "whole"}`;
    const moved = (part: unknown): JsonSchema =>
      JSON.parse(
        JSON.stringify(part)
          .replaceAll(
            /"\$ref":"#\/\$defs\/([^"]+)"/g,
            (_all, key: string) => `"$ref":"#/components/schemas/${local(key)}"`,
          )
          .replaceAll('"$ref":"#"', `"$ref":"#/components/schemas/${local("")}"`),
      );
    for (const [key, part] of Object.entries(defs)) this.components[local(key)] = moved(part);
    const whole = moved(made);
    if (!JSON.stringify(made).includes('"$ref":"#"')) return whole;
    this.components[local("")] = whole;
    return { $ref: `#/components/schemas/${local("")}` };
  }
}

function parameters(
  schema: z.ZodType | undefined,
  place: Parameter["in"],
  schemas: Schemas,
  name: string,
): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.of(schema, "input", name);
  return Object.entries(properties).map(([key, property]) => ({
    name: key,
    in: place,
    required: place === "path" || required.includes(key),
    schema: property,
  }));
}

function responses(name: string, route: Route, schemas: Schemas): Record<string, Body> {
  const answers: Record<string, Body> = {};
  if (route.answer === "file") {
    answers[route.status] =
      route.status === 302
        ? { description: "Elsewhere, by the header Location." }
        : { description: "A file or page.", content: { "*/*": { schema: {} } } };
  } else if (route.answer === "events") {
    const schema = schemas.of(StreamEvent, "output", `${name}-event`);
    answers[route.status] = { description: EVENTS, content: { "text/event-stream": { schema } } };
  } else {
    const schema = schemas.of(route.answer, "output", `${name}-answer`);
    answers[route.status] = { description: "Done.", content: { [JSON_TYPE]: { schema }, ...asText(route.givesText) } };
  }
  for (const [status, slugs] of Map.groupBy(problemsOf(route), (slug) => PROBLEMS[slug].status)) {
    answers[status] = {
      description: slugs.map((slug) => `${slug}: ${PROBLEMS[slug].title}.`).join(" "),
      content: { [PROBLEM_TYPE]: { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  }
  return answers;
}

function operation(name: string, route: Route, schemas: Schemas): Operation {
  const { access, scope, limit = DEFAULT_LIMIT } = route;
  const session = { session: [] };
  const byToken = scope === undefined ? [] : [{ token: [] }];
  return {
    operationId: name,
    summary: route.summary,
    description: `${accessOf(route)} At most ${limit.calls} calls in ${limit.seconds} seconds.`,
    tags: [tagOf(route)],
    security: access === "public" ? [] : access === "optional" ? [{}, session] : [session, ...byToken],
    parameters: [
      ...parameters(route.params, "path", schemas, `${name}-path`),
      ...parameters(route.query, "query", schemas, `${name}-query`),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              [JSON_TYPE]: { schema: schemas.of(route.body, "input", `${name}-body`) },
              ...asText(route.takesText),
            },
          },
        }),
    responses: responses(name, route, schemas),
    "x-access": access,
    "x-scope": scope ?? null,
    "x-use-as": inUseAs(route),
    "x-rate-limit": { calls: limit.calls, seconds: limit.seconds },
    "x-problems": problemsOf(route),
  };
}

const bearer = (description: string): object => ({ type: "http", scheme: "bearer", description });

/** The OpenAPI document of routes by name. Pure: nothing but the routes' own data is in it. */
export function openApi(routes: Readonly<Record<string, Route>>): OpenApi {
  const schemas = new Schemas();
  schemas.components["Problem"] = schemas.of(Problem, "output", "Problem");
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(name, route, schemas);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Scanbook",
      version: "1",
      description: `Everything the product does, over HTTP. Bodies are JSON of at most ${BODY_LIMIT / 1024} KiB, without fields that are not named here, and requests may be sent as ${TEXT_TYPE}; errors are problems as in RFC 9457 whose type ends in a stable name.`,
    },
    servers: [{ url: "/" }],
    tags: [...new Set(Object.values(routes).map(tagOf))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: bearer(
          "The token of a sign-in. In a browser it counts together with the cookie that came with it, for programs alone.",
        ),
        token: bearer(`An API token made in the account settings, good for its scopes: ${SCOPES.join(", ")}.`),
      },
      schemas: schemas.components,
    },
  };
}
