import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Db } from "../db/index.ts";
import { answer } from "../route.ts";
import { readSteps } from "./day-rows.ts";
import { nameOf } from "../day-sources.ts";
import type { MarketDays } from "./market-days.ts";

/** Sessions that come into the market by themselves, for administrators. */
export function marketDayRoutes(app: FastifyInstance, db: Db, days: MarketDays): void {
  answer(app, ROUTES.marketDays, async ({ query: { page, page_size } }) => {
    const { total } = await db
      .selectFrom("market_day")
      .select(({ fn }) => fn.countAll<string>().as("total"))
      .executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom("market_day")
      .selectAll()
      .orderBy("date", "desc")
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute();
    const steps = await readSteps(
      db,
      rows.map(({ date }) => date),
    );
    const items = rows.map(({ date, status, next_at, ends_at }) => ({
      date,
      status,
      next_at: status === "Waiting" ? next_at.toISOString() : null,
      ends_at: ends_at.toISOString(),
      steps: steps
        .filter((one) => one.date === date)
        .map((one) => ({
          step: one.step,
          source: one.source,
          status: one.status,
          said: one.said,
          started_at: one.started_at?.toISOString() ?? null,
          ended_at: one.ended_at?.toISOString() ?? null,
        })),
    }));
    return { sources: days.sources.map(nameOf), items, total: Number(total), page, page_size };
  });
  answer(app, ROUTES.askMarketDay, async ({ actor, params: { date }, body: { as_it_is } }) => {
    await days.ask(actor, date, as_it_is);
    return { date };
  });
}
