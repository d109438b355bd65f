import type { FastifyInstance } from "fastify";
import { ProblemAnswer } from "./problem.ts";

/** Levels in which the place of a bad text is searched. */
const MAX_LEVELS = 100;

type NamedValue = readonly [name: string, value: unknown];

/** Why the database cannot store a text unchanged; null where it can. */
function refusal(text: string): string | null {
  if (text.includes("\u0000")) return "A text may not hold the character U+0000.";
  return text.isWellFormed() ? null : "A text may not hold half of a surrogate pair (U+D800 to U+DFFF).";
}

const inside = (value: object): readonly NamedValue[] =>
  Array.isArray(value)
    ? value.map((part: unknown, place): NamedValue => [`[${place}]`, part])
    : Object.entries(value).map(([name, part]): NamedValue => [`.${name}`, part]);

/** Whether any text in the value, names of fields included, cannot be stored. Without recursion, since the value may be deep. */
function holdsBadText(value: unknown): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part === "string" && refusal(part) !== null) return true;
    if (typeof part !== "object" || part === null || Buffer.isBuffer(part)) continue;
    for (const [name, inner] of inside(part)) {
      if (refusal(name) !== null) return true;
      if (typeof inner === "string" || typeof inner === "object") left.push(inner);
    }
  }
  return false;
}

/** The first such text with its place; for a bad field name that is the object with the field. */
function badText(value: unknown, path: string, level = 0): { readonly path: string; readonly message: string } | null {
  if (typeof value === "string") {
    const message = refusal(value);
    return message === null ? null : { path, message };
  }
  if (typeof value !== "object" || value === null || level > MAX_LEVELS) return null;
  for (const [name, part] of inside(value)) {
    const message = refusal(name);
    if (message !== null) return { path, message };
    const found = badText(part, path === "" ? name.replace(/^\./, "") : `${path}${name}`, level + 1);
    if (found !== null) return found;
  }
  return null;
}

/** Refuses, before any route reads it, text that the database cannot store. */
export function refuseBadText(app: FastifyInstance): void {
  app.addHook("preValidation", async (request) => {
    for (const given of [request.params, request.query, request.body]) {
      if (!holdsBadText(given)) continue;
      const found = badText(given, "") ?? { path: "", message: "A text holds a character that cannot be kept." };
      throw new ProblemAnswer("bad-request", found.message, [found]);
    }
  });
}
