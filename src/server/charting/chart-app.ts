import { join } from "node:path";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import { Allowances } from "../auth/allowances.ts";
import type { Keyring } from "../auth/keyring.ts";
import { bareApp, serveBuilt } from "../bare-app.ts";
import type { BareParts } from "../bare-app.ts";
import { ProblemAnswer } from "../problem.ts";
import { answer } from "../route.ts";
import { chartRoutes } from "./routes.ts";
import type { ChartParts } from "./routes.ts";
import { chartSignInRoutes } from "./sign-in-routes.ts";
import type { Places } from "./sign-in-routes.ts";
import { answerUnknownChart } from "./unknown-address.ts";

/** The page of the charting server, for the address of every chart. */
const PAGE = "src/charting/index.html";

interface ChartAppParts extends ChartParts, Omit<BareParts, "forms" | "services"> {
  readonly places: Places;
  readonly keyring: Keyring;
  /** Folder of the built client; null serves the routes alone. */
  readonly client: string | null;
}

/** The charting server, not yet listening: its own page and the routes that it needs, on an origin of its own. */
export async function createChartApp(parts: ChartAppParts): Promise<FastifyInstance> {
  const { client, db } = parts;
  const app = await bareApp({
    ...parts,
    services: null,
    forms: false,
    otherwise: (request, reply) => answerUnknownChart(parts.places.product(), request, reply),
  });
  answer(app, ROUTES.health, async () => ({ status: "ok" as const }));
  const allowances = new Allowances(db, parts.config.limits.guessing);
  chartSignInRoutes(app, { db, keyring: parts.keyring, allowances }, parts.places);
  chartRoutes(app, parts);
  await serveBuilt(app, client, (path) => path.startsWith("/assets/") || path === "/favicon.svg");
  for (const url of ["/", "/charting/:id"]) {
    app.get(url, async (_, reply) => {
      const page = client === null ? null : join(client, PAGE);
      if (page === null || !existsSync(page)) throw new ProblemAnswer("not-found", "The charting page was not built.");
      return reply
        .type("text/html; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(await readFile(page));
    });
  }
  return app;
}
