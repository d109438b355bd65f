import { call, messageOf } from "../state/queries/calls.ts";

/**
 * Gets a code and goes on to the same address on the charting origin, the code behind the #, which browsers do not send.
 * Returns the error, or null.
 */
export async function toCharting(signal: AbortSignal): Promise<string | null> {
  const answer = await call("chartCode", { body: {}, signal });
  if (!answer.ok) return answer.error.kind === "aborted" ? null : messageOf(answer.error);
  const { origin, code } = answer.value;
  location.replace(`${origin}${location.pathname}${location.search}#code=${code}`);
  return null;
}
