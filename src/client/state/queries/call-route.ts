import { callerOf, problemSlug, messageOf } from "../../../api-client/index.ts";
import type { CallError } from "../../../api-client/index.ts";
import { forgetSession, user } from "../session/session.ts";

/** Is told of every call whether the server answered, and when the call began; `reach.ts` listens once it is loaded. */
export const callListener: { answered: (there: boolean, began: number) => unknown } = { answered: () => undefined };

/**
 * Calls a route that the caller holds. Screens behind the sign-in call by name (`calls.ts`); the sign-in page and the frame
 * take the few routes they need, so that they load no schema of the others.
 */
export const callRoute = callerOf({
  token: () => user.token,
  ended: forgetSession,
  answered: (there, began) => callListener.answered(there, began),
});

/** Why what an address names is not shown, and whether asking again may help. */
export interface NotShown {
  readonly message: string;
  /** It does not exist, or belongs to another account. */
  readonly gone: boolean;
}

/** Whether what was asked for is not there. An id that has not the form of one is refused as bad, and names nothing either. */
export const isGone = (error: CallError): boolean => ["bad-request", "not-found"].includes(problemSlug(error));

export function whyNotShown(what: string, error: CallError): NotShown {
  const message = problemSlug(error) === "bad-request" ? `There is no ${what} with this id.` : messageOf(error);
  return { message, gone: isGone(error) };
}
