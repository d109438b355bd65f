import type { IdentityRecord } from "./records.ts";

/** What sources contradict each other in. Its texts are those of `conflictText`. */
export const CONFLICT_KINDS = ["symbol-twice", "symbols-at-once", "permanent-id", "renaming", "company"] as const;
export type ConflictKind = (typeof CONFLICT_KINDS)[number];

/** A contradiction that the rules leave to an admin. No day is part of it, so that it stays settled when more is known. */
export interface Conflict {
  readonly kind: ConflictKind;
  /** The symbol, renaming or id it is about. */
  readonly subject: string;
  /** Ids or symbols of which not all can be right. */
  readonly among: readonly string[];
  /** Symbols concerned. */
  readonly symbols: readonly string[];
  /** Answers: `one` security, two `apart`, or which of `among` is right. */
  readonly choices: readonly string[];
}

/** What an admin said of a conflict. */
export interface ConflictAnswer extends Conflict {
  readonly answer: string;
}

/** Takes a conflict, gives what was answered. */
export type AnswerTo = (conflict: Conflict) => string | undefined;

export const conflictKey = ({ kind, subject, among }: Conflict): string => [kind, subject, ...among].join(" ");

/** What is contradictory, and what the market does as long as nobody has said more. */
export function conflictText({ kind, subject, among }: Conflict): {
  readonly seen: string;
  readonly meanwhile: string;
} {
  const listed = among.join(" and ");
  switch (kind) {
    case "symbol-twice":
      return {
        seen: `${subject} is ${listed} on the same days`,
        meanwhile: "the ids neither join nor part what this symbol stands for",
      };
    case "symbols-at-once":
      return { seen: `${subject} has the symbols ${listed} on the same days`, meanwhile: "two securities" };
    case "permanent-id":
      return { seen: `${subject} has the FIGIs ${listed}`, meanwhile: "a security for each FIGI" };
    case "renaming":
      return { seen: `${subject} joins ${listed}`, meanwhile: "two securities, without the renaming" };
    case "company":
      return { seen: `${subject} is of the companies ${listed}`, meanwhile: "one security" };
    default:
      return kind satisfies never;
  }
}

/** Records without those that an answer calls wrong. */
export function withoutWrong(
  records: readonly IdentityRecord[],
  answers: readonly ConflictAnswer[],
  idsOf: (record: IdentityRecord) => readonly string[],
): readonly IdentityRecord[] {
  const isWrong = (record: IdentityRecord, { kind, subject, among, answer }: ConflictAnswer): boolean => {
    const wrong = among.filter((one) => one !== answer);
    if (kind === "symbol-twice") return record.symbol === subject && idsOf(record).some((id) => wrong.includes(id));
    return kind === "symbols-at-once" && idsOf(record).includes(subject) && wrong.includes(record.symbol);
  };
  const picking = answers.filter(({ among, answer }) => among.includes(answer));
  return records.filter((record) => !picking.some((answer) => isWrong(record, answer)));
}
