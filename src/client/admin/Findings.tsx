import { Button, SegmentedControl, Table } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import type { AnswerOf } from "../../contract/index.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { Pager } from "../ui/Pager.tsx";
import { showDate } from "../ui/values.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { confirmed } from "../state/slices/confirm.ts";
import { showToast } from "../state/slices/toast.ts";
import { barWords, showNumbersIn } from "./bar-text.ts";
import { HeadedTable } from "./HeadedTable.tsx";
import { RestateDialog } from "./RestateDialog.tsx";
import "./doubtful.css";

type Finding = AnswerOf<"marketFindings">["items"][number];
type Verdict = "accept" | "exclude" | "reopen";

const DONE: Readonly<Record<Verdict, string>> = {
  accept: "Accepted",
  exclude: "The bar is left out from this snapshot on",
  reopen: "It is open again",
};

const STATES = ["open", "accepted"] as const;
const HEADS = ["Symbol", "Date", "Kind", "Seen and expected", "Bar as traded", "What to do"] as const;

/** What the check of the market doubts, and what becomes of it. */
export function Findings(): ReactNode {
  const [state, setState] = useState<(typeof STATES)[number]>("open");
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState<string | null>(null);
  const [restated, setRestated] = useState<Finding | null>(null);
  const query = useRoute("marketFindings", { query: { state, page, page_size: 20 } });
  const list = query.value;
  const settle = async (finding: Finding, verdict: Verdict): Promise<void> => {
    const { symbol, date, kind } = finding;
    const bar = barWords(finding.bar);
    if (verdict === "exclude") {
      const question = {
        title: "Leave this bar out?",
        text: `New runs will not have the bar of ${symbol} on ${showDate(date)}${bar === null ? "" : ` (${bar.prices}, ${bar.volume})`}. An import that brings the same bar leaves it out as well; one that brings another takes that.`,
        action: "Exclude",
      };
      if ((await confirmed(question)) === null) return;
    }
    setBusy(keyOf(finding));
    const answer = await call("settleFinding", { body: { symbol, date, kind, verdict } });
    setBusy(null);
    if (!answer.ok) return showToast(messageOf(answer.error), "error");
    showToast(DONE[verdict]);
    query.again();
  };
  return (
    <section aria-labelledby="findings">
      <header>
        <h2 id="findings">Doubtful data</h2>
        <SegmentedControl.Root
          size="1"
          value={state}
          aria-label="State of findings"
          onValueChange={(value) => {
            setState(value === "accepted" ? "accepted" : "open");
            setPage(1);
          }}
        >
          <SegmentedControl.Item value="open">Open</SegmentedControl.Item>
          <SegmentedControl.Item value="accepted">Accepted</SegmentedControl.Item>
        </SegmentedControl.Root>
      </header>
      <LoadState loaded={query} height="120px" doing="Reading what the check found" />
      {list !== null && query.error === null && (
        <>
          {list.items.length === 0 ? (
            <p className="none">{emptyText(list.checked, state)}</p>
          ) : (
            <HeadedTable label="Findings" heads={HEADS} className="doubtful">
              {list.items.map((finding) => (
                <Row
                  key={keyOf(finding)}
                  finding={finding}
                  busy={busy === keyOf(finding)}
                  onSettle={(verdict) => void settle(finding, verdict)}
                  onRestate={() => setRestated(finding)}
                />
              ))}
            </HeadedTable>
          )}
          <Pager label="Pages of findings" page={list.page} total={list.total} size={list.page_size} onPage={setPage} />
        </>
      )}
      {restated !== null && <RestateDialog finding={restated} onDone={query.again} onClose={() => setRestated(null)} />}
    </section>
  );
}

const keyOf = ({ symbol, date, kind }: Finding): string => `${symbol} ${date} ${kind}`;

function emptyText(checked: boolean, state: (typeof STATES)[number]): string {
  if (!checked) return "This market was not checked. The next import checks it.";
  return state === "open" ? "Nothing is doubted." : "Nothing was accepted.";
}

function Row({
  finding,
  busy,
  onSettle,
  onRestate,
}: {
  readonly finding: Finding;
  readonly busy: boolean;
  readonly onSettle: (verdict: Verdict) => void;
  readonly onRestate: () => void;
}): ReactNode {
  const { symbol, date, kind, seen, expected, bar, of_bar: ofBar, state } = finding;
  const name = kind.replaceAll("-", " ");
  const of = `${name} of ${symbol} on ${showDate(date)}`;
  const words = barWords(bar);
  return (
    <Table.Row>
      <Table.RowHeaderCell>{symbol}</Table.RowHeaderCell>
      <Table.Cell>{showDate(date)}</Table.Cell>
      <Table.Cell>{name}</Table.Cell>
      <Table.Cell className="lines">
        {showNumbersIn(seen)}
        <small>expected: {showNumbersIn(expected)}</small>
      </Table.Cell>
      <Table.Cell className="lines">
        {words === null ? "–" : words.prices}
        {words !== null && <small>{words.volume}</small>}
      </Table.Cell>
      <Table.Cell>
        <div className="verdicts">
          {state === "open" ? (
            <Button
              size="1"
              variant="soft"
              loading={busy}
              aria-label={`Accept ${of}`}
              onClick={() => onSettle("accept")}
            >
              Accept
            </Button>
          ) : (
            <Button
              size="1"
              variant="soft"
              loading={busy}
              aria-label={`Open ${of} again`}
              onClick={() => onSettle("reopen")}
            >
              Open again
            </Button>
          )}
          {ofBar && (
            <>
              <Button
                size="1"
                variant="soft"
                color="red"
                disabled={busy}
                aria-label={`Exclude ${of}`}
                onClick={() => onSettle("exclude")}
              >
                Exclude
              </Button>
              <Button size="1" variant="soft" disabled={busy} aria-label={`Restate ${of}`} onClick={onRestate}>
                Restate
              </Button>
            </>
          )}
        </div>
      </Table.Cell>
    </Table.Row>
  );
}
