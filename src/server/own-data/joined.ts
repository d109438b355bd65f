import { joinedLists, joinedNumbers } from "../../own-data/index.ts";
import type { OwnContent } from "./content.ts";

/** A content with the rows of another of its kind added. */
export function joined(now: OwnContent, added: OwnContent): OwnContent {
  if (now.kind === "list" && added.kind === "list") return { kind: "list", spans: joinedLists(now.spans, added.spans) };
  if (now.kind === "numbers" && added.kind === "numbers") return { kind: "numbers", ...joinedNumbers(now, added) };
  throw new TypeError("A list and numbers do not go together");
}
