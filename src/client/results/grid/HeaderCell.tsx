import { IconButton } from "@radix-ui/themes";
import { memo, useState } from "react";
import type { PointerEvent, ReactNode } from "react";
import type { ColumnStatistics } from "../../../contract/index.ts";
import { Icon } from "../../ui/icons.tsx";
import { lazily } from "../../ui/lazily.tsx";
import { sortTurned } from "../rows-order.ts";
import type { ColumnActions, ColumnInMenu } from "./column-actions.ts";

const ColumnMenu = lazily(() => import("./ColumnMenu.tsx"));
const ColumnSpread = lazily(() => import("./ColumnSpread.tsx"), <span className="spread" />);

interface HeaderCellProps {
  readonly id: string;
  readonly at: ColumnInMenu;
  readonly does: ColumnActions;
  /** Among those on screen, from 1. */
  readonly shownAt: number;
  /** Where a pinned one stays. */
  readonly left: number | undefined;
  readonly active: boolean;
  /** Undefined where statistics are not shown, null until they have come. */
  readonly statistics: ColumnStatistics | null | undefined;
  readonly menuOpen: boolean;
  /** Opens the menu of a column, or none. */
  readonly onMenu: (name: string | null) => void;
  readonly onFocusBack: () => void;
}

/** What is dragged from one header to another: the name of a column. */
const DRAGGED = "application/x-scanbook-column";

/** A column's name, order, spread and menu; its right edge draws its width. */
export const HeaderCell = memo(function HeaderCell(props: HeaderCellProps): ReactNode {
  const { id, at, does, left, active, statistics } = props;
  const { column, width, pinned, sort, filtered } = at;
  // Most are never opened: until then there is only its button.
  const [used, setUsed] = useState(false);
  if (props.menuOpen && !used) setUsed(true);
  const { onSort, onWidth, onDrop } = does;
  const rank = sort.findIndex(({ name }) => name === column.name);
  const sorted = rank < 0 ? null : sort[rank]?.descending === true ? "descending" : "ascending";
  const classes = [column.type === "number" ? "number" : "", pinned ? "stays" : "", active ? "active" : ""];
  const onEdge = (event: PointerEvent<HTMLSpanElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const edges = event.currentTarget.parentElement?.getBoundingClientRect();
    onWidth(column.name, edges === undefined ? width : event.clientX - edges.left);
  };
  return (
    <div
      role="columnheader"
      id={id}
      className={classes.filter(Boolean).join(" ")}
      style={left === undefined ? undefined : { left }}
      aria-colindex={props.shownAt}
      // Of several, the one that counts most: a grid is sorted by one column as roles have it.
      aria-sort={rank === 0 && sorted !== null ? sorted : "none"}
      title={column.code === "" ? undefined : column.code}
      draggable
      onDragStart={(event) => {
        // Its edge is drawn, not dragged.
        if (event.currentTarget.querySelector(".edge:active") !== null) return event.preventDefault();
        event.dataTransfer.setData(DRAGGED, column.name);
        event.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        const name = event.dataTransfer.getData(DRAGGED);
        if (name !== "") onDrop(name, column.name);
      }}
      onClick={(event) => {
        const { target, currentTarget } = event;
        // What is clicked in the menu comes here too, though it stands elsewhere in the page.
        if (!(target instanceof Element) || !currentTarget.contains(target)) return;
        if (target.closest("button, .edge") === null) onSort(sortTurned(sort, column, event.shiftKey));
      }}
      // Shift and a click would select text.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
    >
      <span className="label">
        <span className="name">{column.name}</span>
        {column.outcome && <small>Outcome</small>}
        {filtered && (
          <span className="mark" title="Only some of its values are shown">
            <Icon name="filter" size={11} />
            <span className="visually-hidden">filtered</span>
          </span>
        )}
        {sorted !== null && (
          <span className="mark">
            <Icon name={sorted === "ascending" ? "up" : "down"} size={12} />
            {sort.length > 1 && (
              <>
                {rank + 1}
                <span className="visually-hidden">, {sorted}</span>
              </>
            )}
          </span>
        )}
        {used ? (
          <ColumnMenu
            at={at}
            does={does}
            open={props.menuOpen}
            onOpen={(open) => props.onMenu(open ? column.name : null)}
            onFocusBack={props.onFocusBack}
          />
        ) : (
          <IconButton
            size="1"
            variant="ghost"
            color="gray"
            tabIndex={-1}
            aria-label={`Column ${column.name}`}
            aria-haspopup="menu"
            onClick={() => props.onMenu(column.name)}
          >
            <Icon name="more" size={12} />
          </IconButton>
        )}
      </span>
      {statistics !== undefined && <ColumnSpread statistics={statistics} />}
      <span
        className="edge"
        aria-hidden="true"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onEdge}
        onDoubleClick={() => onWidth(column.name, null)}
      />
    </div>
  );
});
