import { exchangeToday, showDate } from "../../vocabulary/index.ts";
import { freshRequest, openRequest, requestSent } from "../../request/index.ts";
import type { RequestState } from "../../request/index.ts";
import { begin, builder, change, NEW_REQUEST, undo } from "../state/slices/builder.ts";
import type { Source } from "../state/slices/builder.ts";
import { call, whyNotShown } from "../state/queries/calls.ts";
import type { NotShown } from "../state/queries/calls.ts";
import { forgetDraft, keepNow, openDraft } from "../state/slices/draft.ts";
import { readKept, write } from "../state/session/kept.ts";
import { askedMarket, dateBounds, marketNow, onMarket } from "../state/queries/market.ts";
import { takeSharedLink } from "../state/session/shared-link.ts";
import { showToast } from "../state/slices/toast.ts";
import { startTour, tourSeen } from "../state/slices/tour.ts";
import { user } from "../state/session/session.ts";
import { openInPlace } from "../files/open-save.ts";
import { openJson } from "../files/open-json.ts";
import type { OpenResult } from "../files/open-result.ts";
import { EXAMPLES } from "./examples.ts";
import { openExample, welcomed } from "./open-example.ts";
import { RANGES, rangeOf } from "./ranges.ts";
import { requestOfFragment } from "./share.ts";

/** The builder's address: what is written, and which id or template it is about. */
export interface BuilderAddress {
  readonly kind: RequestState["kind"];
  readonly id: string | null;
  readonly template: string | null;
}

let opening = 0;
/** Whose request is in the builder. */
let openedBy: string | null = null;

/** Opens what the address names: a request or template to edit, a new one from a template, or what was being written. */
export async function openAddress(address: BuilderAddress, email: string): Promise<void> {
  opening += 1;
  const mine = opening;
  // Never as another account's.
  if (openedBy === email) keepNow(email);
  openedBy = email;
  const { kind, id, template } = address;
  const source: Source = address;
  if (id === null && template === null) {
    const draft = openDraft(email, source, "create");
    begin(draft?.state ?? freshRequest(exchangeToday(), kind), source);
    Object.assign(builder.open, draft?.open);
    if (kind !== "request") return;
    const fragment = takeSharedLink();
    if (fragment !== null) return openShared(fragment);
    welcome(email);
    // Not over what somebody was sent, or over what an administrator looks at for somebody.
    if (user.useAs === null && !tourSeen()) startTour(false);
    return;
  }
  builder.phase = "loading";
  const loaded = await load(address);
  if (mine !== opening) return;
  if ("gone" in loaded) {
    Object.assign(builder, { phase: "failed", error: loaded });
    return;
  }
  const { state: opened, note } = loaded;
  const draft = openDraft(email, source, opened.mode);
  if (note !== undefined) showToast(note, "error");
  if (draft !== null) Object.assign(builder.open, draft.open);
  const same = draft !== null && JSON.stringify(requestSent(draft.state)) === JSON.stringify(requestSent(opened));
  // Other input in forms is not a change of the request.
  begin(same ? draft.state : opened, source);
  if (draft === null || same) return;
  change("your changes", () => draft.state);
  showToast("Your unsaved changes were restored.", "success", () => {
    undo();
    forgetDraft(email, source);
  });
}

/** The request or template of an id, opened; or why not. */
async function load({ kind, id, template }: BuilderAddress): Promise<Pick<OpenResult, "state" | "note"> | NotShown> {
  if (kind === "request" && id !== null) {
    const answer = await call("request", { params: { id } });
    return answer.ok ? openKept(answer.value, { kind, mode: "edit" }) : whyNotShown("request", answer.error);
  }
  // Its days end with the data.
  const [answer] = await Promise.all([call("template", { params: { id: id ?? template ?? "" } }), askedMarket()]);
  if (!answer.ok) return whyNotShown("template", answer.error);
  const { name, description, request } = answer.value;
  const mode = id === null ? "create" : "edit";
  // Name, days and description stand beside a template: what its text says of them is no difference.
  const { state, note } = await openKept(request, { kind: "template", mode });
  const dataRange = { ...state.dataRange, requestName: name };
  return { state: dated({ ...state, kind, description: kind === "template" ? description : "", dataRange }), note };
}

/** Opens what the server keeps; by its entries, which count, where the code that reads texts does not come. */
async function openKept(
  json: object,
  base: Pick<RequestState, "kind" | "mode">,
): Promise<Pick<OpenResult, "state" | "note">> {
  try {
    return await openJson(json, base);
  } catch {
    return { state: openRequest(json, base.kind, base.mode).state, note: undefined };
  }
}

/** Templates have no days of their own; what begins from one ends with the data. */
function dated(state: RequestState): RequestState {
  const [, , quarter] = RANGES;
  const { start, end } = rangeOf(quarter, dateBounds(marketNow()));
  return { ...state, dataRange: { ...state.dataRange, startTime: showDate(start), endTime: showDate(end) } };
}

/** The request that a link carries takes the place of what was being written; Undo brings that back. */
async function openShared(fragment: string): Promise<void> {
  try {
    openInPlace(await openJson(await requestOfFragment(fragment)), "the link");
  } catch (error) {
    showToast(error instanceof Error ? error.message : "", "error");
  }
}

const visitedKey = (email: string): string => `scanbook.visited.${email}`;
let stopWaiting = (): void => {};

/** A first visit begins with an example and its preview instead of emptiness, as soon as the days of the data are known. */
function welcome(email: string): void {
  stopWaiting();
  const [example] = EXAMPLES;
  const mine = opening;
  if (example === undefined || readKept(visitedKey(email), (value) => value === true) === true) return;
  const show = (): void => {
    if (marketNow() === null) return;
    stopWaiting();
    write(visitedKey(email), true);
    if (builder.touched || mine !== opening || openDraft(email, NEW_REQUEST, "create") !== null) return;
    const opened = openExample(example, fittingRange());
    welcomed.add(opened);
    change(`open ${example.name}`, () => opened);
  };
  stopWaiting = onMarket(show);
  show();
}

/** The last three months of the data. */
export function fittingRange(): { readonly start: string; readonly end: string } {
  const [, , quarter] = RANGES;
  return rangeOf(quarter, dateBounds(marketNow()));
}
