import type { AnswerTo } from "./conflicts.ts";
import { byText, type IdentityRecord } from "./records.ts";

const FIGI = "figi";

/** Ids of the security, each with who gave it: `figi:BBG…`, `tiingo:US…`. The company's is none of them. */
export const idsOf = ({ source, figi, permanent }: IdentityRecord): readonly string[] => [
  ...(figi === "" ? [] : [`${FIGI}:${figi}`]),
  ...(permanent === "" ? [] : [`${source}:${permanent}`]),
];

const schemeOf = (id: string): string => id.slice(0, id.indexOf(":"));
const isFigi = (id: string): boolean => schemeOf(id) === FIGI;

/** Records of one security. */
export interface Security {
  /** FIGIs first. */
  readonly ids: readonly string[];
  readonly records: readonly IdentityRecord[];
}

/** Whether one source tells two securities apart: both have ids of it. */
export const areApart = (a: Security, b: Security): boolean =>
  a !== b && a.ids.some((id) => b.ids.some((other) => schemeOf(other) === schemeOf(id)));

/** What a security is called in a conflict. */
export const nameOf = ({ ids }: Security): string => ids[0] ?? "";

function securityOf(records: readonly IdentityRecord[]): Security {
  const ids = [...new Set(records.flatMap(idsOf))];
  return { records, ids: ids.toSorted((a, b) => Number(isFigi(b)) - Number(isFigi(a)) || byText(a, b)) };
}

/** Joins what pairs name, group by group, where `mayJoin` lets it; a group that may not be joined stays as it was. */
function joinPairs(
  securities: readonly Security[],
  pairs: readonly (readonly [Security, Security])[],
  mayJoin: (group: readonly Security[]) => boolean,
): readonly Security[] {
  const parent = new Map(securities.map((one) => [one, one]));
  const rootOf = (one: Security): Security => {
    let at = one;
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up;
    return at;
  };
  for (const [a, b] of pairs) parent.set(rootOf(a), rootOf(b));
  const groups = Map.groupBy(securities, rootOf);
  return [...groups.values()].flatMap((group) =>
    group.length > 1 && mayJoin(group) ? [securityOf(group.flatMap(({ records }) => records))] : group,
  );
}

/** Pairs of securities that have an id of `ids` in common. */
function pairsBy(
  securities: readonly Security[],
  ids: (security: Security) => readonly string[],
): readonly (readonly [Security, Security])[] {
  const first = new Map<string, Security>();
  return securities.flatMap((security) =>
    ids(security).flatMap((id) => {
      const other = first.get(id);
      if (other === undefined) first.set(id, security);
      return other === undefined ? [] : [[other, security] as const];
    }),
  );
}

/** Pairs of securities that have one symbol on one day, with the symbol. */
function onSameDays(
  securities: readonly Security[],
): readonly { readonly symbol: string; readonly pair: readonly [Security, Security] }[] {
  const all = securities.flatMap((security) => security.records.map((record) => ({ security, record })));
  const bySymbol = Map.groupBy(all, ({ record }) => record.symbol);
  return [...bySymbol].flatMap(([symbol, uses]) =>
    uses.flatMap((a, index) =>
      uses
        .slice(index + 1)
        .filter((b) => a.security !== b.security && a.record.first <= b.record.last && b.record.first <= a.record.last)
        .map((b) => ({ symbol, pair: [a.security, b.security] as const })),
    ),
  );
}

const namesOf = (group: readonly Security[]): readonly string[] => [...new Set(group.map(nameOf))].toSorted(byText);
export const symbolsOf = (group: readonly Security[]): readonly string[] =>
  [...new Set(group.flatMap(({ records }) => records.map(({ symbol }) => symbol)))].toSorted(byText);

/**
 * The securities of the records that have an id of one, by the rules of `docs/identity.md`: records of one FIGI, then of one
 * permanent id, then of one symbol on one day. Records of other FIGIs are never joined unless `answerTo` gives the answer `one`.
 */
export function securitiesOf(records: readonly IdentityRecord[], answerTo: AnswerTo): readonly Security[] {
  const each = records.filter((record) => idsOf(record).length > 0).map((record) => securityOf([record]));
  const ofFigi = joinPairs(
    each,
    pairsBy(each, ({ ids }) => ids.filter(isFigi)),
    () => true,
  );

  const permanentIds = ({ ids }: Security): readonly string[] => ids.filter((id) => !isFigi(id));
  const ofPermanent = joinPairs(ofFigi, pairsBy(ofFigi, permanentIds), (group) => {
    const figis = [...new Set(group.flatMap(({ ids }) => ids.filter(isFigi)))].toSorted(byText);
    if (figis.length < 2) return true;
    const subject = group.flatMap(permanentIds).toSorted(byText)[0] ?? "";
    const symbols = symbolsOf(group);
    return answerTo({ kind: "permanent-id", subject, among: figis, symbols, choices: ["one", "apart"] }) === "one";
  });

  const same = onSameDays(ofPermanent).filter(({ symbol, pair }) => {
    if (!areApart(...pair)) return false;
    const among = namesOf(pair);
    const choices = ["one", "apart", ...among];
    return answerTo({ kind: "symbol-twice", subject: symbol, among, symbols: [symbol], choices }) === "one";
  });
  const ofAnswers = joinPairs(
    ofPermanent,
    same.map(({ pair }) => pair),
    () => true,
  );
  const agreeing = onSameDays(ofAnswers).filter(({ pair }) => !areApart(...pair));
  return joinPairs(
    ofAnswers,
    agreeing.map(({ pair }) => pair),
    (group) => {
      const apart = group.filter((a) => group.some((b) => areApart(a, b)));
      if (apart.length === 0) return true;
      const symbols = symbolsOf(group);
      const among = namesOf(apart);
      return (
        answerTo({ kind: "symbol-twice", subject: symbols[0] ?? "", among, symbols, choices: ["one", "apart"] }) ===
        "one"
      );
    },
  );
}
