import { DropdownMenu, IconButton, TextField } from "@radix-ui/themes";
import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import { CheckMark } from "../editor/CheckMark.tsx";
import { NOT_CHECKED } from "../editor/check.ts";
import type { EditorCheck } from "../editor/check.ts";
import { FormulaEditor } from "../editor/FormulaEditor.tsx";
import { FormulaFacts } from "../editor/FormulaFacts.tsx";
import { Problems } from "../editor/Problems.tsx";
import { formatFormula } from "../editor/format.ts";
import type { Place } from "../editor/place.ts";
import { Icon } from "../shell/icons.tsx";
import { editorOf, focusEditor } from "../state/caret.ts";
import { duplicateEntry, moveEntry } from "../state/document.ts";
import type { Part } from "../state/part.ts";

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

/** One filter or column: its name, its editor, what is known of it and what is wrong with it. */
export function EntryRow(props: EntryRowProps): ReactNode {
  const { part, id, index, name, formula } = props;
  const [check, setCheck] = useState(NOT_CHECKED);
  // A name that is missing is no mistake before one has left the row.
  const [left, setLeft] = useState(formula.trim() !== "");
  const nameError = name.trim() === "" && !left ? null : props.nameError;
  const onCheck = useCallback((next: EditorCheck) => setCheck(next), []);
  const thing = part === "filters" ? `Filter ${index + 1}` : `Column ${index + 1}`;
  const worst = check.findings[0]?.severity ?? (nameError === null ? "none" : "error");
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
          onCheck={onCheck}
          onRun={props.onRun}
        />
        <FormulaFacts part={part} checked={check.checked} />
        <CheckMark check={check} />
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
      <Problems id={`${id}-findings`} part={part} entry={id} findings={check.findings} nameError={nameError} />
    </li>
  );
}
