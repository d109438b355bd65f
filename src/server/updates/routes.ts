import type { Selectable } from "kysely";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { ROUTES } from "../../contract/index.ts";
import type { MarketImport } from "../../contract/index.ts";
import { record } from "../audit.ts";
import { notify } from "../changes/change.ts";
import type { Db, MarketImportTable } from "../db/index.ts";
import { noSuch } from "../problem.ts";
import { answer } from "../route.ts";
import { findingRoutes } from "./findings.ts";
import { identityRoutes } from "./identities.ts";
import { updateHistory } from "./history.ts";
import { latestUpdates } from "./latest-updates.ts";
import type { MarketImports } from "./market-imports.ts";
import { listSnapshots, restoreSnapshot } from "./market-snapshots.ts";
import type { PinCheck, PinnedValues } from "../pinned-values.ts";
import { runUpdates } from "./run-updates.ts";
import type { UpdateParts } from "./run-updates.ts";
import { verifyUpdates } from "./verify-updates.ts";

type Row = Selectable<MarketImportTable>;

const itemOf = ({ id, source, status, created_at, started_at, ended_at }: Omit<Row, "log" | "account_id">) => ({
  id,
  source,
  status,
  created_at: created_at.toISOString(),
  started_at: started_at?.toISOString() ?? null,
  ended_at: ended_at?.toISOString() ?? null,
});

async function findImport(db: Db, id: string): Promise<z.input<typeof MarketImport>> {
  const row = await db.selectFrom("market_import").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw noSuch("import");
  return { ...itemOf(row), log: row.log };
}

/** Rows of a long file that are answered. */
const SHOWN_PINS = 500;

const pinAnswer = (check: PinCheck | null) =>
  check === null
    ? null
    : {
        count: check.count,
        broken: check.broken.length,
        items: check.broken.slice(0, SHOWN_PINS),
        mistakes: check.mistakes.slice(0, SHOWN_PINS).map(({ row, message }) => ({ row, message })),
      };

/** Runs on new data, and the imports that bring it. */
export function updateRoutes(
  app: FastifyInstance,
  parts: UpdateParts & { readonly pinnedValues: PinnedValues },
  imports: MarketImports,
): void {
  const { db, market, pinnedValues } = parts;
  answer(app, ROUTES.requestUpdates, async ({ actor, params, query }) => {
    const history = await updateHistory(db, actor.account.id, params.id, query);
    if (history === null) throw noSuch("request");
    return history;
  });
  answer(app, ROUTES.latestUpdates, async ({ actor }) => latestUpdates(db, actor.account.id));
  answer(app, ROUTES.runDataUpdates, async ({ actor }) => {
    const done = await runUpdates(parts, { retryFailed: true });
    await record(db, { action: "updates-run", account: null, actor, details: done });
    return done;
  });
  answer(app, ROUTES.verifyDataUpdates, async ({ query }) => verifyUpdates(parts, query));
  answer(app, ROUTES.runEtl, async ({ actor }) => findImport(db, await imports.enqueue(actor)));
  answer(app, ROUTES.marketImport, async ({ params }) => findImport(db, params.id));
  answer(app, ROUTES.marketSnapshots, async () => ({ items: [...(await listSnapshots(market))] }));
  answer(app, ROUTES.rollBackMarket, async ({ actor, params: { snapshot } }) => {
    const items = await restoreSnapshot(market, snapshot);
    await notify(db, [{ kind: "market" }]);
    await record(db, { action: "market-rolled-back", account: null, actor, details: { snapshot } });
    return { items: [...items] };
  });
  findingRoutes(app, { db, market });
  identityRoutes(app, { db, market });
  answer(app, ROUTES.pinnedValues, async () => ({ check: pinAnswer(await pinnedValues.latest()) }));
  answer(app, ROUTES.marketImports, async ({ query: { page, page_size } }) => {
    const { total } = await db
      .selectFrom("market_import")
      .select(({ fn }) => fn.countAll<string>().as("total"))
      .executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom("market_import")
      .select(["id", "source", "status", "created_at", "started_at", "ended_at"])
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute();
    return { items: rows.map(itemOf), total: Number(total), page, page_size };
  });
}
