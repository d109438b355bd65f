import type { PageService } from "../../contract/index.ts";
import { StartError } from "../start-error.ts";
import { CARD_FIELDS, PAGE_SERVICES } from "./page-services.ts";
import type { Reach, ServiceKind } from "./page-services.ts";

/** A service that is set up. */
export interface SetUpService extends PageService {
  readonly reach: Reach;
}

/** The configured service of each kind; null where there is none. */
export interface Services {
  readonly chat: SetUpService | null;
  readonly analytics: SetUpService | null;
  readonly affiliate: SetUpService | null;
  readonly card: SetUpService | null;
}

type Kind = keyof typeof PAGE_SERVICES;

/** One kind as its two settings name it. Throws a line that names the setting, never its value. */
function serviceOf(kind: Kind, provider: string | undefined, key: string | undefined): SetUpService | null {
  if (provider === undefined || key === undefined) return null;
  const name = kind.toUpperCase();
  const known: Readonly<Record<string, ServiceKind>> = PAGE_SERVICES[kind];
  const found = Object.hasOwn(known, provider) ? known[provider] : undefined;
  if (found === undefined) throw new StartError(`${name}: there is no ${provider}`);
  if (!found.key.test(key)) throw new StartError(`${name}_KEY: is no key of ${provider}`);
  return { provider, key, script: found.script, reach: found.reach };
}

function cardOf(key: string | undefined): SetUpService | null {
  if (key === undefined) return null;
  return { provider: "stripe", key, script: CARD_FIELDS.script, reach: CARD_FIELDS.reach };
}

/** The settings of these services; undefined where one is left out. */
type ServiceSettings = Readonly<
  Record<Uppercase<Kind> | `${Uppercase<Kind>}_KEY` | "STRIPE_PUBLISHABLE_KEY", string | undefined>
>;

/** The services of the page as they are set up. */
export const readServices = (given: ServiceSettings): Services => ({
  chat: serviceOf("chat", given.CHAT, given.CHAT_KEY),
  analytics: serviceOf("analytics", given.ANALYTICS, given.ANALYTICS_KEY),
  affiliate: serviceOf("affiliate", given.AFFILIATE, given.AFFILIATE_KEY),
  card: cardOf(given.STRIPE_PUBLISHABLE_KEY),
});
