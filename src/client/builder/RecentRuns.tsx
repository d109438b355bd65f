import { Spinner } from "@radix-ui/themes";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { DownloadLink } from "../results/DownloadLink.tsx";
import { showMoment } from "../ui/dates.ts";
import { showCount } from "../ui/values.ts";
import { Icon } from "../ui/icons.tsx";
import { NEVER_STALE, routeQuery } from "../state/queries/route-query.ts";
import { openRun, run } from "../state/slices/run.ts";

/** More are in My Data. */
const MAX_SHOWN = 8;

/** Newest first: those of before stand here until the new ones have come. */
const RECENT = { ...routeQuery("list", { query: { page_size: 20 } }), ...NEVER_STALE, staleTime: 0 };

/** The last runs with their workbooks. */
export function RecentRuns(): ReactNode {
  const { id: shown } = useSnapshot(run);
  const recent = useQuery(RECENT).data?.items;
  return (
    <>
      <h2>Runs</h2>
      {recent?.length === 0 && <p className="empty">No runs yet.</p>}
      <ul className="runs">
        {recent?.slice(0, MAX_SHOWN).map((one) => (
          <li key={one.id} className={one.id === shown ? "shown" : ""}>
            <button type="button" onClick={() => void openRun(one.id)} aria-current={one.id === shown}>
              <strong>{one.name}</strong>
              <small>
                {one.status === "Finished" ? `${showCount(one.rows ?? 0)} rows` : one.status},{" "}
                {showMoment(one.created_at)}
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
    </>
  );
}
