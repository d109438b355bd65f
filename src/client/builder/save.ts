import { requestSent } from "../../request/index.ts";
import { builder, NEW_REQUEST } from "../state/slices/builder.ts";
import type { Source } from "../state/slices/builder.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { forgetDraft } from "../state/slices/draft.ts";
import { startRun } from "../state/slices/run.ts";
import { user } from "../state/session/session.ts";
import { showToast } from "../state/slices/toast.ts";

/** The addresses of the builder. */
export const REQUEST_PATH = "/data-request";
export const TEMPLATE_PATH = "/template";

/** What is open is saved under an id now: the address names it, and its draft is no longer needed. */
function saved(source: Source): void {
  forgetDraft(user.email, builder.source);
  Object.assign(builder, { source, touched: false });
  const url = new URL(location.href);
  url.searchParams.delete("template");
  if (source.id !== null) url.searchParams.set("id", source.id);
  history.replaceState(history.state, "", url);
}

/** Starts the scan: of a new request, or of the edited one under a new id. */
export async function saveRequest(request: object): Promise<void> {
  const { source } = builder;
  const id = await startRun(request, source.id);
  // A new request stays what it is: it is written on and run again.
  if (id !== null && builder.source === source && source.id !== null) saved({ ...NEW_REQUEST, id });
  else if (id !== null && source.template !== null) forgetDraft(user.email, source);
}

/** A request without its days, as templates are kept. */
function templateBody(request: object): object {
  const { Date_Range: _, ...kept } = { Date_Range: null, ...request };
  return { name: builder.state.dataRange.requestName.trim(), description: builder.state.description, request: kept };
}

/** Makes the template that is written, or replaces the one that is edited. */
export async function saveTemplate(request: object): Promise<void> {
  const { source } = builder;
  const body = templateBody(request);
  const answer =
    source.id === null
      ? await call("createTemplate", { body })
      : await call("changeTemplate", { params: { id: source.id }, body });
  if (!answer.ok) {
    showToast(messageOf(answer.error), "error");
    return;
  }
  if (builder.source === source) saved({ kind: "template", id: answer.value.id, template: null });
  showToast("Template saved");
}

/** Keeps the request on screen as a template of its name. */
export async function saveAsTemplate(): Promise<void> {
  const answer = await call("createTemplate", { body: templateBody(requestSent(builder.state)) });
  showToast(
    answer.ok ? `Saved as the template ${answer.value.name}` : messageOf(answer.error),
    answer.ok ? "success" : "error",
  );
}
