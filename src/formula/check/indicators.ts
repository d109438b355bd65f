import { indicatorOf } from "../code/catalogue.ts";
import { parameterMistake } from "../code/indicator-points.ts";
import type { Check } from "./checking.ts";

/** Indicators are in the catalogue, with parameters within its bounds: trees made by cards were never read as text. */
export const checkIndicators: Check = ({ nodes, report }) => {
  for (const node of nodes) {
    if (node.kind !== "data" || (node.point.group !== "indicator" && node.point.group !== "period-indicator")) continue;
    const { name, line, parameters, bars } = node.point;
    const entry = indicatorOf(name);
    if (!entry) {
      report("unknown-indicator", node, { found: name, hint: "" });
      continue;
    }
    // The parameter's name on the card.
    const indicator = bars === null ? (entry.dailyCard ?? entry.code) : entry.code;
    const lines = entry.lines.map((known) => known.name);
    if (!lines.includes(line)) {
      report("unknown-line", node, { indicator, found: line, hint: ` There are ${lines.join(", ")}.` });
      continue;
    }
    const mistake = parameterMistake(entry, parameters);
    if (mistake === null) continue;
    if ("reason" in mistake) report("parameters-refused", node, { indicator, reason: mistake.reason });
    else report("parameter-value", node, { indicator, ...mistake });
  }
};
