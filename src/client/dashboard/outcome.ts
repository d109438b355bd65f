import type { AnswerOf } from "../../contract/index.ts";
import { showCount } from "../ui/values.ts";

type Update = AnswerOf<"latestUpdates">["items"][number];

/** The outcome of an update in words. */
export function outcomeOf({ status, rows, difference }: Pick<Update, "status" | "rows" | "difference">): string {
  if (status !== "Finished") return status;
  if (difference === null) return rows === null || rows === 0 ? "No rows" : `${showCount(rows)} rows`;
  const { added, gone } = difference;
  if (added === 0 && gone === 0) return "No change";
  return [added > 0 ? `${showCount(added)} new` : "", gone > 0 ? `${showCount(gone)} gone` : ""]
    .filter((part) => part !== "")
    .join(", ");
}
