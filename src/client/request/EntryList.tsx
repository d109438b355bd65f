import { Badge, Button, Heading, Text } from "@radix-ui/themes";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Place } from "../editor/place.ts";
import { Icon } from "../shell/icons.tsx";
import { focusEditor } from "../state/caret.ts";
import { addEntry, requestDocument } from "../state/document.ts";
import type { Part } from "../state/document.ts";
import { validity } from "../state/validity.ts";
import { EntryRow } from "./EntryRow.tsx";
import { removeWithUndo } from "./undo.ts";

const TEXTS = {
  filters: {
    title: "Filters",
    about: "A security-day is kept when every filter is true.",
    add: "Add filter",
    empty: "No filters: every security on every day of the range.",
  },
  columns: {
    title: "Columns",
    about: "Symbol and Date come first; each column adds a value.",
    add: "Add column",
    empty: "No columns: the workbook will hold Symbol and Date.",
  },
} as const;

/** Filters or columns of the request, each a formula. */
export function EntryList({ part, onRun }: { readonly part: Part; readonly onRun: () => void }): ReactNode {
  const { columns, filters } = useSnapshot(requestDocument, { sync: true });
  const { columns: known, columnErrors } = useSnapshot(validity);
  const texts = TEXTS[part];
  const entries = part === "filters" ? filters : columns;
  const place = useMemo((): Place => ({ part, notation: "code", columns: known }), [part, known]);
  return (
    <section className="part" id={part} aria-labelledby={`${part}-title`}>
      <header>
        <Heading as="h2" size="3" id={`${part}-title`}>
          {texts.title}
        </Heading>
        <Badge color="gray" variant="soft" radius="full">
          {entries.length}
        </Badge>
        <Text size="2" color="gray" className="about">
          {texts.about}
        </Text>
      </header>
      {entries.length === 0 && <p className="empty">{texts.empty}</p>}
      <ol className="entries">
        {entries.map((entry, index) => {
          const name = "tag" in entry ? entry.tag : entry.name;
          return (
            <EntryRow
              key={entry.id}
              part={part}
              id={entry.id}
              index={index}
              count={entries.length}
              name={name}
              nameError={columnErrors[entry.id] ?? null}
              formula={entry.formula}
              place={place}
              onName={(text) => {
                const filter = requestDocument.filters.find(({ id }) => id === entry.id);
                const column = requestDocument.columns.find(({ id }) => id === entry.id);
                if (filter) filter.tag = text;
                if (column) column.name = text;
              }}
              onFormula={(text) => {
                const own = requestDocument[part].find(({ id }) => id === entry.id);
                if (own) own.formula = text;
              }}
              onRemove={() => removeWithUndo(part, entry.id)}
              onRun={onRun}
            />
          );
        })}
      </ol>
      <Button variant="soft" size="2" onClick={() => focusEditor(part, addEntry(part))}>
        <Icon name="add" /> {texts.add}
      </Button>
    </section>
  );
}
