import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import { identityConflicts, settleIdentity } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import { record } from "../audit.ts";
import { notify } from "../changes/change.ts";
import type { Db } from "../db/index.ts";
import { answer } from "../route.ts";
import { changingMarket } from "./findings.ts";

/** Where identifiers contradict each other, for administrators; each answer is in the log. */
export function identityRoutes(
  app: FastifyInstance,
  { db, market }: { readonly db: Db; readonly market: Market },
): void {
  answer(app, ROUTES.marketIdentities, async ({ query: { state, page, page_size } }) => {
    const all = (await identityConflicts(market)).filter((one) => (one.answer === "") === (state === "open"));
    const items = all.slice((page - 1) * page_size, page * page_size);
    return {
      items: items.map((one) => ({ ...one, symbols: [...one.symbols], choices: [...one.choices] })),
      total: all.length,
      page,
      page_size,
    };
  });
  answer(app, ROUTES.settleIdentity, async ({ actor, body: { key, answer: said } }) => {
    await changingMarket(() => settleIdentity(market, key, said ?? ""));
    await record(db, { action: "identity-settled", account: null, actor, details: { key, answer: said } });
    await notify(db, [{ kind: "market" }]);
    return {};
  });
}
