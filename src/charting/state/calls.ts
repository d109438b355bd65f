import { callerOf, messageOf as messageOfError } from "../../api-client/index.ts";
import type { CallResult, CallError, CallOptions } from "../../api-client/index.ts";
import { ROUTES } from "../../contract/index.ts";
import type { AnswerOf, RouteName } from "../../contract/index.ts";

let bearer: string | null = null;
let onEnd: () => void = () => undefined;

/** Sends a bearer from now on; `ended` is called when it is no longer valid. */
export function sendBearer(token: string, ended: () => void): void {
  bearer = token;
  onEnd = ended;
}

/** Once, however many calls were on their way. */
function endSession(): void {
  if (bearer === null) return;
  bearer = null;
  onEnd();
}

const callRoute = callerOf({ token: () => bearer, ended: endSession });

/** Calls a route of the contract. Never rejects; an answer that does not fit its schema counts as a problem. */
export const call = <Name extends RouteName>(
  name: Name,
  options: CallOptions = {},
): Promise<CallResult<AnswerOf<Name>>> => callRoute(ROUTES[name], options);

/** An error in words for the page, where nothing is typed that could be kept. */
export const messageOf = (error: CallError): string => messageOfError(error, "The server does not answer.");
