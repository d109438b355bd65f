import { ownFieldName } from "../../vocabulary/index.ts";
import type { Argument, Day, Node, Span } from "../tree.ts";

/** A number of the account's own: its name, and the day relative to the row's. */
export interface OwnPoint {
  readonly group: "mine";
  readonly field: string;
  readonly day: Day;
}

type Call = Extract<Node, { kind: "call" }>;

/** Where a number of the account's own stands: its brackets, its name, and its day where that is written. */
export interface OwnPlace {
  readonly whole: Span;
  readonly name: Span;
  readonly day: Span | null;
}

/** The node of a number of the account's own; a day of 0 is left out. */
export const ownNode = ({ field, day }: OwnPoint, { whole, name, day: dayAt }: OwnPlace): Node => ({
  ...whole,
  kind: "call",
  name: "mine",
  args: [
    { from: name.from, to: name.to, kind: "text", value: field },
    ...(day === 0 || dayAt === null ? [] : [{ from: dayAt.from, to: dayAt.to, kind: "day", day } satisfies Argument]),
  ],
});

/** What a node of that kind says; null for any other, and for one that brackets cannot say. */
export function ownPointOf({ name, args }: Call): OwnPoint | null {
  if (name !== "mine") return null;
  const [field, day] = args;
  if (field?.kind !== "text" || !ownFieldName.test(field.value)) return null;
  if (day !== undefined && day.kind !== "day") return null;
  return { group: "mine", field: field.value.toLowerCase(), day: day?.day ?? 0 };
}
