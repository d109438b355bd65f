import { useId } from "react";
import type { ReactNode } from "react";
import { OriginNotes, sourceText, valueText } from "../../../contract/index.ts";
import type { ExplainedFormula, ExplainedPart } from "../../../contract/index.ts";
import { showDate, showDatesIn, showKnownAt, showValue } from "../../ui/values.ts";
import { shownParts, valuesPutIn } from "./values-put-in.ts";
import "./explained.css";

/** A formula as it was written, with its values put in, and each part of it with its value or why it has none. */
export function FormulaExplained({ formula }: { readonly formula: ExplainedFormula }): ReactNode {
  const { text, root, unit } = formula;
  const shown = showValue(root.value, { type: root.type, unit });
  const notes = notesOf(root);
  const heading = useId();
  return (
    <>
      <dl className="explained">
        <dt>Formula</dt>
        <dd>
          <code>{text}</code>
        </dd>
        <dt>With its values</dt>
        <dd>
          <code className="put-in">
            {valuesPutIn(formula).map((piece, index) =>
              piece.code === null ? (
                piece.text
              ) : (
                <span key={index} className={piece.missing ? "value missing" : "value"} title={piece.code}>
                  {piece.text}
                </span>
              ),
            )}
          </code>
        </dd>
        <dt>Value</dt>
        <dd className="result">
          {root.value === null ? <NoValue part={root} /> : shown}
          {root.value !== null && root.type === "number" && " "}
          {root.value !== null && root.type === "number" && <small>{valueText(root.value, root.type)}</small>}
        </dd>
      </dl>
      <Parts parts={[root]} label="Every part" notes={notes} />
      {notes.texts.length > 0 && (
        <div className="explained-origins">
          <h4 id={heading}>Sources</h4>
          <ol aria-labelledby={heading}>
            {notes.texts.map((text) => (
              <li key={text}>{showDatesIn(text)}</li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

/** The sources of a formula, numbered as its parts are listed. */
function notesOf(root: ExplainedPart): OriginNotes {
  const notes = new OriginNotes();
  const add = (part: ExplainedPart): void => {
    notes.of(part);
    shownParts(part).forEach(add);
  };
  add(root);
  return notes;
}

const NoValue = ({ part }: { readonly part: ExplainedPart }): ReactNode => (
  <span className="reason">
    {valueText(null, part.type)}: {showDatesIn(part.reason?.text ?? "no value")}
  </span>
);

interface PartsProps {
  readonly parts: readonly ExplainedPart[];
  readonly notes: OriginNotes;
  readonly label?: string;
}

function Parts({ parts, notes, label }: PartsProps): ReactNode {
  return (
    <ul className="explained-parts" {...(label === undefined ? {} : { "aria-label": label })}>
      {parts.map((part) => (
        <PartLine key={`${part.from} ${part.to} ${part.code}`} part={part} notes={notes} />
      ))}
    </ul>
  );
}

function PartLine({ part, notes }: { readonly part: ExplainedPart; readonly notes: OriginNotes }): ReactNode {
  const inner = shownParts(part);
  const remarks = [
    showDatesIn(sourceText(part.source) ?? ""),
    part.known === null ? null : `known ${showKnownAt(part.known)}`,
    part.cut ? "shown above" : null,
    notes.of(part),
  ];
  const remark = remarks.filter((one) => one !== null && one !== "").join("; ");
  return (
    <li>
      <div className="explained-part">
        <code>{part.code}</code>
        {part.day !== 0 && part.date !== null && <small>on {showDate(part.date)}</small>}
        <strong className={part.value === null ? "missing" : ""}>{valueText(part.value, part.type)}</strong>
        {part.reason !== null && <span className="reason">{showDatesIn(part.reason.text)}</span>}
        {remark !== "" && <small className="source">{remark}</small>}
      </div>
      {part.elements !== null && part.elements.length > 0 && (
        <ol className="explained-elements">
          {part.elements.map(({ date, bar, value }) => (
            <li key={date}>
              {showDate(date)} <strong>{bar ? valueText(value, part.parts[0]?.type ?? part.type) : "no bar"}</strong>
            </li>
          ))}
        </ol>
      )}
      {inner.length > 0 && <Parts parts={inner} notes={notes} />}
    </li>
  );
}
