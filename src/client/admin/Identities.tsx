import { Button, SegmentedControl, Table } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import type { AnswerOf } from "../../contract/index.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { Pager } from "../ui/Pager.tsx";
import { call, messageOf } from "../state/queries/calls.ts";
import { showDatesIn } from "../ui/values.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { confirmed } from "../state/slices/confirm.ts";
import { showToast } from "../state/slices/toast.ts";
import { HeadedTable } from "./HeadedTable.tsx";
import "./doubtful.css";

type Conflict = AnswerOf<"marketIdentities">["items"][number];

const HEADS = ["Symbols", "Kind", "What the sources say", "What is right"] as const;

/** What an answer is called; the others are ids or symbols. */
const ANSWERS: Readonly<Record<string, string>> = { one: "One security", apart: "Two securities" };

/** Where sources contradict each other in who a symbol is, and what is right. */
export function Identities(): ReactNode {
  const [state, setState] = useState<"open" | "settled">("open");
  const [page, setPage] = useState(1);
  const [busy, setBusy] = useState<string | null>(null);
  const query = useRoute("marketIdentities", { query: { state, page, page_size: 20 } });
  const list = query.value;
  const settle = async ({ key, seen }: Conflict, answer: string | null): Promise<void> => {
    if (answer !== null) {
      const question = {
        title: `${ANSWERS[answer] ?? answer}?`,
        text: `${seen}. New runs read the market with this answer, also after the next imports, until you open it again.`,
        action: "Settle",
      };
      if ((await confirmed(question)) === null) return;
    }
    setBusy(key);
    const answered = await call("settleIdentity", { body: { key, answer } });
    setBusy(null);
    if (!answered.ok) return showToast(messageOf(answered.error), "error");
    showToast(answer === null ? "It is open again" : "Settled from this snapshot on");
    query.again();
  };
  return (
    <section aria-labelledby="identities">
      <header>
        <h2 id="identities">Who a symbol is</h2>
        <SegmentedControl.Root
          size="1"
          value={state}
          aria-label="State of contradictions"
          onValueChange={(value) => {
            setState(value === "settled" ? "settled" : "open");
            setPage(1);
          }}
        >
          <SegmentedControl.Item value="open">Open</SegmentedControl.Item>
          <SegmentedControl.Item value="settled">Settled</SegmentedControl.Item>
        </SegmentedControl.Root>
      </header>
      <LoadState loaded={query} height="80px" doing="Reading contradictions of identifiers" />
      {list !== null && query.error === null && (
        <>
          {list.items.length === 0 ? (
            <p className="none">
              {state === "open" ? "No source contradicts another in who a symbol is." : "Nothing was settled."}
            </p>
          ) : (
            <HeadedTable label="Contradictions of identifiers" heads={HEADS} className="doubtful">
              {list.items.map((conflict) => (
                <Row
                  key={conflict.key}
                  conflict={conflict}
                  busy={busy === conflict.key}
                  onSettle={(answer) => void settle(conflict, answer)}
                />
              ))}
            </HeadedTable>
          )}
          <Pager
            label="Pages of contradictions"
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

function Row({
  conflict: { symbols, kind, seen, meanwhile, choices, answer },
  busy,
  onSettle,
}: {
  readonly conflict: Conflict;
  readonly busy: boolean;
  readonly onSettle: (answer: string | null) => void;
}): ReactNode {
  return (
    <Table.Row>
      <Table.RowHeaderCell>{symbols.join(", ")}</Table.RowHeaderCell>
      <Table.Cell>{kind.replaceAll("-", " ")}</Table.Cell>
      <Table.Cell className="lines">
        {showDatesIn(seen)}
        <small>{answer === "" ? `until it is settled: ${meanwhile}` : `settled: ${ANSWERS[answer] ?? answer}`}</small>
      </Table.Cell>
      <Table.Cell>
        <div className="verdicts">
          {answer === "" ? (
            choices.map((choice) => (
              <Button
                key={choice}
                size="1"
                variant="soft"
                disabled={busy}
                aria-label={`${ANSWERS[choice] ?? choice}: ${seen}`}
                onClick={() => onSettle(choice)}
              >
                {ANSWERS[choice] ?? choice}
              </Button>
            ))
          ) : (
            <Button
              size="1"
              variant="soft"
              loading={busy}
              aria-label={`Open again: ${seen}`}
              onClick={() => onSettle(null)}
            >
              Open again
            </Button>
          )}
        </div>
      </Table.Cell>
    </Table.Row>
  );
}
