import { TextField } from "@radix-ui/themes";
import type { ReactNode } from "react";

/** First and last day of what a page lists, in ISO form; "" where the reader named none. */
interface DayRangeProps {
  readonly from: string;
  readonly to: string;
  readonly onChange: (days: Readonly<Partial<Record<"from" | "to", string>>>) => void;
}

/** The first and the last day of what a page lists. */
export function DayRange({ onChange, ...days }: DayRangeProps): ReactNode {
  return (["from", "to"] as const).map((name) => (
    <label key={name} className="day">
      {name === "from" ? "First day" : "Last day"}
      <TextField.Root type="date" value={days[name]} onChange={(event) => onChange({ [name]: event.target.value })} />
    </label>
  ));
}
