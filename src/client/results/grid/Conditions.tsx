import { Button, TextField } from "@radix-ui/themes";
import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import {
  CONDITION_EXAMPLES,
  conditionText,
  MAX_CONDITION,
  outcomeRefused,
  readCondition,
} from "../../../formula/index.ts";
import { addNewFilters } from "../../state/slices/new-filter.ts";
import type { NewFilter } from "../../state/slices/waiting-filter.ts";
import { Icon } from "../../ui/icons.tsx";
import { conditionOn, typeOf, whereWith } from "../rows-order.ts";
import type { ColumnWhere } from "../rows-order.ts";
import type { Column } from "./layout.ts";
import "./conditions.css";

/** The condition that is being typed: another one, or in the place of one there is. */
export interface ConditionEdit {
  readonly name: string;
  readonly at: number | null;
}

interface ConditionsProps {
  readonly columns: readonly Column[];
  readonly where: readonly ColumnWhere[];
  readonly onWhere: (where: readonly ColumnWhere[]) => void;
  readonly edit: ConditionEdit | null;
  readonly onEdit: (edit: ConditionEdit | null) => void;
  /** Place of the column of labels. */
  readonly label: number;
  /** Adds a filter to the request; why that cannot be, else null. Itself null in the builder, whose request is open. */
  readonly onNewFilter: ((filter: NewFilter) => string | null) | null;
}

/** Conditions on columns as chips, and the one that is being typed; nothing where there is neither. */
export function Conditions(props: ConditionsProps): ReactNode {
  const { columns, where, onWhere, edit, onEdit, label, onNewFilter } = props;
  if (where.length === 0 && edit === null) return null;
  const makeFilter = (one: ColumnWhere): string | null => {
    const condition = conditionOn(columns, one);
    if (condition === null) return "The rows have no such column any more.";
    const typed = columns.map((given) => ({ ...given, type: typeOf(given) }));
    const place = columns.findIndex(({ name }) => name === one.name);
    if (place === label) return "Labels are yours and belong to no request; they stay a condition on the rows.";
    if (columns[place]?.outcome === true) return outcomeRefused(one.name);
    const filter = { columns: typed, place, condition, tag: `${one.name} ${one.is}` };
    const why = onNewFilter === null ? addNewFilters([filter]) : onNewFilter(filter);
    if (why === null) onEdit(null);
    return why;
  };
  const column = edit === null ? undefined : columns.find(({ name }) => name === edit.name);
  return (
    <div className="conditions" role="group" aria-label="Conditions on columns">
      {where.map((one, at) => {
        const said = `${one.name} ${one.is}`;
        return (
          <span className={edit?.at === at ? "conditions-chip edited" : "conditions-chip"} key={`${at} ${said}`}>
            <button type="button" title="Change this condition" onClick={() => onEdit({ name: one.name, at })}>
              <strong>{one.name}</strong> {one.is}
            </button>
            <button
              type="button"
              className="remove"
              aria-label={`Remove ${said}`}
              onClick={() => {
                onEdit(null);
                onWhere(where.toSpliced(at, 1));
              }}
            >
              <Icon name="cross" size={11} />
            </button>
          </span>
        );
      })}
      {where.length > 1 && edit === null && (
        <Button size="1" variant="ghost" color="gray" onClick={() => onWhere([])}>
          Remove all conditions
        </Button>
      )}
      {edit !== null && column !== undefined && (
        <ConditionForm
          key={`${edit.name} ${edit.at ?? "new"}`}
          column={column}
          given={edit.at === null ? "" : (where[edit.at]?.is ?? "")}
          onApply={(is) => {
            const next = whereWith(where, { name: column.name, is }, edit.at);
            if (typeof next === "string") return next;
            onEdit(null);
            onWhere(next);
            return null;
          }}
          onMakeFilter={(is) => makeFilter({ name: column.name, is })}
          onCancel={() => onEdit(null)}
        />
      )}
    </div>
  );
}

interface ConditionFormProps {
  readonly column: Column;
  readonly given: string;
  /** Why it is not taken, else null. */
  readonly onApply: (is: string) => string | null;
  readonly onMakeFilter: (is: string) => string | null;
  readonly onCancel: () => void;
}

/** One line: what the values of a column have to be. */
function ConditionForm({ column, given, onApply, onMakeFilter, onCancel }: ConditionFormProps): ReactNode {
  const [text, setText] = useState(given);
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const type = typeOf(column);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const read = (take: (is: string) => string | null): void => {
    const condition = readCondition(text, type);
    setError(condition.ok ? take(conditionText(condition.condition, type)) : condition.message);
    if (!condition.ok) input.current?.focus();
  };
  return (
    <form
      className="conditions-form"
      aria-label={`Condition on ${column.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        read(onApply);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <label>
        <strong>{column.name}</strong>
        <TextField.Root
          ref={input}
          size="1"
          value={text}
          maxLength={MAX_CONDITION}
          placeholder={CONDITION_EXAMPLES[type][0]}
          aria-label={`Condition on ${column.name}`}
          aria-invalid={error !== null}
          aria-describedby={hint}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            setError(null);
          }}
        />
      </label>
      <Button size="1" type="submit">
        Apply
      </Button>
      <Button size="1" type="button" variant="soft" onClick={() => read(onMakeFilter)}>
        Make it a filter
      </Button>
      <Button size="1" type="button" variant="soft" color="gray" onClick={onCancel}>
        Cancel
      </Button>
      {error === null ? (
        <span className="hint" id={hint}>
          {CONDITION_EXAMPLES[type].map((example, index) => (
            <span key={example}>
              {index > 0 && " · "}
              <code>{example}</code>
            </span>
          ))}
        </span>
      ) : (
        <span className="mistake" id={hint} role="alert">
          {error}
        </span>
      )}
    </form>
  );
}
