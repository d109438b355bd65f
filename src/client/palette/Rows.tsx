import { Command } from "cmdk";
import { memo } from "react";
import type { ReactNode } from "react";
import type { Entry, Group } from "./entry.ts";
import { Keys } from "./Keys.tsx";

interface RowProps {
  readonly place: string;
  readonly entry: Entry;
  readonly onChoose: (entry: Entry) => void;
}

const Row = memo(function Row({ place, entry, onChoose }: RowProps): ReactNode {
  const { title, detail, page, keys: [keys] = [], disabled = null } = entry;
  return (
    <Command.Item value={place} disabled={disabled !== null} onSelect={() => onChoose(entry)}>
      <span className="title">{title}</span>
      <span className={disabled === null ? "detail" : "reason"}>{disabled ?? detail}</span>
      {page !== undefined && <span className="detail">…</span>}
      {keys !== undefined && <Keys keys={keys} />}
    </Command.Item>
  );
});

interface RowsProps {
  readonly groups: readonly Group[];
  readonly onChoose: (entry: Entry) => void;
}

/**
 * Groups of rows. A row is known by its group and its place in it: another query writes other words into the rows that stand
 * there, so that none unregisters and registers again, which costs cmdk more than the rest of a keystroke. What arrives for the same
 * query goes behind what is there, so a place means the same row until then.
 */
export const Rows = memo(function Rows({ groups, onChoose }: RowsProps): ReactNode {
  return groups.map(({ title, entries }, group) => (
    // Groups and rows are known by their places.
    // oxlint-disable-next-line react/no-array-index-key
    <Command.Group key={group} heading={title}>
      {entries.map((entry, row) => {
        const place = `${group} ${row}`;
        return <Row key={place} place={place} entry={entry} onChoose={onChoose} />;
      })}
    </Command.Group>
  ));
});
