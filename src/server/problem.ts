import type { FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from "fastify-type-provider-zod";
import { PROBLEMS } from "../contract/index.ts";
import type { Problem, ProblemError, ProblemSlug } from "../contract/index.ts";
import { ExportError } from "../export/index.ts";
import { MarketError } from "../market/index.ts";
import { isConnectionLoss, isDiskFull } from "./db/index.ts";

/** Thrown by a verb to answer the call with that error. */
export class ProblemAnswer extends Error {
  override readonly name = "ProblemAnswer";
  readonly slug: ProblemSlug;
  readonly errors: readonly ProblemError[];
  /** Seconds after which to try again, for 429 and 503. */
  readonly retryAfter: number | null;

  constructor(
    slug: ProblemSlug,
    detail: string,
    errors: readonly ProblemError[] = [],
    retryAfter: number | null = null,
  ) {
    super(detail);
    this.slug = slug;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** The answer to a request with mistakes: says the first; all are listed, each with its place. */
export function invalidRequest(errors: readonly ProblemError[]): ProblemAnswer {
  const wrong = errors.filter(({ severity }) => severity === undefined || severity === "error");
  const more = wrong.length > 1 ? ` And ${wrong.length - 1} more.` : "";
  return new ProblemAnswer("invalid-request", `${wrong[0]?.message ?? "The request is not valid."}${more}`, errors);
}

/** The `not-found` answer, the same for a row of another account. */
export const noSuch = (
  what:
    | "folder"
    | "import"
    | "list"
    | "product"
    | "request"
    | "session"
    | "subscription"
    | "template"
    | "token"
    | "user"
    | "webhook",
): ProblemAnswer => new ProblemAnswer("not-found", `There is no ${what} with this id.`);

const MARKET_PROBLEMS: Readonly<Partial<Record<MarketError["code"], ProblemSlug>>> = {
  "engine-died": "engine-down",
  locked: "engine-down",
  memory: "out-of-memory",
  "disk-full": "disk-full",
  changed: "market-changed",
};

const EXPORT_PROBLEMS: Readonly<Partial<Record<ExportError["code"], ProblemSlug>>> = {
  "result-gone": "gone",
  "disk-full": "disk-full",
};

const BY_STATUS: Readonly<Record<number, ProblemSlug>> = {
  400: "bad-request",
  404: "not-found",
  413: "too-large",
  415: "unsupported-media-type",
};

/** The answer for an error; an unexpected one gets a neutral text and is logged. */
export function asProblem(error: unknown): ProblemAnswer {
  if (error instanceof ProblemAnswer) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new ProblemAnswer(
      "bad-request",
      "Some fields are missing, unknown or of the wrong kind.",
      error.validation.map((issue) => ({
        path: issue.instancePath.replace(/^\//, "").replaceAll("/", "."),
        message: issue.message ?? "Not valid.",
      })),
    );
  }
  if (error instanceof ExportError) {
    const slug = EXPORT_PROBLEMS[error.code];
    if (slug !== undefined) return new ProblemAnswer(slug, error.message);
    if (error.cause !== undefined) return asProblem(error.cause);
  }
  if (error instanceof MarketError) {
    const slug = MARKET_PROBLEMS[error.code];
    if (slug !== undefined)
      return new ProblemAnswer(slug, `${PROBLEMS[slug].title}.`, [], slug === "disk-full" ? null : 5);
  }
  if (isDiskFull(error)) return new ProblemAnswer("disk-full", `${PROBLEMS["disk-full"].title}.`);
  if (isConnectionLoss(error)) return new ProblemAnswer("database-down", `${PROBLEMS["database-down"].title}.`, [], 2);
  const slug = isResponseSerializationError(error) ? undefined : (BY_STATUS[statusOf(error)] ?? ofFramework(error));
  return slug === undefined
    ? new ProblemAnswer("internal", "Something went wrong please try again")
    : new ProblemAnswer(slug, `${PROBLEMS[slug].title}.`);
}

/** Whether the address names nothing: a name that is not there, or that could not be one. */
export const isUnknownAddress = (error: unknown): boolean =>
  asProblem(error).slug === "not-found" ||
  (hasZodFastifySchemaValidationErrors(error) && error.validationContext === "params");

/** Problem for errors of fastify and of its file plugin: an unreadable call, or an unknown address. */
function ofFramework(error: unknown): ProblemSlug | undefined {
  const code = error instanceof Error && "code" in error ? error.code : null;
  const status = statusOf(error);
  if (typeof code !== "string" || !code.startsWith("FST_") || status < 400 || status >= 500) return undefined;
  return code.startsWith("FST_STATIC_") ? "not-found" : "bad-request";
}

function statusOf(error: unknown): number {
  const known = error instanceof Error && "statusCode" in error && typeof error.statusCode === "number";
  return known ? Number(error.statusCode) : 500;
}

export async function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const problem = asProblem(error);
  const { status, title } = PROBLEMS[problem.slug];
  if (problem.slug === "internal") request.log.error({ err: error }, "unforeseen");
  if (problem.slug === "disk-full") request.log.warn({ err: error }, "the disk is full");
  if (problem.slug === "database-down") request.log.warn({ err: error }, "the account database does not answer");
  const body: Problem = {
    type: `/problems/${problem.slug}`,
    title,
    status,
    detail: problem.message,
    errors: [...problem.errors],
  };
  if (problem.retryAfter !== null) void reply.header("retry-after", String(problem.retryAfter));
  // The serializer of the route is only for its successful answer.
  await reply.code(status).type("application/problem+json").serializer(JSON.stringify).send(body);
}
