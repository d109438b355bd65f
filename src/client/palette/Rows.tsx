import { memo, useEffect } from "react";
import type { MouseEvent, ReactNode, RefObject } from "react";
import type { Entry, Group } from "./entry.ts";
import { Keys } from "./Keys.tsx";
import type { Selection } from "./selection.ts";

interface RowProps {
  readonly id: string;
  readonly entry: Entry;
  readonly selected: boolean;
}

const Row = memo(function Row({ id, entry, selected }: RowProps): ReactNode {
  const { title, detail, page, keys: [keys] = [], disabled = null } = entry;
  return (
    <div id={id} role="option" aria-selected={selected} aria-disabled={disabled !== null}>
      <span className="title">{title}</span>
      <span className={disabled === null ? "detail" : "reason"}>{disabled ?? detail}</span>
      {page !== undefined && <span className="detail">…</span>}
      {keys !== undefined && <Keys keys={keys} />}
    </div>
  );
});

interface RowsProps {
  readonly id: string;
  readonly place: RefObject<HTMLDivElement | null>;
  readonly label: string;
  readonly groups: readonly Group[];
  readonly selection: Selection;
  readonly onChoose: (entry: Entry) => void;
  /** Instead of rows. */
  readonly children: ReactNode;
}

/** Id of a row, for the field that keeps the focus. Counted from 0, over all groups. */
export const rowId = (list: string, row: number): string => `${list}-${row}`;

/**
 * Groups of rows as a listbox. Rows are known by their place: a key that changes them all writes other words into the rows
 * that stand there, which takes a fraction of what making rows anew does.
 */
export function Rows({ id, place, label, groups, selection, onChoose, children }: RowsProps): ReactNode {
  const { row: current, byKey } = selection;
  const shown = byKey ? current?.value : undefined;
  useEffect(() => {
    if (shown !== undefined) place.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [place, shown]);

  const all = groups.flatMap(({ entries }) => entries);
  const rowAt = ({ target }: MouseEvent): Entry | undefined => {
    const option = target instanceof Element ? target.closest("[role=option]") : null;
    return option === null ? undefined : all.find((_, row) => rowId(id, row) === option.id);
  };
  const first = groups.map((_, group) => groups.slice(0, group).reduce((sum, { entries }) => sum + entries.length, 0));
  return (
    <div
      ref={place}
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      // A click leaves the focus where one types.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={(event) => {
        const entry = rowAt(event);
        if (entry !== undefined && (entry.disabled ?? null) === null) selection.point(entry);
      }}
      onClick={(event) => {
        const entry = rowAt(event);
        if (entry !== undefined) onChoose(entry);
      }}
    >
      {groups.map(({ title, entries }, group) => (
        // Groups and rows are known by their places.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={group} role="group" aria-label={title}>
          <div className="heading" aria-hidden="true">
            {title}
          </div>
          {entries.map((entry, row) => (
            <Row
              // oxlint-disable-next-line react/no-array-index-key
              key={row}
              id={rowId(id, (first[group] ?? 0) + row)}
              entry={entry}
              selected={entry.value === current?.value}
            />
          ))}
        </div>
      ))}
      {all.length === 0 && children}
    </div>
  );
}
