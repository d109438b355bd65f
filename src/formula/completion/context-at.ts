import { LIMITS } from "../../vocabulary/index.ts";
import type { NotationName } from "../notation.ts";
import { codeContext } from "./code-context.ts";
import type { CompletionContext } from "./context.ts";
import { wordsContext } from "./words-context.ts";

/** The context at a position of a text. Never throws. */
export const completionContext = (
  text: string,
  position: number,
  notation: NotationName = "code",
): CompletionContext => {
  // Refused as too long, it has nothing to choose from, and may be of any length.
  if (text.length > LIMITS.formulaCharacters) return { kind: "none", text, from: position, to: position };
  return notation === "words" ? wordsContext(text, position) : codeContext(text, position);
};
