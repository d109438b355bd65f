import { TOOLTIPS } from "../screen/tooltips.ts";
import type { OptionRow } from "./option-row.ts";

const CHIPS = { holds: "text", about: "point", input: "chips", choice: "single" } as const;
/** Typed as a formula has it. */
const CLAUSE = { holds: "clause", about: "point", input: "text_input", pattern: "text" } as const;
const NOT_AT_FIRST = { optional: true, fresh: "" } as const;

/** What is said of a trade beside the times at which it may begin. */
export const TRADE_OPTION_ROWS = {
  side: { ...CHIPS, label: "Side", tooltip: "", fresh: "long", sentAs: "side", keys: ["side"] },
  entry: { ...CHIPS, label: "Begins", tooltip: "", fresh: "at", sentAs: "entry", keys: ["entry"] },
  level: { ...CLAUSE, label: "Price", tooltip: TOOLTIPS.Price, fresh: "", sentAs: "level", keys: ["level"] },
  target: {
    ...CLAUSE,
    ...NOT_AT_FIRST,
    label: "Target",
    tooltip: TOOLTIPS.Target,
    sentAs: "target",
    keys: ["target"],
  },
  stop: { ...CLAUSE, ...NOT_AT_FIRST, label: "Stop", tooltip: TOOLTIPS.Target, sentAs: "stop", keys: ["stop"] },
  trail: { ...CLAUSE, ...NOT_AT_FIRST, label: "Trail", tooltip: TOOLTIPS.Trail, sentAs: "trail", keys: ["trail"] },
  until: { ...CLAUSE, label: "Until", tooltip: TOOLTIPS.Until, fresh: "close", sentAs: "until", keys: ["until"] },
  when: { ...CLAUSE, ...NOT_AT_FIRST, label: "When", tooltip: TOOLTIPS.When, sentAs: "when", keys: ["when"] },
  both: { ...CHIPS, ...NOT_AT_FIRST, label: "Both in a day", tooltip: TOOLTIPS.Both, sentAs: "both", keys: ["both"] },
} as const satisfies Readonly<Record<string, OptionRow>>;
