import { useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { ref, useSnapshot } from "valtio";
import { readText, textFollowing, textOfState } from "../../request/index.ts";
import type { EntryLimits, ReadOptions, RequestState } from "../../request/index.ts";
import RequestEditor from "../editor/RequestEditor.tsx";
import { setMargin } from "../editor/request-margin.ts";
import type { ParseState } from "../editor/server-parse.ts";
import { caretTo, provideTextActions, textEditor } from "../state/page/text-caret.ts";
import { builder, provideText, redo, undo } from "../state/slices/builder.ts";
import { dateBounds, marketNow, useMarket } from "../state/queries/market.ts";
import { pinned } from "../state/slices/pinned.ts";
import { preview } from "../state/slices/preview.ts";
import { validity } from "../state/slices/validity.ts";
import { changeText } from "./change-text.ts";
import { Inspector } from "./Inspector.tsx";
import { welcomed } from "./open-example.ts";
import { pinFirstFound } from "./pin-first-found.ts";
import { runBuilder } from "./run-builder.ts";
import { emptyText, firstCaret, isEmpty, textActionsOf, withNotes } from "./text-actions.ts";
import { TextSkeleton } from "./TextSkeleton.tsx";
import { TextBar } from "./TextBar.tsx";
import { useMargin } from "./use-margin.ts";
import { useLimits, useRequest } from "./use-request.ts";
import "./text-pane.css";

/** What the subscription allows; templates have no limit. */
const limitsOf = (kind: RequestState["kind"], { filters, columns }: EntryLimits): Omit<ReadOptions, "earliest"> => ({
  ...(kind === "template" || filters === null ? {} : { filters }),
  ...(kind === "template" || columns === null ? {} : { columns }),
});

/** The request as one text: what is typed is on the cards at once, and the other way round. */
export default function TextPane(): ReactNode {
  const state = useRequest();
  const limits = useLimits();
  const { text, kind } = state;
  const caretWanted = useRef(false);
  const firstVisit = useRef(false);
  const [parse, setParse] = useState<ParseState>("idle");
  useEffect(() => {
    provideText(textFollowing);
    // A text that came with the request may say something else than its entries.
    builder.state = ref(textFollowing(builder.state));
  }, []);
  const { answer, error } = useMarket();
  const known = answer !== null || error !== null;
  useEffect(() => {
    const { state: now } = builder;
    const empty = isEmpty(now);
    // An empty request begins with days of the data.
    if (text !== null || (empty && !known)) return;
    const written = textOfState(now);
    builder.state = ref(empty ? emptyText(now) : { ...now, text: welcomed.has(now) ? withNotes(written) : written });
    caretWanted.current = empty || welcomed.has(now);
    firstVisit.current = welcomed.has(now);
  }, [text, known]);
  useEffect(() => {
    // After the editor has the text.
    if (text === null || !caretWanted.current) return;
    caretWanted.current = false;
    caretTo(firstCaret(text));
  }, [text]);
  useEffect(
    () =>
      provideTextActions(textActionsOf(() => ({ earliest: dateBounds(marketNow()).first, ...limitsOf(kind, limits) }))),
    [kind, limits],
  );
  const read = useMemo(() => readText(text ?? ""), [text]);
  const margin = useMargin(read, state);
  useEffect(() => {
    const view = textEditor();
    if (margin !== null && view !== null) view.dispatch({ effects: setMargin.of(margin) });
  }, [margin]);
  const { phase, shown } = useSnapshot(preview);
  useEffect(() => {
    if (text === null || !firstVisit.current || phase !== "ready" || shown === null) return;
    firstVisit.current = false;
    if (pinned.at === null) void pinFirstFound(shown);
  }, [phase, shown, text]);
  if (text === null) return <TextSkeleton />;
  return (
    <section className="text-pane" aria-label="Request as text">
      <TextBar notation={read.notation} parse={parse} />
      <div className="text-pane-middle">
        <RequestEditor
          value={text}
          label="Request"
          columns={() => validity.columns}
          options={() => ({ earliest: dateBounds(marketNow()).first, ...limitsOf(kind, limits) })}
          onChange={changeText}
          onParse={setParse}
          onRun={() => void runBuilder()}
          onUndo={undo}
          onRedo={redo}
        />
        <Inspector text={read} margin={margin} />
      </div>
    </section>
  );
}
