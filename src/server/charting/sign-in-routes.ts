import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { Allowances } from "../auth/allowances.ts";
import type { Keyring } from "../auth/keyring.ts";
import { endChartSession, newChartCode, redeemChartCode } from "../auth/chart-sessions.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";

/** Addresses of the product and its charting page, without a trailing slash; the page's is null where none is served. */
export interface Places {
  readonly product: () => string;
  readonly charting: () => string | null;
}

interface ChartSignInParts {
  readonly db: Db;
  readonly keyring: Keyring;
  readonly allowances: Allowances;
}

/** Codes for the charting page, and its sessions. */
export function chartSignInRoutes(
  app: FastifyInstance,
  { db, keyring, allowances }: ChartSignInParts,
  { product, charting }: Places,
): void {
  answer(app, ROUTES.chartCode, async ({ actor, reply }) => {
    const origin = charting();
    if (origin === null) throw new ProblemAnswer("not-found", "Charts are not set up here: CHART_URL is missing.");
    const made = await newChartCode(db, actor);
    if (made === null) throw new ProblemAnswer("unauthorized", "The session has ended. Sign in again.");
    void reply.header("cache-control", "no-store");
    return { code: made.code.text, expires_at: made.expires.toISOString(), origin };
  });
  answer(app, ROUTES.redeemChartCode, async ({ actor, body, reply }) => {
    await allowances.take("secretAddress", actor.kind === "anonymous" ? actor.address : actor.account.id);
    const { token, expires, account } = await redeemChartCode(db, body.code, reply.request.ip);
    void reply.header("cache-control", "no-store");
    return {
      token: token.text,
      expires_at: expires.toISOString(),
      email: account.email,
      name: account.name,
      browser_key: keyring.derive("chart", account.id).toString("base64"),
    };
  });
  answer(app, ROUTES.endChartSession, async ({ reply }) => {
    const bearer = /^Bearer ([\w-]+)$/i.exec(reply.request.headers.authorization ?? "")?.[1] ?? "";
    await endChartSession(db, bearer);
    return { success: true } as const;
  });
  answer(app, ROUTES.chartEntry, async () => ({ product: product() }));
}
