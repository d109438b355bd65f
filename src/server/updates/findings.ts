import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { MarketFinding } from "../../contract/index.ts";
import { FINDING_KINDS, ImportError, MarketError, onSnapshot, restateBar, settleFinding } from "../../market/index.ts";
import type { FindingKey, Market } from "../../market/index.ts";
import { record } from "../audit.ts";
import { notify } from "../changes/change.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";

/** What the market doubts, for administrators; each thing they say of it is in the log with the bar that stood there. */
export function findingRoutes(
  app: FastifyInstance,
  { db, market }: { readonly db: Db; readonly market: Market },
): void {
  answer(app, ROUTES.marketFindings, async ({ query: { state, page, page_size } }) =>
    onSnapshot(market, async (snapshot) => {
      const table = snapshot.table("finding");
      const [counted] = await snapshot.query<{ total: number; checked: number }>({
        sql: `SELECT toUInt32((SELECT count() FROM ${table} WHERE state = {state:String})) AS total, toUInt32((SELECT count() FROM ${snapshot.table("event_coverage")} WHERE kind = 'doubtful')) AS checked`,
        params: { state },
      });
      const rows = await snapshot.query<Omit<MarketFinding, "of_bar">>({
        sql: `SELECT symbol, toString(date) AS date, kind, seen, expected, state, bar FROM ${table} WHERE state = {state:String}
ORDER BY ${table}.date DESC, symbol, kind LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
        params: { state, limit: page_size, offset: (page - 1) * page_size },
      });
      return {
        items: rows.map((row) => ({ ...row, of_bar: row.bar !== "" && ofBar(row.kind) })),
        checked: (counted?.checked ?? 0) > 0,
        total: counted?.total ?? 0,
        page,
        page_size,
      };
    }),
  );
  answer(app, ROUTES.settleFinding, async ({ actor, body: { verdict, ...given } }) => {
    const key = keyOf(given);
    const bar = await changingMarket(() => settleFinding(market, key, verdict));
    await record(db, { action: "finding-settled", account: null, actor, details: { ...key, verdict, bar } });
    await notify(db, [{ kind: "market" }]);
    return { bar };
  });
  answer(app, ROUTES.restateFinding, async ({ actor, body: { symbol, date, kind, ...bar } }) => {
    const key = keyOf({ symbol, date, kind });
    if (!isBar(bar))
      throw new ProblemAnswer("bad-request", "No such bar can be: the high is the highest price, the low the lowest.");
    const { before } = await changingMarket(() => restateBar(market, key, bar));
    await record(db, { action: "bar-restated", account: null, actor, details: { ...key, before, ...bar } });
    await notify(db, [{ kind: "market" }]);
    return { before };
  });
}

const ofBar = (kind: string): boolean => FINDING_KINDS.some(({ name, ofBar: of }) => name === kind && of);

const isBar = ({ open, high, low, close }: Readonly<Record<"open" | "high" | "low" | "close", number>>): boolean =>
  high >= Math.max(open, close) && low <= Math.min(open, close);

function keyOf({ symbol, date, kind }: { symbol: string; date: string; kind: string }): FindingKey {
  const found = FINDING_KINDS.find(({ name }) => name === kind);
  if (found === undefined) throw new ProblemAnswer("bad-request", `There is no kind of finding ${kind}.`);
  return { symbol, date, kind: found.name };
}

/** What the caller can do something about is answered; an import that runs has the market to itself. */
export async function changingMarket<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImportError || (error instanceof MarketError && error.code === "locked"))
      throw new ProblemAnswer("conflict", error.message);
    throw error;
  }
}
