import { useCallback, useId, useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { KnownColumn, NotationName, ParameterValues } from "../../formula/index.ts";
import type { Part } from "../state/page/checks.ts";
import { ownEnv, useOwnNames } from "../state/queries/own-data.ts";
import type { Days } from "./ask-distribution.ts";
import { CheckMark } from "./CheckMark.tsx";
import { NOT_CHECKED } from "./check.ts";
import type { EditorCheck } from "./check.ts";
import { FormulaEditor } from "./FormulaEditor.tsx";
import { FormulaFacts } from "./FormulaFacts.tsx";
import { FormulaTools } from "./FormulaTools.tsx";
import type { Place } from "./place.ts";
import { Problems } from "./Problems.tsx";
import "./formula-field.css";

export interface FormulaFieldProps {
  readonly part: Part;
  /** Names the field. */
  readonly id: string;
  /** What is being written in it: text, caret and undo belong to it and go with it. */
  readonly entry: object;
  readonly notation: NotationName;
  readonly text: string;
  /** Every column of the request with a name. A new list asks for a new check, so keep it as long as it says the same. */
  readonly columns: readonly KnownColumn[];
  /** Those of the request at their chosen values; keep it as long as it says the same. */
  readonly parameters?: ParameterValues;
  readonly label: string;
  readonly placeholder?: string;
  readonly autoFocus?: boolean;
  /** Days over which the strip shows the values; the last ones of the data where left out. */
  readonly days?: Days | null;
  readonly onText: (text: string) => void;
  /** Called after every change of the text or of its check; `text` is the checked text. */
  readonly onCheck?: (check: EditorCheck) => void;
  readonly onRun?: () => void;
}

const PLACEHOLDERS: Readonly<Record<Part, Readonly<Record<NotationName, string>>>> = {
  filters: { code: "[daily close] > 5", words: "close is above 5" },
  columns: { code: "[daily close adj]", words: "adjusted close" },
};

/** One formula, in words or code, with its checks, what is known of it and what is wrong with it. */
export function FormulaField(props: FormulaFieldProps): ReactNode {
  const { part, id, entry, notation, text, columns, parameters, label, onCheck, onRun } = props;
  const [check, setCheck] = useState(NOT_CHECKED);
  const own = useOwnNames();
  const place = useMemo(
    (): Place => ({ part, notation, columns, ...(parameters && { parameters }), ...ownEnv(own) }),
    [part, notation, columns, parameters, own],
  );
  const problems = useId();
  const onEditorChange = useCallback(
    (next: EditorCheck) => {
      setCheck(next);
      onCheck?.(next);
    },
    [onCheck],
  );
  return (
    <div className="formula-field">
      <div className={`box ${check.findings[0]?.severity ?? "none"}`}>
        <FormulaEditor
          part={part}
          id={id}
          entry={entry}
          value={text}
          place={place}
          label={label}
          describedBy={problems}
          placeholder={props.placeholder ?? PLACEHOLDERS[part][notation]}
          autoFocus={props.autoFocus ?? false}
          onChange={props.onText}
          onCheck={onEditorChange}
          onRun={() => onRun?.()}
        />
        <FormulaFacts part={part} checked={check.checked} />
        <CheckMark check={check} />
      </div>
      <Problems id={problems} part={part} entry={id} findings={check.findings} />
      <FormulaTools
        part={part}
        id={id}
        notation={notation}
        text={text}
        columns={columns}
        check={check}
        days={props.days ?? null}
      />
    </div>
  );
}
