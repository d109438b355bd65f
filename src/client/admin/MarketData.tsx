import { Badge, Button, Table } from "@radix-ui/themes";
import { Fragment, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { showCount, showDate } from "../ui/values.ts";
import { showMoment } from "../ui/dates.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { Pager } from "../ui/Pager.tsx";
import { call, messageOf } from "../state/queries/calls.ts";
import { showToast } from "../state/slices/toast.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { AdminFrame } from "./AdminFrame.tsx";
import { Figures } from "./Figures.tsx";
import { Findings } from "./Findings.tsx";
import { Identities } from "./Identities.tsx";
import { Pins } from "./Pins.tsx";
import { HeadedTable } from "./HeadedTable.tsx";
import { Snapshots } from "./Snapshots.tsx";

const IMPORT_HEADS = ["Started", "Source", "Status", "Ended", "Log"] as const;
const UPDATE_HEADS = ["Request", "Verdict", "Seen", "Would run to", "Valid"] as const;

const COLOURS = { Pending: "orange", Running: "blue", Finished: "green", Failed: "red" } as const;

const runs = ({ status }: { readonly status: string }): boolean => status === "Pending" || status === "Running";

/** What the market holds, imports with their logs, and the daily updates that follow them. */
export default function MarketData(): ReactNode {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<string | null>(null);
  const imports = useRoute("marketImports", { query: { page, page_size: 10 } }, ({ items }) => items.some(runs));
  const list = imports.value;
  const running = list?.items.some(runs) === true;
  const { again } = imports;
  const start = async (): Promise<void> => {
    const answer = await call("runEtl", { body: {} });
    if (!answer.ok) return showToast(messageOf(answer.error), "error");
    showToast("The import has started");
    // The newest stand on the first page, and its log below its row.
    setPage(1);
    setOpen(answer.value.id);
    again();
  };
  return (
    <AdminFrame title="Market data">
      <Market turn={list?.items[0]?.ended_at ?? ""} />
      <section aria-labelledby="imports">
        <header>
          <h2 id="imports">Imports</h2>
          <Button size="1" variant="soft" disabled={running} onClick={() => void start()}>
            Run import
          </Button>
        </header>
        <LoadState loaded={imports} height="200px" />
        {list !== null && imports.error === null && (
          <>
            {list.items.length === 0 ? (
              <p className="none">No imports yet.</p>
            ) : (
              <HeadedTable label="Imports" heads={IMPORT_HEADS}>
                {list.items.map(({ id, created_at, source, status, ended_at }) => (
                  <Fragment key={id}>
                    <Table.Row>
                      <Table.RowHeaderCell>{showMoment(created_at)}</Table.RowHeaderCell>
                      <Table.Cell>{source}</Table.Cell>
                      <Table.Cell>
                        <Badge color={COLOURS[status]}>{status}</Badge>
                      </Table.Cell>
                      <Table.Cell>{ended_at === null ? "–" : showMoment(ended_at)}</Table.Cell>
                      <Table.Cell>
                        <Button
                          size="1"
                          variant="ghost"
                          aria-expanded={open === id}
                          onClick={() => setOpen(open === id ? null : id)}
                        >
                          {open === id ? "Hide log" : "Show log"}
                        </Button>
                      </Table.Cell>
                    </Table.Row>
                    {open === id && (
                      <Table.Row>
                        <Table.Cell className="below" colSpan={IMPORT_HEADS.length}>
                          <Log id={id} />
                        </Table.Cell>
                      </Table.Row>
                    )}
                  </Fragment>
                ))}
              </HeadedTable>
            )}
            <Pager
              label="Pages of imports"
              page={list.page}
              total={list.total}
              size={list.page_size}
              onPage={setPage}
            />
          </>
        )}
      </section>
      <Findings />
      <Identities />
      <Pins />
      <Updates />
    </AdminFrame>
  );
}

function Market({ turn }: { readonly turn: string }): ReactNode {
  const query = useRoute("market");
  const { again } = query;
  // After an import the market is another one.
  useEffect(() => {
    if (turn !== "") again();
  }, [turn, again]);
  const market = query.value;
  const span = (given: { first_date: string; last_date: string; sessions: number } | null): ReactNode =>
    given === null ? (
      "none"
    ) : (
      <span className="figures-days">
        {showDate(given.first_date)} to {showDate(given.last_date)}, {showCount(given.sessions)} sessions
      </span>
    );
  return (
    <>
      <section aria-labelledby="market">
        <h2 id="market">Market</h2>
        <LoadState loaded={query} height="90px" />
        {market !== null && query.error === null && market.snapshot === null && (
          <p className="none">
            There is no market yet. <em>Run import</em> reads the folder that <code>ETL_FOLDER</code> names.
          </p>
        )}
        {market !== null && query.error === null && market.snapshot !== null && (
          <Figures
            figures={[
              ["Securities", showCount(market.securities)],
              ["Daily bars", span(market.daily)],
              ["Minute bars", span(market.minute)],
              ["Snapshot", <code key="id">{market.snapshot.id}</code>],
              ["Source", market.snapshot.source],
              ["Imported", showMoment(market.snapshot.imported_at)],
            ]}
          />
        )}
      </section>
      <Snapshots key={turn} onRestored={again} />
    </>
  );
}

function Log({ id }: { readonly id: string }): ReactNode {
  const query = useRoute("marketImport", { params: { id } }, runs);
  const one = query.value;
  return (
    <div className="log" role="region" aria-label="Log of the import" tabIndex={0}>
      <LoadState loaded={query} height="120px" />
      {one !== null && query.error === null && (
        <ol>
          {one.log.map(({ at, text }, index) => (
            <li key={`${at} ${index}`}>
              <time dateTime={at}>{showMoment(at)}</time> {text}
            </li>
          ))}
          {one.log.length === 0 && <li>The log is empty.</li>}
        </ol>
      )}
    </div>
  );
}

function Updates(): ReactNode {
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState(false);
  const query = useRoute("verifyDataUpdates", { query: { page, page_size: 10 } });
  const list = query.value;
  const run = async (): Promise<void> => {
    setBusy(true);
    const answer = await call("runDataUpdates", { body: {} });
    setBusy(false);
    if (!answer.ok) return showToast(messageOf(answer.error), "error");
    const { started, invalid, deferred } = answer.value;
    showToast(
      `${showCount(started)} started, ${showCount(deferred)} wait, ${showCount(invalid)} are not valid any more`,
    );
    query.again();
  };
  return (
    <section aria-labelledby="updates">
      <header>
        <h2 id="updates">Daily updates</h2>
        <Button size="1" variant="soft" loading={busy} onClick={() => void run()}>
          Run data updates
        </Button>
      </header>
      <LoadState loaded={query} height="200px" />
      {list !== null && query.error === null && (
        <>
          <Figures
            figures={[
              ["Last session", list.market_date === null ? "none" : showDate(list.market_date)],
              ...Object.entries(list.counts).map(
                ([verdict, count]) => [verdict.replaceAll("-", " "), showCount(count)] as const,
              ),
            ]}
          />
          {list.items.length === 0 ? (
            <p className="none">No request has daily updates.</p>
          ) : (
            <HeadedTable label="Requests with daily updates" heads={UPDATE_HEADS}>
              {list.items.map(({ id, name, verdict, seen, next_end_date: next, valid }) => (
                <Table.Row key={id}>
                  <Table.RowHeaderCell>{name}</Table.RowHeaderCell>
                  <Table.Cell>{verdict.replaceAll("-", " ")}</Table.Cell>
                  <Table.Cell>{seen === null ? "never" : showDate(seen)}</Table.Cell>
                  <Table.Cell>{next === null ? "–" : showDate(next)}</Table.Cell>
                  <Table.Cell>{valid ? "yes" : "no"}</Table.Cell>
                </Table.Row>
              ))}
            </HeadedTable>
          )}
          <Pager
            label="Pages of daily updates"
            page={list.page}
            total={list.total}
            size={list.page_size}
            onPage={setPage}
          />
        </>
      )}
    </section>
  );
}
