import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { conflictKey, type ConflictAnswer } from "../../src/market/identity/conflicts.ts";
import { identitiesOf, type Identities, type KnownSymbols } from "../../src/market/identity/identities.ts";
import { joinRecords, nextDay, type IdentityRecord } from "../../src/market/identity/records.ts";
import { cases } from "../cases.ts";

const NOTHING: KnownSymbols = { renamings: [], ends: [] };
const day = (number: number): string => nextDay("2020-01-01", number);
const figi = (id: number | string): string => `BBG${String(id).padStart(9, "0")}`;

/** `FB 2020-01-01 2021-01-01 figi=F permanent=P cik=1 by=tiingo` */
function record(text: string): IdentityRecord {
  const [symbol = "", first = "", ...rest] = text.split(" ");
  const last = rest.find((part) => /^\d/.test(part)) ?? first;
  const value = (name: string): string =>
    rest.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
  return {
    source: value("by") || "massive",
    symbol,
    first,
    last,
    figi: value("figi"),
    permanent: value("permanent"),
    cik: value("cik"),
  };
}

const identities = (
  lines: readonly string[],
  known: Partial<KnownSymbols> = {},
  answers: readonly ConflictAnswer[] = [],
): Identities => identitiesOf(lines.map(record), { ...NOTHING, ...known }, answers);

/** What the market makes of it: renamings, cuts and what is contradictory. */
const shown = ({ renamings, cuts, refused, conflicts }: Identities): readonly string[] => [
  ...renamings.map(({ old, symbol, date }) => `${old} to ${symbol} on ${date}`),
  ...cuts.map(({ symbol, date }) => `${symbol} is another from ${date}`),
  ...refused.map(({ old, symbol }) => `not ${old} to ${symbol}`),
  ...conflicts.map((one) => `? ${conflictKey(one)}`),
];

interface Case {
  readonly title: string;
  readonly records: readonly string[];
  readonly known?: Partial<KnownSymbols>;
  readonly shown: readonly string[];
}

const CASES: readonly Case[] = [
  {
    title: "one FIGI under two symbols is renamed on the first day of the new one",
    records: ["FB 2020-01-02 figi=F", "META 2022-06-09 figi=F"],
    shown: ["FB to META on 2022-06-09"],
  },
  {
    title: "a renaming that a source dates counts instead",
    records: ["FB 2020-01-02 figi=F", "META 2022-08-01 figi=F"],
    known: { renamings: [{ old: "FB", symbol: "META", date: "2022-06-09" }] },
    shown: [],
  },
  {
    title: "a delisting of the old symbol is the day of a renaming that nobody dates",
    records: ["FB 2020-01-02 figi=F", "META 2024-08-01 figi=F"],
    known: { ends: [{ symbol: "FB", date: "2022-06-10" }] },
    shown: ["FB to META on 2022-06-10"],
  },
  {
    title: "a permanent id does what a FIGI does",
    records: ["FB 2020-01-02 permanent=P by=tiingo", "META 2022-06-09 permanent=P by=tiingo"],
    shown: ["FB to META on 2022-06-09"],
  },
  {
    title: "permanent ids of two sources are not compared",
    records: ["FB 2020-01-02 permanent=P by=tiingo", "META 2022-06-09 permanent=P by=other"],
    shown: [],
  },
  {
    title: "two sources that agree on a day share what each knows: the one renames, the other has the FIGI",
    records: [
      "FB 2020-01-02 permanent=P by=tiingo",
      "META 2022-06-09 permanent=P by=tiingo",
      "FB 2019-05-01 2020-02-01 figi=F",
      "OLD 2012-05-18 figi=F",
    ],
    shown: ["FB to META on 2022-06-09", "OLD to FB on 2019-05-01"],
  },
  {
    title: "a reused ticker is cut where the second FIGI is seen",
    records: ["ABC 2010-01-04 2015-03-02 figi=F", "ABC 2018-05-01 figi=G"],
    shown: ["ABC is another from 2018-05-01"],
  },
  {
    title: "a reused ticker is cut by its delisting, not twice",
    records: ["ABC 2010-01-04 2015-03-02 figi=F", "ABC 2018-05-01 figi=G"],
    known: { ends: [{ symbol: "ABC", date: "2015-03-03" }] },
    shown: [],
  },
  {
    title: "a ticker that another security takes by a renaming is cut on that day",
    records: ["ABC 2010-01-04 2015-03-02 figi=F", "XYZ 2010-01-04 2016-01-04 figi=G", "ABC 2018-05-01 figi=G"],
    known: { renamings: [{ old: "XYZ", symbol: "ABC", date: "2016-01-05" }] },
    shown: ["ABC is another from 2016-01-05"],
  },
  {
    title: "share classes of one company stay apart",
    records: ["BRK.A 2020-01-02 figi=F cik=1067983", "BRK.B 2020-01-02 figi=G cik=1067983"],
    shown: [],
  },
  {
    title: "classes that only have the company's number stay apart, also where one follows the other",
    records: ["GOOG 2014-01-02 cik=1288776 by=edgar", "GOOGL 2020-01-02 cik=1288776 by=edgar"],
    shown: [],
  },
  {
    title: "a company made anew keeps its security by the FIGI",
    records: ["GOOG 2014-01-02 figi=F cik=1288776", "GOOG 2016-01-04 figi=F cik=1652044"],
    shown: [],
  },
  {
    title: "another company under a symbol is for an admin",
    records: ["GOOG 2014-01-02 cik=1288776 by=edgar", "GOOG 2016-01-04 cik=1652044 by=edgar"],
    shown: ["? company GOOG cik:1288776 cik:1652044"],
  },
  {
    title: "two FIGIs of one symbol on one day are for an admin",
    records: ["ABC 2020-01-02 2020-06-01 figi=F", "ABC 2020-03-02 2021-01-04 figi=G by=other"],
    shown: ["? symbol-twice ABC figi:F figi:G"],
  },
  {
    title: "a third source that agrees with both does not join them",
    records: [
      "ABC 2020-01-02 2020-02-01 figi=F",
      "ABC 2020-03-02 2021-01-04 figi=G",
      "ABC 2020-01-05 2020-12-01 permanent=P by=tiingo",
    ],
    shown: ["ABC is another from 2020-03-02", "? symbol-twice ABC figi:F figi:G"],
  },
  {
    title: "a renaming that joins two FIGIs is not believed",
    records: ["ABC 2020-01-02 2020-03-05 figi=F", "XYZ 2020-03-02 2020-05-04 figi=G"],
    known: { renamings: [{ old: "ABC", symbol: "XYZ", date: "2020-03-04" }] },
    shown: ["not ABC to XYZ", "? renaming ABC to XYZ figi:F figi:G"],
  },
  {
    title: "a security with two symbols on one day is for an admin",
    records: ["ABC 2020-01-02 2020-03-05 figi=F", "XYZ 2020-03-02 2020-05-04 figi=F by=other"],
    shown: ["? symbols-at-once figi:F ABC XYZ"],
  },
  {
    title: "a permanent id of two FIGIs joins nothing",
    records: ["ABC 2020-01-02 figi=F permanent=P by=tiingo", "XYZ 2021-01-04 figi=G permanent=P by=tiingo"],
    shown: ["? permanent-id tiingo:P figi:F figi:G"],
  },
];

describe("what identifiers say of symbols", () => {
  test.each(CASES)("$title", ({ records, known = {}, shown: expected }) => {
    expect(shown(identities(records, known))).toEqual(expected);
  });
});

describe("an answer", () => {
  const answered = (lines: readonly string[], answer: string, known: Partial<KnownSymbols> = {}): readonly string[] => {
    const { conflicts } = identities(lines, known);
    const [first] = conflicts;
    if (first === undefined || conflicts.length > 1) throw new Error(`${conflicts.length} conflicts`);
    expect(first.choices).toContain(answer);
    return shown(identities(lines, known, [{ ...first, answer }])).filter((line) => !line.startsWith("?"));
  };

  test.each([
    ["company apart", ["ABC 2014-01-02 cik=1", "ABC 2016-01-04 cik=2"], "apart", ["ABC is another from 2016-01-04"]],
    ["company one", ["ABC 2014-01-02 cik=1", "ABC 2016-01-04 cik=2"], "one", []],
    [
      "a symbol of two FIGIs apart",
      ["ABC 2020-01-02 2020-06-01 figi=F", "ABC 2020-03-02 2021-01-04 figi=G by=other"],
      "apart",
      ["ABC is another from 2020-03-02"],
    ],
    [
      "a symbol of two FIGIs that are one",
      ["OLD 2019-01-02 figi=F", "ABC 2020-01-02 2020-06-01 figi=F", "ABC 2020-03-02 2021-01-04 figi=G by=other"],
      "one",
      ["OLD to ABC on 2020-01-02"],
    ],
    [
      "a FIGI that is right",
      ["OLD 2019-01-02 figi=F", "ABC 2020-01-02 2020-06-01 figi=F", "ABC 2020-03-02 2021-01-04 figi=G by=other"],
      "figi:G",
      [],
    ],
    [
      "a symbol that is right",
      ["OLD 2019-01-02 figi=F", "ABC 2020-01-02 2020-06-01 figi=F", "XYZ 2020-03-02 2021-01-04 figi=F by=other"],
      "ABC",
      ["OLD to ABC on 2020-01-02"],
    ],
    [
      "a permanent id of two FIGIs that are one",
      ["ABC 2020-01-02 figi=F permanent=P", "XYZ 2021-01-04 figi=G permanent=P"],
      "one",
      ["ABC to XYZ on 2021-01-04"],
    ],
  ] as const)("%s", (_, lines, answer, expected) => {
    expect(answered(lines, answer)).toEqual(expected);
  });

  test("a renaming that is said to be right is believed", () => {
    const known = { renamings: [{ old: "ABC", symbol: "XYZ", date: "2020-03-04" }] };
    const lines = ["ABC 2020-01-02 2020-03-05 figi=F", "XYZ 2020-03-02 2020-05-04 figi=G"];
    expect(answered(lines, "one", known)).toEqual([]);
    expect(answered(lines, "apart", known)).toEqual(["not ABC to XYZ"]);
  });
});

const someRecord = fc
  .record({
    source: fc.constantFrom("massive", "tiingo"),
    symbol: fc.constantFrom("A", "B", "C"),
    from: fc.nat(300),
    days: fc.nat(60),
    figi: fc.constantFrom("", figi(1), figi(2)),
    permanent: fc.constantFrom("", "P", "Q"),
    cik: fc.constantFrom("", "1", "2"),
  })
  .map(({ from, days, ...rest }): IdentityRecord => ({ ...rest, first: day(from), last: day(from + days) }));
const someEnd = fc.record({ symbol: fc.constantFrom("A", "B", "C"), date: fc.nat(360).map(day) });
const someRenaming = fc.constantFrom(
  { old: "A", symbol: "B", date: day(100) },
  { old: "B", symbol: "C", date: day(200) },
);

test("the order of what is given does not matter, and joined records say the same", () => {
  fc.assert(
    fc.property(
      fc.array(someRecord, { maxLength: 9 }),
      fc.array(someEnd, { maxLength: 3 }),
      fc.uniqueArray(someRenaming, { maxLength: 2 }),
      fc.infiniteStream(fc.nat()),
      fc.constantFrom("one", "apart"),
      (records, ends, renamings, numbers, answer) => {
        const order = <One>(all: readonly One[]): readonly One[] =>
          all
            .map((one) => ({ one, at: numbers.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ one }) => one);
        const known = { ends, renamings };
        const first = identitiesOf(records, known, []);
        const answers = first.conflicts
          .filter(({ choices }) => choices.includes(answer))
          .map((one) => ({ ...one, answer }));
        for (const said of [[], answers]) {
          const straight = identitiesOf(records, known, said);
          const mixed = identitiesOf(order(records), { ends: order(ends), renamings: order(renamings) }, order(said));
          expect(shown(mixed)).toEqual(shown(straight));
          expect(shown(identitiesOf(joinRecords(records), known, said))).toEqual(shown(straight));
          expect(joinRecords(joinRecords(records))).toEqual(joinRecords(records));
        }
      },
    ),
    { numRuns: cases(300) },
  );
});

/** Which piece of a symbol's time a day is in, by the rule of `import/eras.ts` in its plainest form. */
function resolver({ renamings, cuts }: Identities): (symbol: string, date: string) => string {
  const startOf = (symbol: string, date: string): string =>
    [...cuts.filter((one) => one.symbol === symbol), ...renamings.filter(({ old }) => old === symbol)]
      .map((one) => one.date)
      .filter((one) => one <= date)
      .toSorted()
      .at(-1) ?? "";
  const resolve = (symbol: string, date: string): string => {
    const end = [...cuts.filter((one) => one.symbol === symbol), ...renamings.filter(({ old }) => old === symbol)]
      .map((one) => one.date)
      .filter((one) => one > date)
      .toSorted()[0];
    const next = renamings.find(({ old, date: on }) => old === symbol && on === end);
    return next === undefined ? `${symbol} ${startOf(symbol, date)}` : resolve(next.symbol, next.date);
  };
  return resolve;
}

/** Securities of a market that changes: who has which symbol on each day, nobody two, no symbol twice. */
const world = fc
  .array(fc.record({ at: fc.integer({ min: 1, max: 39 }), who: fc.nat(3), symbol: fc.nat(5) }), { maxLength: 8 })
  .map((changes) => {
    const days: Map<number, string>[] = [];
    let now = new Map([0, 1, 2, 3].map((who) => [who, `S${who}`]));
    for (let at = 0; at < 40; at += 1) {
      for (const { who, symbol } of changes.filter((change) => change.at === at))
        if (![...now.values()].includes(`S${symbol}`)) now = new Map(now).set(who, `S${symbol}`);
      days.push(now);
    }
    return days;
  });

test("in a market that sources saw on every tenth day or oftener, rows of one security are joined and no others", () => {
  fc.assert(
    fc.property(world, fc.array(fc.nat(39), { maxLength: 20 }), (days, more) => {
      // Days are ten apart, so that nothing is said between those that are seen.
      const date = (at: number): string => day(at * 10);
      const seen = [
        ...new Set([0, ...days.flatMap((now, at) => (now === days[at - 1] ? [] : [at, at - 1])), ...more]),
      ].filter((at) => at >= 0);
      const records = seen.flatMap((at) =>
        [...(days[at] ?? [])].map(([who, symbol]): IdentityRecord => {
          // Of the first two securities a FIGI now and then, of the others the permanent id only.
          const ids = { figi: who < 2 && at % 2 === 0 ? figi(who) : "", permanent: `P${who}` };
          return { source: "tiingo", symbol, first: date(at), last: date(at), ...ids, cik: "1" };
        }),
      );
      const found = identitiesOf(records, NOTHING, []);
      expect(found.conflicts).toEqual([]);
      const resolve = resolver(found);
      const owners = new Map<string, number>();
      for (const at of seen)
        for (const [who, symbol] of days[at] ?? []) {
          const security = resolve(symbol, date(at));
          expect([owners.get(security) ?? who, security]).toEqual([who, security]);
          owners.set(security, who);
        }
      expect(owners.size).toBe(4);
    }),
    { numRuns: cases(300) },
  );
});
