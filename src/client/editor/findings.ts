import { linter } from "@codemirror/lint";
import type { Action, Diagnostic as Underline } from "@codemirror/lint";
import type { EditorState, Extension, Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { ROUTES } from "../../contract/index.ts";
import type { Finding } from "../../contract/index.ts";
import { DIAGNOSTICS } from "../../vocabulary/index.ts";
import { checkedField, setPlace } from "./place.ts";
import { serverParseField, setServerParse } from "./server-parse.ts";

const RANK = { error: 0, warning: 1, info: 2 } as const;

const same = (a: Finding, b: Finding): boolean => a.code === b.code && a.from === b.from && a.to === b.to;

/**
 * Local and server findings as one list: the same code at the same place counts once, worst first. The local check is
 * fresher, the server's may know more.
 */
export function findingsOf(state: EditorState): readonly Finding[] {
  const local = state.field(checkedField).diagnostics;
  const server = state.field(serverParseField).findings.filter((found) => !local.some((other) => same(found, other)));
  // The server knows other columns by name only; what it says about their types the local check says better.
  return [...local, ...server].sort((a, b) => RANK[a.severity] - RANK[b.severity] || a.from - b.from);
}

type Fix = NonNullable<Finding["fixes"]>[number];

/** Puts the edits of a fix into the text, as one step of undo. */
export function applyFix(view: EditorView, fix: Fix): void {
  const changes = view.state.changes(fix.edits);
  view.dispatch({
    changes,
    selection: { anchor: changes.mapPos(fix.edits.at(-1)?.to ?? 0, 1) },
    userEvent: "input.fix",
    scrollIntoView: true,
  });
  view.focus();
}

/**
 * Applies a fix that was shown a moment ago, as it is for the text of now: findings are shown once typing rests, and the
 * places of an older one would cut into what has been typed since. Nothing where the text has no such finding any more.
 */
export function applyShownFix(view: EditorView, shown: Finding, { label }: Fix): void {
  const now = findingsOf(view.state).find(({ code, from }) => code === shown.code && from === shown.from);
  const fix = now?.fixes?.find((one) => one.label === label);
  if (fix !== undefined) applyFix(view, fix);
}

/** A finding as CodeMirror shows it. */
export function underline(found: Finding, doc: Text): Underline {
  const { length } = doc;
  // An empty range is not drawn: an error at the end underlines the last character.
  const to = Math.min(Math.max(found.to, found.from + 1), length);
  const from = Math.max(0, Math.min(found.from, to - 1));
  const actions = (found.fixes ?? []).map((fix): Action => ({
    name: fix.label,
    // Its places are those of the text it was found in.
    apply: (view) => (view.state.doc.eq(doc) ? applyFix(view, fix) : undefined),
  }));
  const renderMessage = (): Node => messageWithLink(found);
  return { from, to, severity: found.severity, message: found.message, renderMessage, actions };
}

/** The message, and its code as a way to the page that says more. Text only, never markup. */
function messageWithLink({ message, code }: Finding): Node {
  const whole = document.createElement("span");
  // What is wrong with the text of a request or the request itself has no page of its own.
  if (!(code in DIAGNOSTICS)) return document.createTextNode(message);
  const link = document.createElement("a");
  link.href = diagnosticAddress(code);
  link.target = "_blank";
  link.rel = "noreferrer";
  link.textContent = code;
  whole.append(`${message} `, link);
  return whole;
}

/** Where the reference tells of a code. */
export const diagnosticAddress = (code: string): string => `${ROUTES.reference.path}/diagnostics#${code}`;

/** One linter for both sources; it only shows what the fields hold, so it needs no delay worth naming. */
export const findings: Extension = linter(
  (view) => findingsOf(view.state).map((found) => underline(found, view.state.doc)),
  {
    delay: 30,
    needsRefresh: (update) =>
      update.startState.field(checkedField) !== update.state.field(checkedField) ||
      update.transactions.some(({ effects }) =>
        effects.some((effect) => effect.is(setServerParse) || effect.is(setPlace)),
      ),
  },
);
