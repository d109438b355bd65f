import { Badge, Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { itemAddress, requestItem, statusColour } from "../data/item.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { showMoment } from "../ui/dates.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { showCount } from "../ui/values.ts";

const RECENT = 6;

/** The newest runs and what came of them. */
export function RecentRuns(): ReactNode {
  const loaded = useRoute("myRequests", { query: { page_size: RECENT } });
  const items = loaded.value?.items ?? [];
  return (
    <section className="panel" aria-label="Recent runs">
      <header>
        <h2>Recent runs</h2>
        {items.length > 0 && <Link to="/">My Data</Link>}
      </header>
      <LoadState loaded={loaded} height="180px" />
      {loaded.value !== null && items.length === 0 && (
        <div className="nothing">
          <p>No runs yet. A run answers a request with rows and a workbook.</p>
          <Button size="1" variant="soft" asChild>
            <Link to="/data-request">Try the example</Link>
          </Button>
        </div>
      )}
      <ul className="recent">
        {items.map((request) => (
          <li key={request.id}>
            <Link to={itemAddress(requestItem(request))}>
              {request.name}
              <small>{showMoment(request.created_at)}</small>
            </Link>
            {request.rows !== null && request.rows > 0 && <span>{showCount(request.rows)} rows</span>}
            <Badge color={statusColour(request.status)}>
              {request.status === "Finished" && request.rows === 0 ? "No rows" : request.status}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
