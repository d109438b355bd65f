import { FIELDS, GROUPS, readStatementName, type Group } from "../../vocabulary/index.ts";
import { fieldOf, indicatorOf, isGroup, isRangeFunction } from "./catalogue.ts";
import { hint, nearest } from "./nearest.ts";
import type { NamePart, PointParts } from "./point-parts.ts";
import type { Reading } from "./reading.ts";

/** The group is left out, or misspelt. */
export function unknownGroup(reading: Reading, head: NamePart, parts: PointParts): void {
  const meant = groupOf(head, parts);
  if (meant !== null) {
    const { days } = parts;
    const entry = meant === "indicator" && !head.params ? indicatorOf(head.text) : undefined;
    if (entry && entry.parameters.length > 0 && days?.single && days.range.from > 0) {
      const right = `indicator ${entry.name}(${days.range.from})`;
      const inner = { from: head.from, to: days.to };
      reading.report("group-missing", head, { right: `[${right}]` }, [reading.fix(right, inner)]);
      return;
    }
    const right = `[${meant} ${reading.text(head)} …]`;
    reading.report("group-missing", head, { right }, [
      reading.fix(`${meant} ${reading.text(head)}`, head, `Write ${meant}`),
    ]);
    return;
  }
  const group = nearest(head.text, GROUPS) ?? nearest(head.text, ["day", "minute", "earning"]);
  const known = group !== null && isGroup(group) ? group : ({ day: "daily", minute: "intraday" }[group ?? ""] ?? null);
  const near = known ?? null;
  if (near === null) {
    const field = nearest(
      head.text,
      FIELDS.map(({ name }) => name),
    );
    const owner = FIELDS.find(({ name }) => name === field)?.group;
    const right = field === null || owner === undefined ? null : `${owner} ${field}`;
    reading.report("unknown-group", head, { found: head.text, hint: hint(right) }, [reading.instead(right, head)]);
    return;
  }
  reading.report("unknown-group", head, { found: head.text, hint: hint(near) }, [reading.instead(near, head)]);
}

function groupOf(head: NamePart, parts: PointParts): Group | null {
  const name = head.text.toLowerCase();
  if (head.params || parts.timeframe) return indicatorOf(name.split(".")[0] ?? "") ? "indicator" : null;
  const bars = isRangeFunction(name) || fieldOf("daily", name) || fieldOf("intraday", name);
  if (bars) return parts.times || parts.at?.kind === "time" || name === "time" ? "intraday" : "daily";
  if (indicatorOf(name.split(".")[0] ?? "")) return "indicator";
  const owner = GROUPS.find((group) => fieldOf(group, name));
  return owner ?? (readStatementName(name) ? "earnings" : null);
}
