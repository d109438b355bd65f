import { DAY_SECONDS, HOUR_SECONDS } from "../../vocabulary/index.ts";
import { DEFAULT_LIMIT, ROUTES } from "../../contract/index.ts";
import type { RateLimit, Route } from "../../contract/index.ts";

/** Limits on attempts at what can be guessed. */
export const GUESSING = {
  // Of one account from one address, so that nobody's guesses lock the owner out.
  signInAccount: { calls: 10, seconds: 900 },
  // Of one account from all addresses together, but for browsers that it knows.
  signInEverywhere: { calls: 100, seconds: HOUR_SECONDS },
  // Of one account in a browser that it knows.
  signInDevice: { calls: 10, seconds: 900 },
  // Codes of the second factor, after the password.
  codeAccount: { calls: 10, seconds: 900 },
  // Failures only: many people may share one address.
  signInAddress: { calls: 300, seconds: 900 },
  // Codes and passwords asked for again while signed in.
  proofAccount: { calls: 10, seconds: 900 },
  mailAccount: { calls: 3, seconds: HOUR_SECONDS },
  mailAddress: { calls: 30, seconds: HOUR_SECONDS },
  // Mails to one address about signing up; beyond it none are sent, without a message.
  signUpMail: { calls: 3, seconds: HOUR_SECONDS },
  signUpAddress: { calls: 30, seconds: HOUR_SECONDS },
  secretAddress: { calls: 60, seconds: 900 },
} as const satisfies Record<string, RateLimit>;

export type Guess = keyof typeof GUESSING;

/** Every limit in force. */
export interface Limits {
  readonly guessing: (kind: Guess) => RateLimit;
  /** Of a route of the contract. */
  readonly of: (route: Route) => RateLimit;
}

const MAX_CALLS = 1_000_000;
const MAX_WINDOW_SECONDS = DAY_SECONDS;
const routes = new Map<string, Route>(Object.entries(ROUTES));

/**
 * Reads `parse=60000/60, signInAccount=5/900, default=1200/60`: calls in seconds, by the name of a route of the API
 * reference, of a guard against guessing, or for all routes that have no limit of their own. Throws naming what is wrong.
 */
export function readLimits(text: string): Limits {
  const given = new Map<string, RateLimit>();
  for (const part of text.split(",").map((one) => one.trim())) {
    if (part === "") continue;
    const [, name = "", calls = "", seconds = ""] = /^(\w+)\s*=\s*(\d{1,7})\/(\d{1,5})$/.exec(part) ?? [];
    if (name === "") throw new Error(`"${part}" is not name=calls/seconds`);
    if (name !== "default" && !Object.hasOwn(GUESSING, name) && !routes.has(name)) {
      throw new Error(`there is no limit "${name}"`);
    }
    if (given.has(name)) throw new Error(`"${name}" appears twice`);
    const limit = { calls: Number(calls), seconds: Number(seconds) };
    if (limit.calls < 1 || limit.calls > MAX_CALLS || limit.seconds < 1 || limit.seconds > MAX_WINDOW_SECONDS) {
      throw new Error(`"${name}" takes 1 to ${MAX_CALLS} calls in 1 to ${MAX_WINDOW_SECONDS} seconds`);
    }
    given.set(name, limit);
  }
  // The server passes on the rows of the contract themselves.
  const byRoute = new Map([...routes].map(([name, route]) => [route, given.get(name)]));
  const otherwise = given.get("default") ?? DEFAULT_LIMIT;
  return {
    guessing: (kind) => given.get(kind) ?? GUESSING[kind],
    of: (route) => byRoute.get(route) ?? route.limit ?? otherwise,
  };
}
