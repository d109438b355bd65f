import type { PageService } from "../../contract/index.ts";
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

/** Names of the variables that set them up. */
export const SERVICE_VARIABLES: readonly string[] = [
  ...Object.keys(PAGE_SERVICES).flatMap((kind) => [kind.toUpperCase(), `${kind.toUpperCase()}_KEY`]),
  "STRIPE_PUBLISHABLE_KEY",
];

type Env = Readonly<Record<string, string | undefined>>;

/** Reads one kind from its two variables. Throws a line that names the variable, never its value. */
function serviceOf(env: Env, kind: keyof typeof PAGE_SERVICES): SetUpService | null {
  const name = kind.toUpperCase();
  const [provider, key] = [env[name], env[`${name}_KEY`]];
  if (provider === undefined && key === undefined) return null;
  if (provider === undefined || key === undefined) throw new Error(`${name} and ${name}_KEY go together.`);
  const known: Readonly<Record<string, ServiceKind>> = PAGE_SERVICES[kind];
  const found = Object.hasOwn(known, provider) ? known[provider] : undefined;
  if (found === undefined) throw new Error(`${name}: one of ${Object.keys(known).join(", ")}`);
  if (!found.key.test(key)) throw new Error(`${name}_KEY: is no key of ${provider}`);
  return { provider, key, script: found.script, reach: found.reach };
}

function cardOf(key: string | undefined): SetUpService | null {
  if (key === undefined) return null;
  if (!CARD_FIELDS.key.test(key)) throw new Error("STRIPE_PUBLISHABLE_KEY: is no publishable key");
  return { provider: "stripe", key, script: CARD_FIELDS.script, reach: CARD_FIELDS.reach };
}

/** The services of the page as the environment sets them up. */
export const readServices = (env: Env): Services => ({
  chat: serviceOf(env, "chat"),
  analytics: serviceOf(env, "analytics"),
  affiliate: serviceOf(env, "affiliate"),
  card: cardOf(env["STRIPE_PUBLISHABLE_KEY"]),
});
