import { Button } from "@radix-ui/themes";
import { memo, useCallback, useId, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { cardState, deleteAll, deleteRow, deletionText, goAlong, paging } from "../../request/index.ts";
import { screenText } from "../../vocabulary/index.ts";
import { Pager } from "../ui/Pager.tsx";
import { builder, change, undo } from "../state/slices/builder.ts";
import { confirmed } from "../state/slices/confirm.ts";
import { display } from "../state/slices/display.ts";
import { showToast } from "../state/slices/toast.ts";
import { rowPath } from "../state/slices/validity.ts";
import { AddedRow } from "./AddedRow.tsx";
import { rowOf } from "./row-facts.ts";
import type { CardPlace } from "./submit-card.ts";
import { useContent, useEditing, useJudged } from "./use-request.ts";
import { WordingSwitch } from "./WordingSwitch.tsx";
import "./added.css";

interface AddedTableProps extends CardPlace {
  /** A table that is only looked at has no buttons. */
  readonly readOnly?: boolean;
  /** The review has one switch for all tables of a side. */
  readonly inReview?: boolean;
}

/** Asks, and deletes a row or all of them; the columns that name it go along. */
async function remove({ side, title }: CardPlace, what: number | "all"): Promise<void> {
  const along = goAlong(builder.state, side, title, what);
  const also = along.length === 1 ? "This column goes too: " : `These ${along.length} columns go too: `;
  const question = {
    title: what === "all" ? "Delete all" : "Delete",
    text: deletionText(side, what === "all") + (along.length === 0 ? "" : ` ${also}${along.join(", ")}.`),
    action: "Delete",
  };
  if ((await confirmed(question)) === null) return;
  change(`delete ${title.toLowerCase()}`, (now) =>
    what === "all" ? deleteAll(now, side, title) : deleteRow(now, side, title, what),
  );
  showToast(what === "all" ? `All of ${title} deleted` : "Deleted", "success", undo);
}

/** What was added on a card: as words or as fields, with everything that can be done to a row. */
export const AddedTable = memo(function AddedTable(props: AddedTableProps): ReactNode {
  const { side, title, readOnly = false, inReview = false } = props;
  const id = useId();
  const state = useContent();
  const editing = useEditing(side, title);
  const { wording } = useSnapshot(display);
  const { rowErrors, columns } = useJudged();
  const { addedOptions } = cardState(state, side, title);
  const [page, setPage] = useState(1);
  const count = addedOptions.length;
  const pages = paging(count, page);
  const [from, to] = pages === null ? [0, count] : [pages.from, pages.to];
  const shown = Array.from({ length: to - from }, (_, at) => rowOf(state, side, title, from + at) ?? []).flat();
  const ask = useCallback((what: number | "all") => void remove({ side, title }, what), [side, title]);
  return (
    <section className="added" aria-labelledby={`${id}-title`}>
      <header>
        <h4 id={`${id}-title`}>{screenText("added-title", { title })}</h4>
        {count > 0 && (
          <>
            <span className="space" />
            {!inReview && <WordingSwitch about={title} />}
            {!readOnly && (
              <Button
                size="1"
                variant="ghost"
                color="gray"
                aria-label={`${screenText("delete-all")}: ${title}`}
                onClick={() => ask("all")}
              >
                {screenText("delete-all")}
              </Button>
            )}
          </>
        )}
      </header>
      {count === 0 ? (
        <p className="empty">{screenText("added-none", { title: title.toLowerCase() })}</p>
      ) : (
        <table aria-labelledby={`${id}-title`}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Number</th>
              <th scope="col">Entry</th>
              <th scope="col">Known</th>
              {!readOnly && <th scope="col">Actions</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <AddedRow
                key={row.index}
                side={side}
                title={title}
                row={row}
                wording={wording}
                item={addedOptions[row.index]?.addedItem ?? null}
                columns={columns}
                editing={row.index === editing}
                error={rowErrors[rowPath(side, title, row.index)] ?? null}
                readOnly={readOnly}
                onDelete={ask}
              />
            ))}
          </tbody>
        </table>
      )}
      <Pager label={`Pages: ${screenText("added-title", { title })}`} total={count} page={page} onPage={setPage} />
    </section>
  );
});
