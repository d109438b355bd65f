import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseCode, type Node } from "../../src/formula/index.ts";
import { openMarket, type Market } from "../../src/market/index.ts";
import { explain, type Explained, type Explanation, type WhyNot } from "../../src/scan/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { securityNamed } from "./data-points.ts";
import { closeness, hangsOnRounding, same } from "./disagreement.ts";
import { importMarket, scanEngine, scanRequest } from "./engine.ts";
import { evaluate } from "./evaluate.ts";
import { randomColumns, randomFilters, type NamedFormula } from "./formulas.ts";
import { calendar, sessionNumber, symbolOn, viewOf, type ReferenceMarket, type Security } from "./market.ts";
import type { Columns } from "./place.ts";
import { Random } from "./random.ts";
import { randomMarket } from "./random-market.ts";
import { columnsOf, scanNaive } from "./scan.ts";
import { truthOf, type Value } from "./values.ts";
import { IN_SOAK, rounds } from "../cases.ts";

const SEED = Number(process.env["SEED"] ?? (process.env["CI"] ? 98_447_668 : Math.floor(Math.random() * 1e9)));
const MARKETS = rounds(1, 6);
const DAYS = 2;

let home: Market;
const open: Market[] = [];
beforeAll(async () => {
  console.info(`SEED=${SEED}`);
  home = await openTestMarket();
});
afterAll(async () => {
  for (const market of open) await market.close();
  await home.close();
});

/** A value of the answer as the naive computation has it. */
function asValue({ type, value }: Pick<Explained, "type" | "value">): Value {
  if (value === null) return null;
  if (type === "date") return { date: String(value) };
  return type === "time" ? { time: Number(value) } : value;
}

function* partsOf(part: Explained): Generator<Explained, void, undefined> {
  yield part;
  for (const inner of part.parts) yield* partsOf(inner);
}

const treeOf = (code: string): Node => {
  const { tree } = parseCode(code);
  if (!tree) throw new Error(`${code} does not parse`);
  return tree;
};

interface Where {
  readonly reference: ReferenceMarket;
  readonly security: Security;
  readonly session: number;
  readonly columns: Columns;
}

/** What is wrong with a part's value; null where the naive computation gives the same. */
function apart(code: string, day: number, got: Value, where: Where): string | null {
  const { reference, security, session, columns } = where;
  const tree = treeOf(code);
  const expected = evaluate(tree, reference, security, session + day, columns);
  if (same(expected, got, closeness(tree, columns))) return null;
  const { date } = calendar(session + day);
  if (hangsOnRounding(tree, reference, security, date, columns, got)) return null;
  return `${symbolOn(security, date)} ${date} ${code}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`;
}

/** Whose bars a part reads: of another security those of who has its symbol on the day. */
function readsFrom({ code, day }: Explained, { reference, security, session }: Where): Security {
  const tree = treeOf(code);
  const symbol = tree.kind === "data" ? tree.point.ofSymbol : undefined;
  if (symbol === undefined) return security;
  const named = securityNamed(symbol, viewOf(reference), session + day);
  if (named === null) throw new Error(`${code} reads bars of nobody`);
  return named;
}

/** The element of a range, as a formula of its own row. */
function elementOf({ code, parts }: Explained): Node {
  const tree = treeOf(code);
  if (tree.kind !== "data") return treeOf(parts[0]?.code ?? "");
  const { point } = tree;
  // A week or month is made of the days that have a price.
  if ("offset" in point) return treeOf("[daily close]");
  if (point.group !== "daily-range" && point.group !== "daily-at") throw new Error(`${code} has no elements`);
  const field = point.group === "daily-at" ? point.at.field : point.field;
  return treeOf(`[daily ${field}${point.basis === "unadj" ? "" : ` ${point.basis}`}]`);
}

/** Counts the sessions of a range by hand. */
function miscounted(part: Explained, source: Extract<Explained["source"], { kind: "range" }>, where: Where): string[] {
  const { reference, security, columns } = where;
  const view = viewOf(reference);
  const sessions = view.sessionsOf(security);
  const [first = 0, last = 0] = [sessions[0], sessions.at(-1)];
  const { listing } = security;
  const delisted = (listing?.status ?? (listing?.delisted_date ? "DELISTED" : "ACTIVE")) === "DELISTED";
  const x = elementOf(part);
  const counts = { outside: 0, halted: 0, unlisted: 0, delisted: 0, empty: 0 };
  const from = sessionNumber(source.from ?? "");
  let used = 0;
  for (let session = from; session < from + source.sessions; session++) {
    if (!view.within(session)) counts.outside += 1;
    else if (view.day(security, session) !== null) {
      const some = evaluate(x, reference, security, session, columns) !== null;
      if (hangsOnRounding(x, reference, security, calendar(session).date, columns, null)) return [];
      if (some) used += 1;
      else counts.empty += 1;
    } else if (session < first) counts.unlisted += 1;
    else if (session > last && delisted) counts.delisted += 1;
    else counts.halted += 1;
  }
  const { empty, ...without } = source.skipped;
  const expected = {
    outside: counts.outside,
    halted: counts.halted,
    unlisted: counts.unlisted,
    delisted: counts.delisted,
  };
  const wrong = JSON.stringify({ ...without }) === JSON.stringify(expected) ? [] : [`skips ${JSON.stringify(without)}`];
  // Where minutes were not imported an element may have a value by itself that the range does not take.
  const minutes = part.reason?.code === "outside-data" && /intraday|min at|\{/.test(part.code);
  const exact = part.reason?.code !== "minutes-not-imported" && !minutes;
  if (exact && (source.used?.count !== used || empty !== counts.empty))
    wrong.push(`uses ${JSON.stringify(source.used)}, not ${used}`);
  if (!exact && (source.used?.count ?? 0) > used) wrong.push(`uses ${JSON.stringify(source.used)} of ${used}`);
  return wrong.map((text) => `${part.code} on ${part.date}: ${text}, expected ${JSON.stringify(counts)}`);
}

const CAUSED: ReadonlySet<string> = new Set(["division-by-zero", "domain", "no-else"]);

/** Everything that does not hold of an explained formula. */
function wrongs(root: Explained, where: Where): string[] {
  const found: string[] = [];
  for (const part of partsOf(root)) {
    const read =
      part.source?.kind === "range" || part.elements ? { ...where, security: readsFrom(part, where) } : where;
    const wrong = apart(part.code, part.day, asValue(part), where);
    if (wrong) found.push(wrong);
    if ((part.value === null) !== (part.reason !== null))
      found.push(`${part.code}: ${String(part.value)} has a reason or not`);
    for (const place of part.reason?.of ?? []) {
      const cause = part.parts[place];
      if (part.cut || CAUSED.has(part.reason?.code ?? "")) continue;
      if (cause?.value !== null) found.push(`${part.code}: blames part ${place}, which is ${String(cause?.value)}`);
    }
    if (part.source?.kind === "range") found.push(...miscounted(part, part.source, read));
    if (part.elements) {
      const view = viewOf(read.reference);
      const x = elementOf(part);
      for (const { date, bar, value } of part.elements) {
        const there = view.day(read.security, sessionNumber(date)) !== null;
        if (there !== bar) found.push(`${part.code} ${date}: bar is ${String(bar)}`);
        // A range over minutes that were not imported has no elements there either, whatever they say of themselves.
        if (!bar || (value === null && part.reason?.code === "minutes-not-imported")) continue;
        const expected = evaluate(x, read.reference, read.security, sessionNumber(date), read.columns);
        const type =
          typeof expected === "object" && expected !== null ? ("date" in expected ? "date" : "time") : "number";
        const got = asValue({ type, value });
        if (!same(expected, got, 1e-6) && !hangsOnRounding(x, read.reference, read.security, date, read.columns, got))
          found.push(
            `${part.code} ${date}: element expected ${JSON.stringify(expected)}, got ${JSON.stringify(value)}`,
          );
      }
    }
  }
  return found;
}

describe.each(Array.from({ length: MARKETS }, (_, index) => SEED + index))("market %i", (seed) => {
  const reference = randomMarket(seed);
  const view = viewOf(reference);
  const whole = { start: calendar(view.first).date, end: calendar(view.last).date };
  const random = new Random(seed + 9);
  const days = Array.from({ length: DAYS }, () => {
    const security = random.of(reference.securities.filter((each) => view.sessionsOf(each).length > 0));
    return { security, session: random.of(view.sessionsOf(security)) };
  });
  let market: Market;
  beforeAll(async () => {
    if (seed === SEED) market = home;
    else {
      market = await openMarket({ folder: home.folder ?? "", database: `explain_${open.length}` });
      open.push(market);
    }
    await importMarket(market, reference);
  });

  async function explained(
    filters: readonly NamedFormula[],
    columns: readonly NamedFormula[],
    { security, session }: { readonly security: Security; readonly session: number },
  ): Promise<Explanation> {
    const { date } = calendar(session);
    const symbol = symbolOn(security, date);
    const answer = await explain(market, scanRequest({ ...whole, filters, columns }), { symbol, date });
    if (!answer.ok) throw new Error(answer.mistakes[0]?.message);
    expect(answer.value).toMatchObject({ symbol, date, absence: null, within: true });
    return answer.value;
  }

  test("every sub-expression is what the definitions say, and a null has a reason", async () => {
    const columns = randomColumns(random, reference, 10);
    const named = columnsOf(columns);
    for (const day of days) {
      const { columns: found } = await explained([], columns, day);
      const where = { ...day, reference, columns: named };
      expect(
        found.flatMap(({ root }) => wrongs(root, where)),
        `SEED=${seed}`,
      ).toEqual([]);
    }
  });

  // `tests/naive/agreement.test.ts` has the scan as the definitions say, the test above the explanation.
  test.runIf(IN_SOAK)("the value of a formula is that of the scan's row", async () => {
    const columns = randomColumns(random, reference, 12);
    const { rows } = await scanEngine(market, { ...whole, filters: [], columns });
    for (const day of days) {
      const answer = await explained([], columns, day);
      const row = rows.find(({ symbol, date }) => symbol === answer.symbol && date === answer.date);
      expect(
        answer.columns.map(({ root }) => asValue(root)),
        `SEED=${seed}`,
      ).toEqual(row?.values);
    }
  });

  test("what qualifies is what the scan has, and flipping what decides makes the filter true", async () => {
    const filters = randomFilters(random, reference, 3);
    const named = columnsOf([]);
    const qualified = new Set(
      scanNaive({ ...whole, filters: filters.map(({ tree }) => tree), columns: [] }, reference).rows.map(
        ({ symbol, date }) => `${symbol} ${date}`,
      ),
    );
    for (const day of days) {
      const answer = await explained(filters, [], day);
      const where = { ...day, reference, columns: named };
      const wrong = answer.filters.flatMap(({ root }) => wrongs(root, where));
      expect(wrong, `SEED=${seed}`).toEqual([]);
      const rounding = answer.filters.some(
        ({ root }) => evaluate(treeOf(root.code), reference, day.security, day.session, named) !== root.value,
      );
      if (!rounding) expect(answer.qualifies).toBe(qualified.has(`${answer.symbol} ${answer.date}`));
      for (const { root, failed } of answer.filters) {
        expect(failed === null).toBe(root.value === true);
        if (failed) expectDeciding(root, failed);
      }
    }
  });
});

/** Truth of a condition when some of its parts are taken to be otherwise. */
function truth(part: Explained, flipped: ReadonlyMap<string, boolean>): boolean | null {
  const own = flipped.get(keyOf(part));
  if (own !== undefined) return own;
  const tree = treeOf(part.code);
  const inner = (index: number): boolean | null => {
    const found = part.parts[index];
    return found ? truth(found, flipped) : null;
  };
  const all = part.parts.map((_, index) => index);
  switch (tree.kind) {
    case "and":
      return all.some((index) => inner(index) === false)
        ? false
        : all.every((index) => inner(index) === true)
          ? true
          : null;
    case "or":
      return all.some((index) => inner(index) === true)
        ? true
        : all.every((index) => inner(index) === false)
          ? false
          : null;
    case "not": {
      const of = inner(0);
      return of === null ? null : !of;
    }
    case "column":
      return part.cut ? truthOf(asValue(part)) : inner(0);
    case "call":
      if (tree.name === "at") return inner(0);
      if (tree.name === "default") return inner(0) ?? inner(1);
      if (tree.name === "if") {
        const condition = inner(0);
        return condition === null ? null : condition ? inner(1) : inner(2);
      }
      return truthOf(asValue(part));
    case "number":
    case "text":
    case "time":
    case "date":
    case "data":
    case "trade":
    case "negative":
    case "sum":
    case "product":
    case "compare":
      return truthOf(asValue(part));
  }
}

const keyOf = ({ code, day }: { readonly code: string; readonly day: number }): string => `${day} ${code}`;

/** Flips that would make a condition come true, one choice at each `any`; `pick` chooses. */
function flips(why: WhyNot, pick: (count: number) => number): readonly (readonly [string, boolean])[] {
  if (why.kind === "part") return [[keyOf(why), why.wanted]];
  const parts = why.kind === "all" ? why.parts : [why.parts[pick(why.parts.length)] ?? why.parts[0]];
  return parts.flatMap((part) => (part ? flips(part, pick) : []));
}

function expectDeciding(root: Explained, failed: WhyNot): void {
  // A part that stands in two places is shown once only; flipping it there is not the same formula.
  if ([...partsOf(root)].some(({ cut }) => cut)) return;
  for (const pick of [() => 0, (count: number) => count - 1]) {
    const chosen = flips(failed, pick);
    const wanted = new Map(chosen);
    // Asked to be true in one place and false in another: only without contradictions can it come true.
    if (chosen.some(([key, value]) => wanted.get(key) !== value)) continue;
    expect(truth(root, wanted), root.code).toBe(true);
    // Nothing could be left out.
    for (const [key] of wanted) {
      const fewer = new Map([...wanted].filter(([other]) => other !== key));
      if (failed.kind !== "any") expect(truth(root, fewer), `${root.code} without ${key}`).not.toBe(true);
    }
  }
}
