import { subscribe } from "valtio";
import { formsKept, openForms, openRequest, requestSent } from "../../../request/index.ts";
import type { Json, RequestState } from "../../../request/index.ts";
import { cardsOf, TIMINGS } from "../../../vocabulary/index.ts";
import type { CardSide, CardTitle } from "../../../vocabulary/index.ts";
import { builder } from "./builder.ts";
import type { Source } from "./builder.ts";
import { forget, keptForAccount, readKept, write } from "../session/kept.ts";
import { beforeLeaving } from "../session/session.ts";

/** What the browser keeps of a request that is not saved: the request, and what was chosen and typed without being added. */
interface Draft {
  readonly request: Json;
  readonly forms: Json;
  /** The card whose form is open, by side. */
  readonly open: Json;
}

const SIDES = ["filters", "columns"] as const;

const keysOf = (email: string): string => `scanbook.draft.1.${email}.`;
/** Drafts belong to a user and to what they change. */
const keyOf = (email: string, { kind, id, template }: Source): string =>
  `${keysOf(email)}${kind}.${id ?? (template === null ? "new" : `from-${template}`)}`;

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});

function readDraft(value: unknown): Draft | null {
  const { request, forms, open } = recordOf(value);
  return isRecord(request) ? { request, forms: recordOf(forms), open: recordOf(open) } : null;
}

/** A draft, opened: what was being written, and the cards that were open. */
export interface OpenedDraft {
  readonly state: RequestState;
  readonly open: { readonly [Side in CardSide]?: CardTitle | null };
}

/** The draft of a source; null where there is none. */
export function openDraft(email: string, source: Source, mode: RequestState["mode"]): OpenedDraft | null {
  const draft = readKept(keyOf(email, source), readDraft);
  if (draft === null) return null;
  const { state } = openRequest(draft.request, source.kind, mode);
  const open: { [Side in CardSide]?: CardTitle | null } = {};
  for (const side of SIDES) {
    const kept = draft.open[side];
    const title = cardsOf(side).find((card) => card.title === kept)?.title;
    if (title !== undefined || kept === null) open[side] = title ?? null;
  }
  return { state: SIDES.reduce((now, side) => openForms(now, side, draft.forms[side]), state), open };
}

/** Where a key of `keyOf` leads back to; null where it is none. */
function sourceOf(key: string): Source | null {
  const [, kind, of = ""] = /^(request|template)\.([\w-]+)$/.exec(key) ?? [];
  if (kind !== "request" && kind !== "template") return null;
  if (of === "new") return { kind, id: null, template: null };
  const [, template = null] = /^from-(.+)$/.exec(of) ?? [];
  return { kind, id: template === null ? of : null, template };
}

/** Every draft that the browser keeps for a user: whose it is, and the name that was typed. */
export const draftsOf = (email: string): readonly { readonly source: Source; readonly name: string }[] =>
  Object.keys(keptForAccount())
    .filter((key) => key.startsWith(keysOf(email)))
    .flatMap((key) => {
      const source = sourceOf(key.slice(keysOf(email).length));
      const draft = source && readKept(key, readDraft);
      if (draft === null || source === null) return [];
      const { name } = draft.request;
      return [{ source, name: typeof name === "string" ? name.trim() : "" }];
    });

export function forgetDraft(email: string, source: Source): void {
  forget(keyOf(email, source));
}

/** Keeps what is written as a draft at this moment: something else is about to take its place. */
export function keepNow(email: string): void {
  const { phase, touched, state, source, open } = builder;
  if (phase !== "ready" || !touched) return;
  const forms = Object.fromEntries(SIDES.map((side) => [side, formsKept(state, side)]));
  write(keyOf(email, source), { request: requestSent(state), forms, open });
}

/**
 * Keeps what is written as a draft: a moment after each change, and at once when the page goes. Until something was
 * changed there is nothing to keep. The returned function stops it.
 */
export function keepDraft(email: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (): void => {
    clearTimeout(timer);
    keepNow(email);
  };
  const stop = subscribe(builder, () => {
    clearTimeout(timer);
    timer = setTimeout(keep, TIMINGS.store);
  });
  addEventListener("pagehide", keep);
  const stay = beforeLeaving(keep);
  return () => {
    keep();
    stop();
    stay();
    removeEventListener("pagehide", keep);
  };
}
