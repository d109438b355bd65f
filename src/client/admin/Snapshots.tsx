import { Badge, Button } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { LoadState } from "../ui/LoadState.tsx";
import { showMoment } from "../ui/dates.ts";
import { showDate } from "../ui/values.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { confirmed } from "../state/slices/confirm.ts";
import { showToast } from "../state/slices/toast.ts";

/** The snapshots that are kept, and the way back to an earlier one. */
export function Snapshots({ onRestored }: { readonly onRestored: () => void }): ReactNode {
  const [restoring, setRestoring] = useState<string | null>(null);
  const query = useRoute("marketSnapshots");
  const snapshots = query.value?.items ?? [];
  const restore = async (id: string, date: string): Promise<void> => {
    const question = {
      title: "Go back to this snapshot?",
      text: `New runs will read the market of ${id}, to ${showDate(date)}, from now on. Results that exist stay as they are. The current snapshot is kept until the next import, and can be restored the same way.`,
      action: "Go back",
    };
    if ((await confirmed(question)) === null) return;
    setRestoring(id);
    const answer = await call("rollBackMarket", { params: { snapshot: id } });
    setRestoring(null);
    if (!answer.ok) return showToast(messageOf(answer.error), "error");
    showToast(`The market is that of ${id}`);
    query.again();
    onRestored();
  };
  return (
    <section aria-labelledby="snapshots">
      <h2 id="snapshots">Snapshots</h2>
      <LoadState loaded={query} height="90px" />
      {query.value !== null && query.error === null && snapshots.length === 0 && (
        <p className="none">No snapshots yet.</p>
      )}
      {snapshots.length > 0 && query.error === null && (
        <ul className="snapshots" aria-label="Kept snapshots">
          {snapshots.map(({ id, date, source, imported_at, current }) => (
            <li key={id}>
              <strong>{id}</strong>
              <span>to {showDate(date)}</span>
              <span>from {source}</span>
              <span>imported {showMoment(imported_at)}</span>
              {current ? (
                <Badge color="green">Current</Badge>
              ) : (
                <Button
                  size="2"
                  variant="soft"
                  loading={restoring === id}
                  aria-label={`Go back to ${id}`}
                  onClick={() => void restore(id, date)}
                >
                  Go back
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
