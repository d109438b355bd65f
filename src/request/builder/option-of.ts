import { CARD_OPTIONS, VALUE_OPTIONS } from "../../vocabulary/index.ts";
import type { CardDataPoint, CardOption, CardOptionName } from "../../vocabulary/index.ts";

/** Sort of a filter's value. */
export function valueKind({ type, values }: CardDataPoint): keyof typeof VALUE_OPTIONS {
  if (type !== "text") return type;
  return values === undefined || values === "free" ? "text" : values;
}

/** How an option is drawn and put in, the value being that of its data point. */
export const optionOf = (point: CardDataPoint, name: CardOptionName): CardOption =>
  name === "value" ? VALUE_OPTIONS[valueKind(point)] : CARD_OPTIONS[name];
