import { columnKey } from "../../formula/index.ts";
import { entriesByStatement, headOf, isEntry, readText } from "../../request/index.ts";
import type { EntryStatement, RequestState, RequestText, Statement } from "../../request/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";

/** The statement of a column by its name; null where none has it. */
export function columnStatement(text: string, name: string): EntryStatement | null {
  const key = columnKey(name);
  return (
    readText(text)
      .statements.filter(isEntry)
      .find((one) => one.kind === "column" && one.name !== null && columnKey(one.name.value) === key) ?? null
  );
}

/** The first statement of a card's entries; null where the card has none. */
export function statementOfCard(
  text: RequestText,
  state: RequestState,
  side: CardSide,
  title: CardTitle,
): Statement | null {
  for (const [statement, place] of entriesByStatement(text, state))
    if (place.side === side && place.title === title) return statement;
  return null;
}

/** The first statement of a step; null where the text says nothing of it. */
export function statementOfStep(text: RequestText, anchor: string): Statement | null {
  if (anchor === "date-range" || anchor === "request") return headOf(text, "dates") ?? headOf(text, "request") ?? null;
  const kind = anchor === "filters" ? "filter" : anchor === "columns" ? "column" : null;
  return text.statements.find((one) => one.kind === kind) ?? null;
}
