import { DropdownMenu, IconButton } from "@radix-ui/themes";
import type { CSSProperties, PointerEvent, ReactNode } from "react";
import type { ColumnStatistics } from "../../../contract/index.ts";
import { Icon } from "../../ui/icons.tsx";
import { Sparkline, spreadText } from "../Sparkline.tsx";
import type { Column } from "./layout.ts";
import { WIDTH } from "./layout.ts";

export interface ColumnActions {
  readonly onSort: (sort: number | null, descending: boolean) => void;
  readonly onPin: (name: string) => void;
  /** Null is the usual width. */
  readonly onWidth: (name: string, width: number | null) => void;
  readonly onStatistics: (place: number) => void;
  readonly onHide: (name: string) => void;
  readonly onMove: (name: string, step: 1 | -1) => void;
  /** Another column was dropped onto one: it comes before it. */
  readonly onDrop: (name: string, before: string) => void;
}

interface HeaderCellProps extends ColumnActions {
  readonly id: string;
  readonly column: Column;
  /** Among the columns of the answer. */
  readonly place: number;
  /** Among those on screen, from 1. */
  readonly shownAt: number;
  readonly isOnly: boolean;
  readonly canMove: (step: 1 | -1) => boolean;
  readonly width: number;
  readonly style: CSSProperties;
  readonly pinned: boolean;
  readonly active: boolean;
  readonly sorted: "ascending" | "descending" | null;
  /** Undefined where statistics are not shown, null until they have come. */
  readonly statistics: ColumnStatistics | null | undefined;
  readonly menuOpen: boolean;
  readonly onMenu: (open: boolean) => void;
  readonly onFocusBack: () => void;
}

/** What is dragged from one header to another: the name of a column. */
const DRAGGED = "application/x-scanbook-column";

/** Up, down, and back to the order of the output. */
export function nextSort(sorted: HeaderCellProps["sorted"], place: number): readonly [number | null, boolean] {
  if (sorted === null) return [place, false];
  return sorted === "ascending" ? [place, true] : [null, false];
}

/** A column's name, order, spread and menu; its right edge draws its width. */
export function HeaderCell(props: HeaderCellProps): ReactNode {
  const { id, column, place, width, style, pinned, active, sorted, statistics, onSort, onWidth, onDrop } = props;
  const classes = [column.type === "number" ? "number" : "", pinned ? "stays" : "", active ? "active" : ""];
  const onEdge = (event: PointerEvent<HTMLSpanElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left } = event.currentTarget.parentElement?.getBoundingClientRect() ?? { left: event.clientX - width };
    onWidth(column.name, event.clientX - left);
  };
  return (
    <div
      role="columnheader"
      id={id}
      className={classes.filter(Boolean).join(" ")}
      style={style}
      aria-colindex={props.shownAt}
      aria-sort={sorted ?? "none"}
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
        if (target.closest("button, .edge") === null) onSort(...nextSort(sorted, place));
      }}
    >
      <span className="label">
        <span className="name">{column.name}</span>
        {column.outcome && <small>Outcome</small>}
        {sorted !== null && <Icon name={sorted === "ascending" ? "up" : "down"} size={12} />}
        <ColumnMenu {...props} />
      </span>
      {statistics !== undefined && (
        <span className="spread" title={statistics === null ? undefined : spreadText(statistics)}>
          {statistics !== null && <Sparkline column={statistics} height={24} />}
        </span>
      )}
      <span
        className="edge"
        aria-hidden="true"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onEdge}
        onDoubleClick={() => onWidth(column.name, null)}
      />
    </div>
  );
}

function ColumnMenu(props: HeaderCellProps): ReactNode {
  const { column, place, width, pinned, sorted, menuOpen, onMenu, onFocusBack, onSort, onPin, onWidth } = props;
  const { name } = column;
  return (
    <DropdownMenu.Root open={menuOpen} onOpenChange={onMenu}>
      <DropdownMenu.Trigger>
        <IconButton size="1" variant="ghost" color="gray" tabIndex={-1} aria-label={`Column ${column.name}`}>
          <Icon name="more" size={12} />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="start"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onFocusBack();
        }}
      >
        <DropdownMenu.Item onSelect={() => onSort(place, false)}>Sort ascending</DropdownMenu.Item>
        <DropdownMenu.Item onSelect={() => onSort(place, true)}>Sort descending</DropdownMenu.Item>
        <DropdownMenu.Item disabled={sorted === null} onSelect={() => onSort(null, false)}>
          Original order
        </DropdownMenu.Item>
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={() => onPin(column.name)}>
          {pinned ? "Unpin" : "Pin to the left"}
        </DropdownMenu.Item>
        <DropdownMenu.Item disabled={!props.canMove(-1)} onSelect={() => props.onMove(name, -1)}>
          Move left
        </DropdownMenu.Item>
        <DropdownMenu.Item disabled={!props.canMove(1)} onSelect={() => props.onMove(name, 1)}>
          Move right
        </DropdownMenu.Item>
        <DropdownMenu.Item disabled={props.isOnly} onSelect={() => props.onHide(name)}>
          Hide
        </DropdownMenu.Item>
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={() => onWidth(column.name, width + 4 * WIDTH.step)}>Wider</DropdownMenu.Item>
        <DropdownMenu.Item onSelect={() => onWidth(column.name, width - 4 * WIDTH.step)}>Narrower</DropdownMenu.Item>
        <DropdownMenu.Item onSelect={() => onWidth(column.name, null)}>Usual width</DropdownMenu.Item>
        <DropdownMenu.Separator />
        <DropdownMenu.Item onSelect={() => props.onStatistics(place)}>Statistics</DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
