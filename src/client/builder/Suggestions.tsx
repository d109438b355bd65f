import type { ReactNode } from "react";
import { useOwnNames } from "../state/queries/own-data.ts";

/** What a number is compared with most: levels of earlier bars, averages. A number or any other data point is typed. */
const COMPARED: readonly (readonly [code: string, label: string])[] = [
  ["[daily open]", "open"],
  ["[daily close -1]", "yesterday's close"],
  ["[daily high -1]", "yesterday's high"],
  ["[daily low -1]", "yesterday's low"],
  ["[daily volume -1]", "yesterday's volume"],
  ["[intraday max high '04:00' .. '09:29']", "premarket high"],
  ["[indicator sma(20)]", "average of 20 closes"],
  ["[indicator sma(50)]", "average of 50 closes"],
  ["[indicator sma(200)]", "average of 200 closes"],
  ["[indicator ema(9)]", "exponential average of 9 closes"],
  ["[daily vwap]", "average price of the day by volume"],
];

interface SuggestionsProps {
  readonly id: string;
  readonly of: "list" | "number" | "value";
}

/** What an input suggests: names of one's own lists or numbers, or data points that a value may be. */
export default function Suggestions({ id, of }: SuggestionsProps): ReactNode {
  if (of !== "value") return <OwnNames id={id} of={of} />;
  return (
    <datalist id={id}>
      {COMPARED.map(([code, label]) => (
        <option key={code} value={code} label={label} />
      ))}
    </datalist>
  );
}

function OwnNames({ id, of }: { readonly id: string; readonly of: "list" | "number" }): ReactNode {
  const names = useOwnNames();
  const known = (of === "list" ? names?.lists : names?.numbers) ?? [];
  return (
    <datalist id={id}>
      {known.map(({ name }) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
