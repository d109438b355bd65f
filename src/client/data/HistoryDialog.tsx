import { Badge, Button, Flex, Skeleton, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import type { AnswerOf } from "../../contract/index.ts";
import { LIMITS } from "../../vocabulary/index.ts";
import { showCount, showDate } from "../ui/values.ts";
import { showMoment } from "../ui/dates.ts";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import { Pager } from "../ui/Pager.tsx";
import { ReadDialog } from "../ui/ReadDialog.tsx";
import { lookAfter } from "../state/queries/stream.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { statusColour } from "./item.ts";
import type { RequestItem } from "./item.ts";
import "./history.css";

type Updates = AnswerOf<"requestUpdates">;
type Update = Updates["items"][number];
type Rows = NonNullable<Update["difference"]>["added_rows"];

const CAUSES: Readonly<Record<Update["cause"], string>> = {
  user: "Run by you",
  daily_update: "Daily update",
  admin: "Run by an administrator",
};
/** Rows of a difference that are shown before one asks for all. */
const MAX_SHOWN = 12;

/** The runs of a request, newest first, each with the rows that are new and gone. */
export function HistoryDialog({
  item,
  onClose,
}: {
  readonly item: RequestItem;
  readonly onClose: () => void;
}): ReactNode {
  const [page, setPage] = useState(1);
  const {
    value: answer,
    error,
    again,
  } = useRoute(
    "requestUpdates",
    { params: { id: item.id }, query: { page, page_size: LIMITS.pageRows } },
    ({ items }) => items.some(({ status }) => status === "Pending" || status === "Running"),
    lookAfter,
  );
  return (
    <ReadDialog
      title={`History of ${item.name}`}
      about={
        item.request.data_updates
          ? "Runs again after every new session; each run shows which rows are new and which are gone."
          : "Daily updates are off. Each run shows which rows are new and which are gone since the one before."
      }
      width={720}
      onClose={onClose}
    >
      <LoadFailure error={error} again={again} />
      <ol className="history" aria-busy={answer === null && error === null}>
        {answer === null && error === null && [1, 2, 3].map((one) => <Skeleton key={one} height="56px" mb="2" />)}
        {answer?.items.map((update) => (
          <Run key={update.run} update={update} />
        ))}
      </ol>
      {answer !== null && <Pager label="Pages of the history" page={page} total={answer.total} onPage={setPage} />}
    </ReadDialog>
  );
}

function Run({ update }: { readonly update: Update }): ReactNode {
  const { status, cause, created_at, rows, market_date, difference, error } = update;
  return (
    <li>
      <Flex gap="3" align="center" wrap="wrap">
        <Badge color={statusColour(status)}>{status}</Badge>
        <strong>{showMoment(created_at)}</strong>
        <span>{CAUSES[cause]}</span>
        {rows !== null && <span>{showCount(rows)} rows</span>}
        {market_date !== null && <span className="quiet">data to {showDate(market_date)}</span>}
      </Flex>
      {error !== null && (
        <Text as="p" size="2" color="red">
          {error.message}
        </Text>
      )}
      {difference === null ? (
        status === "Finished" && (
          <Text as="p" size="1" color="gray">
            Nothing to compare with.
          </Text>
        )
      ) : (
        <div className="history-difference">
          <Changed sign="+" word="new" count={difference.added} rows={difference.added_rows} />
          <Changed sign="−" word="gone" count={difference.gone} rows={difference.gone_rows} />
        </div>
      )}
    </li>
  );
}

function Changed({
  sign,
  word,
  count,
  rows,
}: {
  readonly sign: string;
  readonly word: string;
  readonly count: number;
  readonly rows: Rows;
}): ReactNode {
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, MAX_SHOWN);
  return (
    <div className={word}>
      <strong>
        {sign}
        {showCount(count)} {word}
      </strong>
      <ul>
        {shown.map(({ symbol, date }) => (
          <li key={`${symbol} ${date}`}>
            {symbol} <span>{showDate(date)}</span>
          </li>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button size="1" variant="ghost" onClick={() => setAll(true)}>
          Show more
        </Button>
      )}
      {all && count > rows.length && <small>The newest {showCount(rows.length)} are kept.</small>}
    </div>
  );
}
