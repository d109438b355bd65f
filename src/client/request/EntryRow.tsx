import { Badge, DropdownMenu, IconButton, Spinner, TextField, Tooltip } from "@radix-ui/themes";
import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import { FormulaEditor } from "../editor/FormulaEditor.tsx";
import type { EditorReport } from "../editor/FormulaEditor.tsx";
import { formatFormula } from "../editor/format.ts";
import type { Place } from "../editor/place.ts";
import type { ParseState } from "../editor/server-parse.ts";
import { Icon } from "../shell/icons.tsx";
import { editorOf, focusEditor } from "../state/caret.ts";
import { duplicateEntry, moveEntry } from "../state/document.ts";
import type { Part } from "../state/document.ts";
import { Findings } from "./Findings.tsx";

export interface EntryRowProps {
  readonly part: Part;
  readonly id: string;
  readonly index: number;
  readonly count: number;
  /** Tag of a filter, Name In Excel of a column. */
  readonly name: string;
  readonly nameError: string | null;
  readonly formula: string;
  readonly place: Place;
  readonly onName: (name: string) => void;
  readonly onFormula: (formula: string) => void;
  readonly onRemove: () => void;
  readonly onRun: () => void;
}

const NO_REPORT: EditorReport = {
  findings: [],
  parse: "idle",
  checked: { diagnostics: [], type: null, unit: null, knownAt: null, outcome: false },
};

const PARSE_LABELS: Readonly<Record<ParseState, string>> = {
  idle: "Not checked yet",
  loading: "Checking",
  success: "Checked by the server",
  failure: "Does not parse",
  offline: "The server does not answer; checked in the browser only",
};

/** The true/false indicator of a formula: the local errors at once, the server's word when it comes. */
function CheckMark({ report }: { readonly report: EditorReport }): ReactNode {
  const broken = report.findings.some(({ severity }) => severity === "error");
  const state: ParseState = broken && report.parse !== "loading" ? "failure" : report.parse;
  const label = PARSE_LABELS[state];
  return (
    <Tooltip content={label}>
      <span className={`check ${state}`} role="img" aria-label={label}>
        {state === "loading" && <Spinner size="1" />}
        {state === "success" && <Icon name="check" />}
        {state === "failure" && <Icon name="cross" />}
        {state === "offline" && <Icon name="offline" />}
      </span>
    </Tooltip>
  );
}

/** Type, unit, known-at and Outcome of a formula, as far as it parses. */
function Facts({ part, report }: { readonly part: Part; readonly report: EditorReport }): ReactNode {
  const { type, unit, knownAt, outcome } = report.checked;
  if (type === null) return null;
  return (
    <span className="facts">
      {part === "columns" && (
        <Badge color="gray" variant="soft">
          {unit === null || unit === "plain" ? type : unit}
        </Badge>
      )}
      {knownAt !== null && (
        <Tooltip content={`Every value in it is public ${knownAt}`}>
          <Badge color="gray" variant="soft">
            <Icon name="clock" size={12} /> {knownAt}
          </Badge>
        </Tooltip>
      )}
      {outcome && (
        <Tooltip content="Known only after the close of the row's day">
          <Badge color="amber" variant="soft" className="outcome">
            Outcome
          </Badge>
        </Tooltip>
      )}
    </span>
  );
}

/** One filter or column: its name, its editor, what is known of it and what is wrong with it. */
export function EntryRow(props: EntryRowProps): ReactNode {
  const { part, id, index, name, formula } = props;
  const [report, setReport] = useState(NO_REPORT);
  // A name that is missing is no mistake before one has left the row.
  const [left, setLeft] = useState(formula.trim() !== "");
  const nameError = name.trim() === "" && !left ? null : props.nameError;
  const onReport = useCallback((next: EditorReport) => setReport(next), []);
  const thing = part === "filters" ? `Filter ${index + 1}` : `Column ${index + 1}`;
  const worst = report.findings[0]?.severity ?? (nameError === null ? "none" : "error");
  const format = (): void => {
    const view = editorOf(part, id);
    if (view) formatFormula(view);
  };
  return (
    <li
      className={`entry ${worst}`}
      aria-label={thing}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setLeft(true);
      }}
    >
      <span className="number" aria-hidden="true">
        {index + 1}
      </span>
      <TextField.Root
        className="name"
        variant="soft"
        color="gray"
        value={name}
        aria-label={part === "filters" ? `${thing}: tag` : `${thing}: Name In Excel`}
        aria-invalid={nameError !== null}
        aria-describedby={`${id}-findings`}
        placeholder={part === "filters" ? "Tag (optional)" : "Name In Excel"}
        onChange={(event) => props.onName(event.target.value.replaceAll(/[{}|]/g, ""))}
      />
      <div className="formula">
        <FormulaEditor
          part={part}
          id={id}
          value={formula}
          place={props.place}
          label={`${thing}: formula`}
          describedBy={`${id}-findings`}
          placeholder={part === "filters" ? "[daily close] > 5" : "[daily close adj]"}
          onChange={props.onFormula}
          onReport={onReport}
          onRun={props.onRun}
        />
        <Facts part={part} report={report} />
        <CheckMark report={report} />
      </div>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>
          <IconButton variant="ghost" color="gray" aria-label={`${thing}: more`}>
            <Icon name="more" />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content align="end">
          <DropdownMenu.Item shortcut="⇧⌥F" onSelect={format}>
            Format
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => focusEditor(part, duplicateEntry(part, id))}>Duplicate</DropdownMenu.Item>
          <DropdownMenu.Item disabled={index === 0} onSelect={() => moveEntry(part, id, -1)}>
            Move up
          </DropdownMenu.Item>
          <DropdownMenu.Item disabled={index === props.count - 1} onSelect={() => moveEntry(part, id, 1)}>
            Move down
          </DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Item color="red" onSelect={props.onRemove}>
            Remove
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <Findings id={`${id}-findings`} part={part} entry={id} findings={report.findings} nameError={nameError} />
    </li>
  );
}
