import { existsSync } from "node:fs";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import fastifyStatic from "@fastify/static";
import Fastify, { LogController } from "fastify";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Logger } from "pino";
import { BODY_LIMIT } from "../contract/index.ts";
import { contentSecurity } from "./page-services/content-security.ts";
import type { Services } from "./page-services/services.ts";
import { admission } from "./admission.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/index.ts";
import type { Metrics } from "./monitoring/metrics.ts";
import type { Readiness } from "./monitoring/readiness.ts";
import { ownOrigin } from "./origin.ts";
import { isUnknownAddress, ProblemAnswer, sendProblem } from "./problem.ts";
import { readRequestTexts } from "./request-text.ts";
import { refuseBadText } from "./text-check.ts";

const SECURITY_HEADERS = {
  referrerPolicy: { policy: "no-referrer" },
  xFrameOptions: { action: "deny" },
} as const;

export interface BareParts {
  readonly config: Config;
  /** The public address of this application; null on loopback. */
  readonly publicUrl: string | null;
  readonly db: Db;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /** Third-party services in its pages; the charting page has none. */
  readonly services: Services | null;
  /** Whether pages of it post forms; the charting page has none. */
  readonly forms: boolean;
  /** Answers an address that no route has; null where nothing is there. */
  readonly otherwise?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
}

/** An application with everything that runs before routes: limits, headers, origin check, cookies, authentication. No routes yet. */
export async function bareApp({
  config,
  publicUrl,
  db,
  logger,
  metrics,
  readiness,
  services,
  forms,
  otherwise,
}: BareParts): Promise<FastifyInstance> {
  // Typed as the general logger, so that other code sees a plain FastifyInstance.
  const loggerInstance: FastifyBaseLogger = logger;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // As many hops as there are our own proxies in front; a header from beyond them may be forged by the caller.
    trustProxy: (_, hop) => hop <= config.trustProxy - 1,
    requestTimeout: 30_000,
    // Node checks every half minute by default, so that a slow body could take three times as long.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: 30_000 },
    keepAliveTimeout: 5_000,
    forceCloseConnections: "idle",
    // A call that came on an open connection while the server closes is answered as any other.
    return503OnClosing: false,
    // A body with `__proto__` is refused as a whole.
    onProtoPoisoning: "error",
    onConstructorPoisoning: "ignore",
  });
  metrics.watch(app);
  // A kept connection ends with this answer, so that the next call goes to another server.
  app.addHook("onSend", async (_, reply) => {
    if (readiness.stopping) void reply.header("connection", "close");
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(
    async (error, request, reply) =>
      (isUnknownAddress(error) ? otherwise?.(request, reply) : null) ?? sendProblem(error, request, reply),
  );
  app.setNotFoundHandler(
    async (request, reply) =>
      otherwise?.(request, reply) ??
      sendProblem(new ProblemAnswer("not-found", "There is nothing at this address."), request, reply),
  );
  // Only JSON is accepted, so that a form of another site cannot be read.
  app.removeContentTypeParser("text/plain");
  readRequestTexts(app);
  ownOrigin(app, { publicUrl });
  const contentSecurityPolicy = { useDefaults: false, directives: contentSecurity(services, forms) };
  await app.register(helmet, { ...SECURITY_HEADERS, contentSecurityPolicy });
  await app.register(cookie);
  app.decorate("db", db);
  admission(app, db, config.limits);
  refuseBadText(app);
  return app;
}

/** Serves built files, except those that `allowed` refuses; nothing where the client was not built. */
export async function serveBuilt(
  app: FastifyInstance,
  client: string | null,
  allowed: (path: string) => boolean,
): Promise<void> {
  if (client === null || !existsSync(client)) return;
  await app.register(fastifyStatic, {
    root: client,
    cacheControl: false,
    allowedPath: allowed,
    setHeaders: (reply, path) => {
      // Built files carry a hash of their content in the name; the page itself and its icon do not.
      const hashed = !/\.html$|favicon/.test(path);
      void reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}
