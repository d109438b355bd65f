import { FIELDS, GROUPS } from "../../vocabulary/index.ts";
import type { Span } from "../tree.ts";
import { fieldOf, isGroup } from "./catalogue.ts";
import { hint } from "./nearest.ts";
import type { PointParts } from "./point-parts.ts";
import type { Reading } from "./reading.ts";

/** The names of a group with more than one word. */
const NAMES_OF_WORDS = FIELDS.flatMap((field) => [field.name, ...(field.aliases ?? [])]).filter((name) =>
  name.includes("_"),
);
const MAX_WORDS = Math.max(...NAMES_OF_WORDS.map((name) => name.split("_").length));

/** `[fundamental market cap]`: a name whose words stand apart; true after a report. */
export function joinedNames(reading: Reading, { names }: PointParts, place: Span): boolean {
  const [head] = names;
  const written = head && isGroup(head.text.toLowerCase()) ? head.text.toLowerCase() : null;
  for (let at = written === null ? 0 : 1; at < names.length - 1; at += 1) {
    for (let end = Math.min(names.length, at + MAX_WORDS); end > at + 1; end -= 1) {
      const words = names.slice(at, end);
      const [first, last] = [words[0], words.at(-1)];
      if (!first || !last || words.some(({ params }) => params)) continue;
      const name = words.map(({ text }) => text.toLowerCase()).join("_");
      const group =
        GROUPS.find((known) => known === written && fieldOf(known, name)) ??
        GROUPS.find((known) => fieldOf(known, name));
      const field = group && fieldOf(group, name);
      if (!field || !NAMES_OF_WORDS.includes(name)) continue;
      const right = written === null ? `${field.group} ${field.name}` : field.name;
      const span = { from: first.from, to: last.to };
      const found = reading.text(span);
      if (written !== null && written !== field.group) {
        const whole = { from: place.from + 1, to: last.to };
        const meant = `${field.group} ${field.name}`;
        reading.report("unknown-field", span, { group: written, found, hint: hint(meant) }, [
          names.length === words.length + 1 ? reading.fix(meant, whole) : null,
        ]);
      } else if (written === null) {
        reading.report("group-missing", span, { right: `[${right}]` }, [reading.fix(right, span)]);
      } else {
        reading.report("unknown-field", span, { group: written, found, hint: hint(right) }, [reading.fix(right, span)]);
      }
      return true;
    }
  }
  return false;
}
