import { Spinner } from "@radix-ui/themes";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ROUTES } from "../../contract/index.ts";
import { EXAMPLES } from "./examples.ts";
import { replaceWithUndo } from "./undo.ts";
import { showCount } from "../results/values.ts";
import { DownloadLink } from "../results/DownloadLink.tsx";
import { requestDocument } from "../state/document.ts";
import { loadRecent, openRun, run } from "../state/run.ts";
import { Icon } from "../shell/icons.tsx";

const when = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });

/** Sections with their counts, examples to click, and the runs there have been with their workbooks. */
export function Sidebar(): ReactNode {
  const { filters, columns } = useSnapshot(requestDocument);
  const { recent, id: shown } = useSnapshot(run);
  useEffect(() => void loadRecent(), []);
  return (
    <section className="sidebar" aria-label="Request">
      <ul className="anchors">
        <li>
          <a href="#date-range">
            <Icon name="calendar" /> Date range
          </a>
        </li>
        <li>
          <a href="#filters">
            <Icon name="filter" /> Filters <span className="count">{filters.length}</span>
          </a>
        </li>
        <li>
          <a href="#columns">
            <Icon name="columns" /> Columns <span className="count">{columns.length}</span>
          </a>
        </li>
      </ul>
      <ul className="anchors">
        <li>
          <a href={ROUTES.reference.path} target="_blank" rel="noreferrer">
            <Icon name="book" /> Language reference
          </a>
        </li>
      </ul>
      <h2>Examples</h2>
      <ul className="examples">
        {EXAMPLES.map((example) => (
          <li key={example.name}>
            <button
              type="button"
              onClick={() => {
                const { start, end } = requestDocument;
                replaceWithUndo({ ...example, start, end }, `Opened ${example.name}`);
              }}
            >
              <strong>{example.name}</strong>
              <small>{example.about}</small>
            </button>
          </li>
        ))}
      </ul>
      <h2>Runs</h2>
      {recent?.length === 0 && <p className="empty">Nothing was run yet.</p>}
      <ul className="runs">
        {recent?.map((one) => (
          <li key={one.id} className={one.id === shown ? "shown" : ""}>
            <button type="button" onClick={() => void openRun(one.id)} aria-current={one.id === shown}>
              <strong>{one.name}</strong>
              <small>
                {one.status === "Finished" ? `${showCount(one.rows ?? 0)} rows` : one.status},{" "}
                {when.format(new Date(one.created_at))}
              </small>
            </button>
            {one.status === "Finished" ? (
              <DownloadLink id={one.id} format="xlsx" label={`Download the workbook of ${one.name}`}>
                <Icon name="download" />
              </DownloadLink>
            ) : (
              (one.status === "Running" || one.status === "Pending") && <Spinner size="1" />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
