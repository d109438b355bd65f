import { PAGE_HEADER, ROUTES } from "../../../contract/index.ts";
import type { AnswerOf, RouteName } from "../../../contract/index.ts";
import { messageOf, routeAddress } from "../../../api-client/index.ts";
import { callRoute } from "./call-route.ts";
import type { CallResult, CallError, CallOptions, Params, Query } from "../../../api-client/index.ts";

export { problemSlug } from "../../../api-client/index.ts";
export { messageOf };
export { whyNotShown } from "./call-route.ts";
export type { CallResult, CallError, CallOptions } from "../../../api-client/index.ts";
export type { NotShown } from "./call-route.ts";

/** The server's own list of what is wrong says more than its summary. */
export const reasonOf = (error: CallError): string => {
  const listed = error.kind === "problem" ? error.problem.errors.map(({ message }) => message) : [];
  return listed.length > 0 ? listed.join(" ") : messageOf(error);
};

/** Address of a route, for calls and for downloads. */
export const addressOf = (name: RouteName, params: Params = {}, query: Query = {}): string =>
  routeAddress(ROUTES[name], params, query);

/** Names this document to the server, which names it with what it has changed. */
export const PAGE_ID = crypto.randomUUID();

/** Calls a route of the contract. Never rejects; an answer that does not fit its schema counts as a problem. */
export const call = <Name extends RouteName>(
  name: Name,
  options: CallOptions = {},
): Promise<CallResult<AnswerOf<Name>>> =>
  callRoute(ROUTES[name], "changes" in ROUTES[name] ? { ...options, headers: { [PAGE_HEADER]: PAGE_ID } } : options);

/** Hands a file to the browser's downloads by a link that works once: however large, it goes to the disk as it comes. */
export async function download(
  name: "export",
  params: { readonly id: string },
  query: Query = {},
): Promise<CallError | null> {
  const ticket = await call(TICKETS[name], { params, body: { ...query, labels: true } });
  if (!ticket.ok) return ticket.error;
  const link = document.createElement("a");
  link.href = ticket.value.address;
  // Under the name that the server gives.
  link.download = "";
  link.click();
  return null;
}

/** The route that gives the ticket of a file. */
const TICKETS = { export: "downloadTicket" } as const;
