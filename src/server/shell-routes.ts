import type { FastifyInstance } from "fastify";
import { ROUTES } from "../contract/index.ts";
import type { PageService, ShellAnswer } from "../contract/index.ts";
import type { Payments } from "./billing/payments.ts";
import type { Places } from "./charting/sign-in-routes.ts";
import type { Config } from "./config.ts";
import { hasOutboxPage } from "./mail/outbox-page.ts";
import { answer } from "./route.ts";
import type { SetUpService } from "./page-services/services.ts";

const shown = (service: SetUpService | null): PageService | null =>
  service && { provider: service.provider, key: service.key, script: service.script };

interface ShellParts {
  readonly config: Pick<Config, "services" | "production" | "smtpUrl" | "publicUrl">;
  readonly payments: Payments;
  readonly places: Places;
  /** Which build of the page is served. */
  readonly build: string | null;
}

function mailOf(config: ShellParts["config"]): ShellAnswer["mail"] {
  if (config.smtpUrl !== null) return "sent";
  return hasOutboxPage(config) ? "outbox" : "kept";
}

/** Lists the third-party services for the page. */
export function shellRoutes(app: FastifyInstance, { config, payments, places, build }: ShellParts): void {
  const { chat, analytics, affiliate, card } = config.services;
  answer(app, ROUTES.shell, async () => {
    const chart = places.charting();
    return {
      chat: shown(chat),
      analytics: shown(analytics),
      affiliate: shown(affiliate),
      payment: { on: payments.provider !== null, test: payments.test !== null, card: shown(card) },
      mail: mailOf(config),
      build,
      charting: chart === null ? null : { url: chart },
    };
  });
}
