import { withoutWrong, conflictKey, type Conflict, type ConflictAnswer, type AnswerTo } from "./conflicts.ts";
import { byText, joinRecords, keyOf, nextDay, type IdentityRecord, type Renaming, type SymbolEnd } from "./records.ts";
import { areApart, idsOf, nameOf, securitiesOf, type Security } from "./securities.ts";

/** Days, both included, on which a security certainly had a symbol. */
interface Stay {
  readonly security: Security;
  readonly symbol: string;
  readonly first: string;
  readonly last: string;
}

/** What else is known of symbols. */
export interface KnownSymbols {
  readonly renamings: readonly Renaming[];
  /** Delistings (the day after), and days from which on a symbol is another security. */
  readonly ends: readonly SymbolEnd[];
}

export interface Identities {
  readonly securities: readonly Security[];
  /** That nothing else says. */
  readonly renamings: readonly Renaming[];
  readonly cuts: readonly SymbolEnd[];
  /** Renamings that were given and join two securities. */
  readonly refused: readonly Renaming[];
  /** Without those that nothing contradicts any more once they are answered. */
  readonly conflicts: readonly Conflict[];
}

/**
 * What the identifiers of sources say about symbols, by the rules of `docs/identity.md`. The order of records, renamings, ends and
 * answers does not matter.
 */
export function identitiesOf(
  records: readonly IdentityRecord[],
  { renamings, ends }: KnownSymbols,
  answers: readonly ConflictAnswer[],
): Identities {
  const answered = new Map(answers.map((one) => [conflictKey(one), one.answer]));
  const found = new Map<string, Conflict>();
  const answerTo: AnswerTo = (conflict) => {
    const key = conflictKey(conflict);
    found.set(key, conflict);
    return answered.get(key);
  };
  const said = joinRecords(withoutWrong(records, answers, idsOf));
  const securities = securitiesOf(said, answerTo).toSorted((a, b) => byText(orderOf(a), orderOf(b)));
  const stays = securities.flatMap((security) => staysOf(security, answerTo));
  const bySymbol = Map.groupBy(stays, ({ symbol }) => symbol);
  const refused = renamings.filter((renaming) => {
    const on = (symbol: string, date: string): readonly Stay[] =>
      (bySymbol.get(symbol) ?? []).filter(({ first, last }) => first <= date && date <= last);
    const before = on(renaming.old, nextDay(renaming.date, -1));
    const after = on(renaming.symbol, renaming.date);
    const pair = before.flatMap((a) =>
      after.filter((b) => areApart(a.security, b.security)).map((b) => [a, b] as const),
    );
    const [two] = pair;
    if (two === undefined || before.some((a) => after.some((b) => a.security === b.security))) return false;
    const among = two.map(({ security }) => nameOf(security));
    const subject = `${renaming.old} to ${renaming.symbol}`;
    const symbols = [renaming.old, renaming.symbol];
    return answerTo({ kind: "renaming", subject, among, symbols, choices: ["one", "apart"] }) !== "one";
  });
  const isRefused = new Set(refused.map(keyOfRenaming));
  const standing = renamings.filter((one) => !isRefused.has(keyOfRenaming(one)));
  const own = Map.groupBy(stays, ({ security }) => security);
  const added = unique(
    [...own].flatMap(([security, of]) => renamingsOf(security, bySymbol, of, { renamings: standing, ends }, answerTo)),
    keyOfRenaming,
  );
  const known = { renamings: [...standing, ...added], ends };
  const cuts = unique(
    [...bySymbol.values()].flatMap((of) => cutsOf(of, known, answerTo)),
    ({ symbol, date }) => keyOf(symbol, date),
  );
  const companies = companyCuts(said, bySymbol, { ...known, ends: [...ends, ...cuts] }, answerTo);
  return {
    securities,
    renamings: added,
    cuts: [...cuts, ...companies].toSorted((a, b) => byText(a.symbol, b.symbol) || byText(a.date, b.date)),
    refused,
    conflicts: [...found.values()].toSorted((a, b) => byText(conflictKey(a), conflictKey(b))),
  };
}

const keyOfRenaming = ({ old, symbol, date }: Renaming): string => keyOf(old, date, symbol);
const orderOf = ({ ids, records }: Security): string =>
  keyOf(...ids, records[0]?.symbol ?? "", records[0]?.first ?? "");

function unique<One>(all: readonly One[], key: (one: One) => string): readonly One[] {
  const byKey = new Map(all.map((one) => [key(one), one]));
  return [...byKey].toSorted(([a], [b]) => byText(a, b)).map(([, one]) => one);
}

/** The symbols of a security in the order of days. Days with two symbols are a conflict. */
function staysOf(security: Security, answerTo: AnswerTo): readonly Stay[] {
  const stays: Stay[] = [];
  const sorted = security.records.toSorted(
    (a, b) => byText(a.first, b.first) || byText(a.symbol, b.symbol) || byText(a.last, b.last),
  );
  for (const { symbol, first, last } of sorted) {
    const other = stays.find((stay) => stay.symbol !== symbol && stay.last >= first);
    if (other !== undefined) answerTo(atOnce(security, symbol, other.symbol));
    const before = stays.findLastIndex((stay) => stay.symbol === symbol);
    const isOpen = before >= 0 && stays.slice(before + 1).every((stay) => stay.last >= first);
    const stay = stays[before];
    if (stay !== undefined && isOpen) stays[before] = { ...stay, last: stay.last > last ? stay.last : last };
    else stays.push({ security, symbol, first, last });
  }
  return stays;
}

function atOnce(security: Security, ...symbols: readonly [string, string]): Conflict {
  const among = symbols.toSorted(byText);
  return {
    kind: "symbols-at-once",
    subject: nameOf(security),
    among,
    symbols: among,
    choices: ["apart", ...among],
  };
}

const within = (date: string, after: string, upTo: string): boolean => date > after && date <= upTo;

/** Renamings from each symbol of a security to its next, but for those that are known. */
function renamingsOf(
  security: Security,
  stays: ReadonlyMap<string, readonly Stay[]>,
  own: readonly Stay[],
  { renamings, ends }: KnownSymbols,
  answerTo: AnswerTo,
): readonly Renaming[] {
  const others = (symbol: string): readonly Stay[] =>
    (stays.get(symbol) ?? []).filter((stay) => areApart(stay.security, security));
  return own.slice(1).flatMap((next, index) => {
    const stay = own[index];
    if (stay === undefined || stay.symbol === next.symbol || stay.last >= next.first) return [];
    const isBetween = (date: string): boolean => within(date, stay.last, next.first);
    const isKnown = renamings.some(
      ({ old, symbol, date }) => (old === stay.symbol || symbol === next.symbol) && isBetween(date),
    );
    if (isKnown) return [];
    // The old symbol had ended, or was another security's, before the new one was seen.
    const ended = ends.filter(({ symbol, date }) => symbol === stay.symbol && isBetween(date)).map(({ date }) => date);
    const taken = others(stay.symbol)
      .map(({ first }) => first)
      .filter(isBetween);
    const date = [...ended, ...taken, next.first].toSorted(byText)[0] ?? next.first;
    const later = others(next.symbol).find(({ last }) => within(last, nextDay(date, -1), next.first));
    if (later === undefined) return [{ old: stay.symbol, symbol: next.symbol, date }];
    const among = [security, later.security].map(nameOf).toSorted(byText);
    const symbols = [stay.symbol, next.symbol];
    answerTo({ kind: "renaming", subject: symbols.join(" to "), among, symbols, choices: ["apart"] });
    return [];
  });
}

/** Whether something says that a symbol ceased to be its security between two days. */
function boundaryOf(
  { renamings, ends }: KnownSymbols,
  symbol: string,
  after: string,
  upTo: string,
): { readonly isKnown: boolean; readonly taken: string | undefined } {
  const isKnown =
    ends.some((end) => end.symbol === symbol && within(end.date, after, upTo)) ||
    renamings.some(({ old, date }) => old === symbol && within(date, after, upTo));
  const taken = renamings
    .filter((one) => one.symbol === symbol && within(one.date, after, upTo))
    .map(({ date }) => date)
    .toSorted(byText)
    .at(-1);
  return { isKnown, taken };
}

/** A symbol that is another security later ceases to be the first one on some day among. */
function cutsOf(stays: readonly Stay[], known: KnownSymbols, answerTo: AnswerTo): readonly SymbolEnd[] {
  return stays.flatMap((next) => {
    const others = stays.filter((stay) => areApart(stay.security, next.security));
    const overlapping = others.filter(({ first, last }) => first <= next.last && next.first <= last);
    for (const other of overlapping) {
      const among = [nameOf(other.security), nameOf(next.security)].toSorted(byText);
      const choices = ["one", "apart", ...among];
      const answer = answerTo({ kind: "symbol-twice", subject: next.symbol, among, symbols: [next.symbol], choices });
      if (answer === "apart" && other.first < next.first) return [{ symbol: next.symbol, date: next.first }];
    }
    if (overlapping.some(({ first }) => first < next.first)) return [];
    const last = others
      .filter((stay) => stay.last < next.first)
      .map((stay) => stay.last)
      .toSorted(byText)
      .at(-1);
    if (last === undefined) return [];
    const { isKnown, taken } = boundaryOf(known, next.symbol, last, next.first);
    return isKnown ? [] : [{ symbol: next.symbol, date: taken ?? next.first }];
  });
}

/** A symbol that is of another company later is another security, or its company was made anew: an admin says which. */
function companyCuts(
  records: readonly IdentityRecord[],
  stays: ReadonlyMap<string, readonly Stay[]>,
  known: KnownSymbols,
  answerTo: AnswerTo,
): readonly SymbolEnd[] {
  const bySymbol = Map.groupBy(
    records.filter(({ cik }) => cik !== ""),
    ({ symbol }) => symbol,
  );
  return [...bySymbol].flatMap(([symbol, of]) => {
    const sorted = of.toSorted((a, b) => byText(a.first, b.first) || byText(a.last, b.last) || byText(a.cik, b.cik));
    return sorted.flatMap((next, index) => {
      const before = sorted.slice(0, index).findLast(({ last }) => last < next.first) ?? sorted[index - 1];
      if (before === undefined || before.cik === next.cik) return [];
      const holds = (stay: Stay): boolean => stay.first <= before.last && stay.last >= next.first;
      if ((stays.get(symbol) ?? []).some(holds)) return [];
      const { isKnown, taken } = boundaryOf(known, symbol, before.last, next.first);
      if (isKnown) return [];
      const among = [before.cik, next.cik].map((cik) => `cik:${cik}`).toSorted(byText);
      const answer = answerTo({
        kind: "company",
        subject: symbol,
        among,
        symbols: [symbol],
        choices: ["one", "apart"],
      });
      return answer === "apart" && before.last < next.first ? [{ symbol, date: taken ?? next.first }] : [];
    });
  });
}
