import { z } from "zod";
import { LIMITS } from "../vocabulary/index.ts";
import { Accepted } from "./accepted.ts";
import type { Route } from "./route.ts";

/** Braces and `|` are stripped from tags, as from all names. */
const Tag = z
  .string()
  .max(450)
  .transform((text) => text.replaceAll(/[{}|]/g, "").trim())
  .pipe(z.string().min(1));

const SavedFormula = z.strictObject({
  tag: Tag,
  display: z.string().trim().max(450),
  description: z.string().trim().max(2_000).default(""),
  /** As typed, even where it does not parse yet. */
  formula: z.string().min(1).max(LIMITS.formulaCharacters),
});
const SavedFormulas = z.strictObject({
  items: z.array(
    z.strictObject({ tag: z.string(), display: z.string(), description: z.string(), formula: z.string() }),
  ),
});
const TagParams = z.strictObject({ tag: Tag });

/** Formulas a user has saved, each by its tag. */
export const FORMULA_ROUTES = {
  savedFormulas: {
    method: "GET",
    path: "/v1/profile/formulas",
    summary: "The saved formulas by tag",
    access: "user",
    scope: "user",
    answer: SavedFormulas,
    status: 200,
    problems: [],
  },
  saveFormula: {
    method: "PUT",
    path: "/v1/profile/formulas",
    summary: "Saves a formula under its tag, in place of the one that is there",
    access: "user",
    scope: "user",
    body: SavedFormula,
    answer: Accepted,
    status: 200,
    problems: ["bad-request", "limit-reached"],
    changes: ["formulas"],
  },
  forgetFormula: {
    method: "DELETE",
    path: "/v1/profile/formulas/:tag",
    summary: "Forgets a saved formula",
    access: "user",
    scope: "user",
    params: TagParams,
    answer: Accepted,
    status: 200,
    problems: ["not-found"],
    changes: ["formulas"],
  },
} as const satisfies Record<string, Route>;
