import type { FastifyInstance } from "fastify";
import { ROUTES } from "../../contract/index.ts";
import type { PageService } from "../../contract/index.ts";
import type { Payments } from "../billing/payments.ts";
import type { Places } from "../charting/sign-in-routes.ts";
import type { Config } from "../config.ts";
import { answer } from "../route.ts";
import type { SetUpService } from "./services.ts";

const shown = (service: SetUpService | null): PageService | null =>
  service && { provider: service.provider, key: service.key, script: service.script };

export interface ShellParts {
  readonly config: Pick<Config, "services">;
  readonly payments: Payments;
  readonly places: Places;
}

/** Tells the page which services of other houses there are. */
export function shellRoutes(app: FastifyInstance, { config, payments, places }: ShellParts): void {
  const { chat, analytics, affiliate, card } = config.services;
  answer(app, ROUTES.shell, async () => {
    const chart = places.charting();
    return {
      chat: shown(chat),
      analytics: shown(analytics),
      affiliate: shown(affiliate),
      payment: { on: payments.provider !== null, test: payments.test !== null, card: shown(card) },
      charting: chart === null ? null : { url: chart },
    };
  });
}
