import { existsSync } from "node:fs";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import fastifyStatic from "@fastify/static";
import Fastify, { LogController } from "fastify";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { sql } from "kysely";
import type { Logger } from "pino";
import { BODY_LIMIT, ROUTES } from "../contract/index.ts";
import { parseAnswer } from "../formula/index.ts";
import type { Market } from "../market/index.ts";
import type { ScanRequest } from "../request/index.ts";
import { accessRoutes } from "./accounts/access-routes.ts";
import { googleRoutes } from "./accounts/google-routes.ts";
import { accountRoutes } from "./accounts/routes.ts";
import { activityRoutes } from "./activity/routes.ts";
import { adminRoutes } from "./admin/routes.ts";
import { admission } from "./admission.ts";
import { paymentRoutes } from "./billing/payment-routes.ts";
import type { Payments } from "./billing/payments.ts";
import { billingRoutes } from "./billing/routes.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/index.ts";
import { eventRoutes } from "./events/routes.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { answerRoutes } from "./answers/routes.ts";
import { metricRoutes } from "./metrics/routes.ts";
import { ownOrigin } from "./origin.ts";
import { asksForPage } from "./page-address.ts";
import { marketRoutes } from "./market-routes.ts";
import { asProblem, ProblemAnswer, sendProblem } from "./problem.ts";
import { referenceRoutes } from "./reference-routes.ts";
import { requestRoutes } from "./requests/routes.ts";
import type { RunFiles } from "./requests/files.ts";
import { folderRoutes } from "./folders/routes.ts";
import { formulaRoutes } from "./formulas/routes.ts";
import type { Previews } from "./requests/previews.ts";
import type { Scans } from "./requests/scans.ts";
import { templateRoutes } from "./templates/routes.ts";
import type { MarketImports } from "./updates/market-imports.ts";
import { updateRoutes } from "./updates/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { answer } from "./route.ts";

export interface AppParts {
  readonly config: Config;
  /** Where people reach the server; without a trailing slash. */
  readonly publicUrl: string;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly market: Market;
  readonly scans: Scans;
  readonly previews: Previews;
  readonly payments: Payments;
  readonly files: RunFiles;
  readonly imports: MarketImports;
  /** Reads a kept request again; null where it is no longer valid. */
  readonly read: (source: unknown) => ScanRequest | null;
  /** Folder of the built client; null serves the API alone. */
  readonly client: string | null;
  readonly logger: Logger;
}

const SECURITY_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Radix Themes and CodeMirror set styles from script; neither reads them from user input.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: "no-referrer" },
  xFrameOptions: { action: "deny" },
} as const;

/** The application, not yet listening: tests call it by `inject`. Closing it closes neither runs nor market. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, db, jobs, market, payments, client, logger, imports } = parts;
  // Typed as the general logger, so that plugins and rooms see a plain FastifyInstance.
  const loggerInstance: FastifyBaseLogger = logger;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // As many hops as there are proxies of our own in front; a header from beyond them is the caller's invention.
    trustProxy: (_, hop) => hop <= config.trustProxy - 1,
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    forceCloseConnections: "idle",
    // A body with `__proto__` is refused as a whole.
    onProtoPoisoning: "error",
    onConstructorPoisoning: "ignore",
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendProblem);
  const page = client !== null && existsSync(client) ? client : null;
  app.setNotFoundHandler(async (request, reply) =>
    // A screen's address belongs to the page, which finds the screen, or the way to the sign-in.
    page !== null && asksForPage(request)
      ? reply.sendFile("index.html", page)
      : sendProblem(new ProblemAnswer("not-found", "There is nothing at this address."), request, reply),
  );
  // Only JSON comes in: a form of another page cannot be read as anything.
  app.removeContentTypeParser("text/plain");
  ownOrigin(app, config);
  await app.register(helmet, SECURITY_HEADERS);
  await app.register(cookie);
  admission(app, db);

  answer(app, ROUTES.parse, async ({ body }) => parseAnswer(body));
  answer(app, ROUTES.health, async () => ({ status: "ok" as const }));
  answer(app, ROUTES.ready, async () => {
    await sql`SELECT 1`.execute(db);
    try {
      return { status: "ready" as const, engine: await market.version() };
    } catch (error) {
      app.log.warn({ err: error }, "engine does not answer");
      throw new ProblemAnswer("engine-down", asProblem(error).message, [], 5);
    }
  });
  accountRoutes(app, db, jobs);
  accessRoutes(app, db);
  googleRoutes(app, db, config.google, parts.publicUrl);
  adminRoutes(app, db, parts.scans);
  marketRoutes(app, market);
  activityRoutes(app, market);
  requestRoutes(app, parts);
  folderRoutes(app, db);
  templateRoutes(app, db);
  formulaRoutes(app, db);
  updateRoutes(app, parts, imports);
  webhookRoutes(app, { db, jobs, allowLoopback: config.webhooksHere });
  answerRoutes(app, market);
  referenceRoutes(app);
  billingRoutes(app, db);
  eventRoutes(app, db);
  metricRoutes(app, db);
  await paymentRoutes(app, parts);
  await payments.mount(app);
  if (page !== null) {
    await app.register(fastifyStatic, {
      root: page,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Built files carry a hash of their content in the name; the page itself does not.
        void reply.header("cache-control", path.endsWith(".html") ? "no-cache" : "public, max-age=31536000, immutable");
      },
    });
  }
  return app;
}
