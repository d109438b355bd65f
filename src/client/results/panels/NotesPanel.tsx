import type { ReactNode } from "react";
import type { ShownRun } from "../shown-run.ts";
import { showCount, showDate, showShare } from "../../ui/values.ts";
import { Panel } from "./Panel.tsx";
import "./note-list.css";
import "./value-list.css";

interface NotesPanelProps {
  readonly run: ShownRun;
  readonly focus: number | null;
  readonly onClose: () => void;
}

/** How far the numbers can be relied on: what the scan noted, which columns have gaps, which data they are of. */
export function NotesPanel({ run, focus, onClose }: NotesPanelProps): ReactNode {
  const { notes, columns, rows, snapshot, hits } = run.status;
  const gaps = columns.filter(({ nulls }) => nulls > 0);
  const [first, last] = [hits[0]?.date, hits.at(-1)?.date];
  return (
    <Panel title="Notes" focus={focus} onClose={onClose}>
      <dl className="value-list">
        {snapshot !== null && (
          <>
            <div>
              <dt>Snapshot of the data</dt>
              <dd>{snapshot.id}</dd>
            </div>
            <div>
              <dt>Split-adjusted as of</dt>
              <dd>{showDate(snapshot.date)}</dd>
            </div>
          </>
        )}
        {first !== undefined && last !== undefined && (
          <div>
            <dt>Sessions</dt>
            <dd>
              {showCount(hits.length)}, {showDate(first)} – {showDate(last)}
            </dd>
          </div>
        )}
      </dl>
      {notes.length > 0 && (
        <ul className="note-list" aria-label="Notes of the scan">
          {notes.map((note) => (
            <li key={`${note.code} ${note.column}`}>
              <strong>{note.column}</strong>: {showCount(note.rows)} {note.message}
            </li>
          ))}
        </ul>
      )}
      {gaps.length > 0 && (
        <ul className="note-list" aria-label="Columns with empty cells">
          {gaps.map(({ name, nulls }) => (
            <li key={name}>
              <strong>{name}</strong>: {showCount(nulls)} rows without a value (
              {showShare(nulls / Math.max(1, rows ?? 0))}). A click on such a cell says why.
            </li>
          ))}
        </ul>
      )}
      {notes.length + gaps.length === 0 && <p className="hint">Every cell has a value, and the scan noted nothing.</p>}
    </Panel>
  );
}
