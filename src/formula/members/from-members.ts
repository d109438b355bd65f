import { columnText, numberText, parameterText, rangeText, textLiteral } from "../code/literal-text.ts";
import { LIMITS } from "../../vocabulary/index.ts";
import { readCode } from "../code/read-code.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Node } from "../tree.ts";
import type { Member } from "./member.ts";
import { pointMemberText } from "./point-member.ts";

function memberText(member: Member): string {
  switch (member.type) {
    case "operator":
      return member.value;
    case "number":
      return numberText(member.value);
    case "parameter":
      return parameterText(member.value);
    case "text":
      return textLiteral(member.value);
    case "time":
    case "date":
      return `'${member.value.replaceAll("'", "")}'`;
    case "column":
      return columnText(member.value);
    case "function":
      return member.value.toLowerCase();
    case "range":
      return rangeText(member);
    case "group":
      return `by ${member.value}`;
    case "data_point":
      return pointMemberText(member);
  }
  return member satisfies never;
}

/** The code that a list of members says, as it says it. */
export const membersText = (list: readonly Member[]): string => list.map(memberText).join(" ");

/** Members come with a blank between and every default written out: longer than the text they were read from. */
const MAX_CHARACTERS = 8 * LIMITS.formulaCharacters;

/**
 * The tree of a list of members; `members(tree)` gives the list back. Members are judged like a text: the offsets of the
 * diagnostics are those of `membersText(list)`.
 */
export function fromMembers(list: readonly Member[]): {
  readonly tree: Node | null;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { tree, whole, diagnostics } = readCode(membersText(list), MAX_CHARACTERS);
  return { tree: whole ? tree : null, diagnostics };
}
