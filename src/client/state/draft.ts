import { subscribe } from "valtio";
import {
  cardState,
  editRow,
  enterFormula,
  enterText,
  openRequest,
  requestSent,
  selectTab,
} from "../../request/index.ts";
import type { Json, RequestState } from "../../request/index.ts";
import { TIMINGS } from "../../vocabulary/index.ts";
import type { CardSide, TabName } from "../../vocabulary/index.ts";
import { builder } from "./builder.ts";
import type { Source } from "./builder.ts";
import { readKept, write } from "./kept.ts";

/** A formula that is being typed: it is in no request yet, and lost with the page otherwise. */
interface HalfTyped {
  readonly tab: TabName;
  readonly text: string;
  readonly name: string;
  readonly tag: string;
  /** The row it is to replace. */
  readonly editing: number | null;
}

/** What the browser keeps of a request that is not saved. */
interface Draft {
  readonly request: Json;
  readonly forms: { readonly [Side in CardSide]?: HalfTyped };
}

const SIDES = ["filters", "columns"] as const;
const TABS: readonly TabName[] = ["Common", "Build your own - words", "Build your own - code"];

/** Drafts belong to a user and to what they change. */
const keyOf = (email: string, { kind, id, template }: Source): string =>
  `scanbook.draft.1.${email}.${kind}.${id ?? (template === null ? "new" : `from-${template}`)}`;

function halfTyped(state: RequestState, side: CardSide): HalfTyped | null {
  const { form, editing } = cardState(state, side, "Custom");
  if (form.kind !== "custom") return null;
  const { tab, texts, name, tag } = form;
  const text = tab === "Common" ? texts.common : tab === "Build your own - words" ? texts.words : texts.code;
  return text.trim() === "" && name === "" && tag === "" ? null : { tab, text, name, tag, editing };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

function readDraft(value: unknown): Draft | null {
  if (!isRecord(value) || !isRecord(value["request"])) return null;
  const forms: { [Side in CardSide]?: HalfTyped } = {};
  for (const side of SIDES) {
    const kept = isRecord(value["forms"]) ? value["forms"][side] : undefined;
    if (!isRecord(kept)) continue;
    const tab = TABS.find((known) => known === kept["tab"]) ?? "Common";
    const editing = typeof kept["editing"] === "number" ? kept["editing"] : null;
    forms[side] = { tab, text: text(kept["text"]), name: text(kept["name"]), tag: text(kept["tag"]), editing };
  }
  return { request: value["request"], forms };
}

/** The draft of a source, opened; null where there is none. */
export function openDraft(email: string, source: Source, mode: RequestState["mode"]): RequestState | null {
  const draft = readKept(keyOf(email, source), readDraft);
  if (draft === null) return null;
  let { state } = openRequest(draft.request, source.kind, mode);
  for (const side of SIDES) {
    const typed = draft.forms[side];
    if (typed === undefined) continue;
    if (typed.editing !== null) state = editRow(state, side, "Custom", typed.editing);
    state = enterFormula(selectTab(state, side, "Custom", typed.tab), side, typed.text);
    state = enterText(enterText(state, side, "Custom", "name", typed.name), side, "Custom", "tag", typed.tag);
  }
  return state;
}

export function forgetDraft(email: string, source: Source): void {
  try {
    localStorage.removeItem(keyOf(email, source));
  } catch {
    // Where nothing can be kept nothing is there.
  }
}

function keepNow(email: string): void {
  const { phase, touched, state, source } = builder;
  if (phase !== "ready" || !touched) return;
  const forms = Object.fromEntries(
    SIDES.flatMap((side) => {
      const typed = halfTyped(state, side);
      return typed === null ? [] : [[side, typed]];
    }),
  );
  write(keyOf(email, source), { request: requestSent(state), forms });
}

/**
 * Keeps what is written as a draft: a moment after each change, and at once when the page goes. Until something was
 * changed there is nothing to keep. What is given back stops it.
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
  return () => {
    keep();
    stop();
    removeEventListener("pagehide", keep);
  };
}
