import { LISTED_FIELDS } from "../../vocabulary/index.ts";
import type { CheckEnv } from "../check/env.ts";
import { valuesOf } from "../check/values.ts";
import { textLiteral } from "../code/literal-text.ts";
import type { Candidate } from "./candidates.ts";
import type { Place } from "./place.ts";

/** The values of the field that a place is compared with, quoted. */
export function fieldValues(place: Place, env: CheckEnv): readonly Candidate[] {
  const field = place.comparedField();
  const values = field ? (valuesOf(field, env) ?? []) : [];
  const listed = new Map((LISTED_FIELDS[field ?? ""] ?? []).map((one) => [one.value, one]));
  return values.map((value): Candidate => {
    const { label = "", otherLabel = "", accepted = [] } = listed.get(value) ?? {};
    return {
      kind: "value",
      key: `value ${field} ${value}`,
      label: value,
      names: [value],
      titles: [label, otherLabel, ...accepted],
      inserts: [textLiteral(value)],
      detail: field ?? "",
      doc: "",
    };
  });
}
