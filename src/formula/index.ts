/**
 * The formula language: text to tree and back, checks, members, known-at, completion. Pure; one tree behind every
 * notation (code and words here, cards in the room `request`).
 */
export * from "./tree.ts";
export { mapTrade, tradeFormulas, tradeNumber } from "./trade.ts";
export { clauseTexts } from "./code/trade-text.ts";
export { factPoint } from "./fact-point.ts";
export { replace } from "./diagnostic.ts";
export type { Diagnostic, Edit, Fix } from "./diagnostic.ts";
export { parser } from "./parser.ts";
export { formulaTags, highlighting } from "./highlighting.ts";
export { parseCode } from "./code/read-code.ts";
export { parameterMistake } from "./code/indicator-points.ts";
export { printCode } from "./code/print-code.ts";
export { numberText, plainDigits, readNumber } from "./code/literal-text.ts";
export { nearest } from "./code/nearest.ts";
export { parser as wordsParser } from "./parser-words.ts";
export { parseWords } from "./words/read-words.ts";
export { printWords } from "./words/print-words.ts";
export { PHRASES } from "./words/phrases.ts";
export type { Meaning, Phrase } from "./words/phrases.ts";
export * as NUMBER_PHRASES from "./words/patterns.ts";
export type { NotationName } from "./notation.ts";
export { MAX_REMEMBERED_CHARS, remembered } from "./remembered.ts";
export {
  CONDITION_EXAMPLES,
  conditionText,
  conditionTree,
  MAX_CONDITION,
  outcomeRefused,
  readCondition,
} from "./column-condition.ts";
export { filterOfColumn } from "./column-filter.ts";
export type { ColumnCondition, ConditionValue, ReadCondition } from "./column-condition.ts";
export { layout } from "./layout.ts";
export { asPart } from "./as-part.ts";
export { sameTree } from "./same-tree.ts";
export type { DataPointMember, Member } from "./members/member.ts";
export { members } from "./members/members.ts";
export { fromMembers, membersText } from "./members/from-members.ts";
export { check, diagnose } from "./check/check.ts";
export type { Checked, Diagnosed } from "./check/check.ts";
export { whyNeverMet } from "./check/why-never-met.ts";
export { columnKey, columnsByKey } from "./check/env.ts";
export { isOnScale } from "./check/facts.ts";
export type { CheckEnv, KnownColumn } from "./check/env.ts";
export { compareKnownAt, isOutcome, knownAtLabel, knownAtText } from "./known-at.ts";
export type { KnownAt } from "./known-at.ts";
export { children, mapTree, walk } from "./walk.ts";
export { ownNamesIn } from "./own-names.ts";
export { columnNames, referencedColumns, renameColumn } from "./columns.ts";
export { PARAMETER_NAME, parameterKey, parameterNames, settled } from "./parameters.ts";
export type { ParameterValues } from "./parameters.ts";
export { lookahead, lookback, shiftDays } from "./days.ts";
export { translate } from "./foreign/translate.ts";
export type { ForeignReading, Piece, TranslatedFormula, Translation } from "./foreign/translate.ts";
export type { Unsaid } from "./foreign/platforms.ts";
export { liveFormula } from "./live-formula.ts";
export { parseAnswer } from "./answer.ts";
export type { ParseAnswer, ParseQuestion } from "./answer.ts";
export { completionContext } from "./completion/context-at.ts";
export type { CompletionContext } from "./completion/context.ts";
export { completionOptions } from "./completion/options.ts";
export type { CompletionOption } from "./completion/option.ts";
export { complete } from "./completion/complete.ts";
export type { Completed } from "./completion/complete.ts";
export type { LibraryFormula } from "./completion/library.ts";
export type { Uses } from "./completion/rank.ts";
