import { existsSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Market } from "../market/index.ts";
import type { ScanRequest } from "../request/index.ts";
import { accessRoutes } from "./accounts/access/routes.ts";
import { googleRoutes } from "./accounts/sign-in/google-routes.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { Allowances } from "./auth/allowances.ts";
import type { MarketActivity } from "./activity/market-activity.ts";
import { activityRoutes } from "./activity/routes.ts";
import { Samples } from "./activity/template-samples.ts";
import { userEventRoutes } from "./admin/event-routes.ts";
import { adminRoutes } from "./admin/routes.ts";
import { shellRoutes } from "./shell-routes.ts";
import type { Keyring } from "./auth/keyring.ts";
import { bareApp, serveBuilt } from "./bare-app.ts";
import { paymentRoutes } from "./billing/payment-routes.ts";
import type { Payments } from "./billing/payments.ts";
import { billingRoutes } from "./billing/routes.ts";
import { chartRoutes } from "./charting/routes.ts";
import { rowChartRoutes } from "./charting/row-chart-routes.ts";
import { chartSignInRoutes } from "./charting/sign-in-routes.ts";
import type { Places } from "./charting/sign-in-routes.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/index.ts";
import { eventRoutes } from "./events/routes.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { answerRoutes } from "./answers/routes.ts";
import { healthRoutes } from "./health-routes.ts";
import type { Metrics } from "./monitoring/metrics.ts";
import type { Readiness } from "./monitoring/readiness.ts";
import { metricRoutes } from "./metrics/routes.ts";
import { answerPage } from "./page-address.ts";
import { pageBuild } from "./page-services/page-build.ts";
import { parseRoute } from "./parse-route.ts";
import { marketRoutes } from "./market-routes.ts";
import { referenceRoutes } from "./reference-routes.ts";
import { requestRoutes } from "./requests/routes.ts";
import type { RunFiles } from "./runs/files.ts";
import { folderRoutes } from "./folders/routes.ts";
import { formulaRoutes } from "./formulas/routes.ts";
import { ownDataRoutes } from "./own-data/routes.ts";
import type { Previews } from "./runs/previews.ts";
import type { Scans } from "./runs/scans.ts";
import { streamRoutes } from "./stream/routes.ts";
import type { LatestProgress } from "./changes/latest-progress.ts";
import type { Streams } from "./stream/streams.ts";
import { templateRoutes } from "./templates/routes.ts";
import type { MarketDays } from "./days/market-days.ts";
import { marketDayRoutes } from "./days/routes.ts";
import type { MarketImports } from "./updates/market-imports.ts";
import type { PinnedValues } from "./pinned-values.ts";
import { updateRoutes } from "./updates/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

interface AppParts {
  readonly config: Config;
  /** The public address of the server, without a trailing slash. */
  readonly publicUrl: string;
  /** Where the product and its charting page are, once they listen. */
  readonly places: Places;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly keyring: Keyring;
  readonly market: Market;
  readonly activity: MarketActivity;
  readonly scans: Scans;
  readonly previews: Previews;
  readonly payments: Payments;
  readonly files: RunFiles;
  readonly imports: MarketImports;
  readonly pinnedValues: PinnedValues;
  readonly days: MarketDays;
  readonly streams: Streams;
  readonly latestProgress: LatestProgress;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** Reads a stored request; null where it is no longer valid. */
  readonly read: (source: unknown) => ScanRequest | null;
  /** Folder of the built client; null serves the API alone. */
  readonly client: string | null;
  readonly logger: Logger;
}

/** The application, not yet listening: tests call it by `inject`. Closing it closes neither runs nor market. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db, jobs, keyring, market, payments, client, imports } = parts;
  const page = client !== null && existsSync(client) ? client : null;
  const app = await bareApp({
    ...parts,
    publicUrl: config.publicUrl,
    services: config.services,
    forms: true,
    otherwise: (request, reply) => (page === null ? null : answerPage(page, request, reply)),
  });

  parseRoute(app);
  healthRoutes(app, parts);
  const allowances = new Allowances(db, config.limits.guessing);
  const accounts = { db, jobs, keyring, allowances };
  accountRoutes(app, accounts);
  accessRoutes(app, accounts);
  googleRoutes(app, accounts, config.google, parts.publicUrl);
  adminRoutes(app, db, jobs, parts.scans);
  marketRoutes(app, market);
  activityRoutes(app, parts.activity, new Samples(market));
  requestRoutes(app, parts);
  streamRoutes(app, db, parts.streams);
  folderRoutes(app, db);
  templateRoutes(app, db);
  formulaRoutes(app, db);
  ownDataRoutes(app, parts);
  updateRoutes(app, parts, imports);
  marketDayRoutes(app, db, parts.days);
  webhookRoutes(app, { db, jobs, keyring, allowLoopback: config.webhooksHere });
  answerRoutes(app, parts);
  referenceRoutes(app, parts.publicUrl);
  billingRoutes(app, db);
  shellRoutes(app, { config, payments, places: parts.places, build: pageBuild(page) });
  eventRoutes(app, db);
  userEventRoutes(app, db);
  metricRoutes(app, db);
  chartSignInRoutes(app, { db, keyring, allowances }, parts.places);
  chartRoutes(app, parts);
  rowChartRoutes(app, parts);
  await paymentRoutes(app, parts);
  await payments.mount(app);
  // The charting page is served only on its own origin.
  await serveBuilt(app, page, (path) => !path.startsWith("/src/"));
  return app;
}
