import { Button } from "@radix-ui/themes";
import { memo, useEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Icon } from "../ui/icons.tsx";
import type { IconName } from "../ui/icons.tsx";
import { areaOf, HEADER, only } from "./grid/cells.ts";
import type { Cell, Selection } from "./grid/cells.ts";
import { Grid } from "./grid/Grid.tsx";
import { ColumnsMenu } from "./grid/ColumnsMenu.tsx";
import { keepLayout, keptLayout } from "./grid/kept-layouts.ts";
import { shownColumns, startLayout } from "./grid/layout.ts";
import type { Layout } from "./grid/layout.ts";
import { InsightsButton } from "./Insights.tsx";
import { DensityButton, SearchField } from "./RowsBar.tsx";
import { lazily } from "../ui/lazily.tsx";
import type { ConditionEdit } from "./grid/Conditions.tsx";
import { useGroups } from "./groups.ts";
import { useRows, useSpan } from "./load-rows.ts";
import { filterQuery, isFiltered, orderFor, rowsQuery } from "./rows-order.ts";
import type { RowsOrder } from "./rows-order.ts";
import type { NewFilter } from "../state/slices/waiting-filter.ts";
import { useHistory } from "./run-history.ts";
import type { ShownRun } from "./shown-run.ts";
import { useStatistics } from "./statistics.ts";
import { showCount } from "../ui/values.ts";
import { withRowsWork } from "./with-rows-work.ts";
import "./result-view.css";
// Before the panels themselves: what waits for one has its place.
import "./panels/result-panel.css";

/** As wide as what comes. */
const WAITING = <aside className="result-panel" />;
const CellPanel = lazily(async () => ({ default: (await import("./panels/CellPanel.tsx")).CellPanel }), WAITING);
const NotesPanel = lazily(async () => ({ default: (await import("./panels/NotesPanel.tsx")).NotesPanel }), WAITING);
const StatisticsPanel = lazily(
  async () => ({ default: (await import("./panels/StatisticsPanel.tsx")).StatisticsPanel }),
  WAITING,
);
const NoRows = lazily(async () => ({ default: (await import("./NoRows.tsx")).NoRows }));
const DownloadShown = lazily(() => import("./DownloadShown.tsx"));
const Gallery = lazily(async () => ({ default: (await import("./gallery/Gallery.tsx")).Gallery }));
const Conditions = lazily(async () => ({ default: (await import("./grid/Conditions.tsx")).Conditions }));
const DifferencePanel = lazily(
  async () => ({ default: (await import("./panels/DifferencePanel.tsx")).DifferencePanel }),
  WAITING,
);
const WhyNotPanel = lazily(async () => ({ default: (await import("./panels/WhyNotPanel.tsx")).WhyNotPanel }), WAITING);

const GroupsPanel = lazily(async () => ({ default: (await import("./panels/GroupsPanel.tsx")).GroupsPanel }), WAITING);

type PanelKind = "groups" | "cell" | "why-not" | "statistics" | "difference" | "notes";

interface ResultViewProps {
  readonly run: ShownRun;
  /** The id of the request, under which its layout is kept; null while it has none. */
  readonly request: string | null;
  readonly dimmed: boolean;
  readonly order: RowsOrder;
  readonly onOrder: (order: RowsOrder) => void;
  /** Adds a filter to the request; why that cannot be, else null. Itself null in the builder, whose request is open. */
  readonly onNewFilter: ((filter: NewFilter) => string | null) | null;
  /** A preview has no earlier run to be compared with. */
  readonly preview: boolean;
}

/** The column that is explained: of a label, which needs no explanation, the whole row. */
const explainedPlace = (place: number | undefined, label: number): number =>
  place === undefined || place === label ? 0 : place;

/** Where Date beside Symbol would leave no room for a third column. */
const isPhone = (): boolean => matchMedia("(max-width: 719px)").matches;

const BUTTONS: readonly { readonly kind: PanelKind; readonly label: string; readonly icon: IconName }[] = [
  { kind: "why-not", label: "Why not?", icon: "question" },
  { kind: "difference", label: "Difference", icon: "difference" },
  { kind: "notes", label: "Notes", icon: "info" },
];

/** The rows of a finished run with everything one asks of them; a panel beside them answers. */
export const ResultView = memo(function ResultView(props: ResultViewProps): ReactNode {
  const { run, request, dimmed, order: wantedOrder, onOrder, onNewFilter, preview } = props;
  const order = orderFor(wantedOrder, run);
  const [span, onWindow] = useSpan();
  const { row, total, error, seen, security, labelled } = useRows(run, order, span.first, span.last);
  const [withLabels, setWithLabels] = useState(false);
  const label = run.columns.length - 1;
  const orderNames = [...order.where, ...order.sort].map(({ name }) => name);
  const hasLabels = labelled || withLabels || orderNames.includes(run.columns[label]?.name ?? "");
  const columns = hasLabels ? run.columns : run.status.columns;
  const [changed, setChanged] = useState<{ readonly request: string | null; readonly layout: Layout } | null>(null);
  const first = columns
    .slice(0, 2)
    .map(({ name }) => name)
    .join("\n");
  const kept = useMemo(
    () => (request === null ? null : keptLayout(request)) ?? startLayout(columns, isPhone()),
    // Of columns it takes the first two, and another list that begins with them needs no other layout.
    // oxlint-disable-next-line react/exhaustive-deps
    [request, first],
  );
  // Another request may have been opened in the same place.
  const layout = changed?.request === request ? changed.layout : kept;
  const shown = shownColumns(columns, layout);
  const [selection, setSelection] = useState<Selection | null>(null);
  const [panel, setPanel] = useState<PanelKind | null>(null);
  // Counts up each time a panel is to take the focus.
  const [focus, setFocus] = useState<number | null>(null);
  const [spread, setSpread] = useState(false);
  const [place, setPlace] = useState(0);
  const [charts, setCharts] = useState(false);
  const view = useRef<HTMLDivElement>(null);
  const whichRows = { ...filterQuery(order, columns), ...(hasLabels ? { labels: "true" } : {}) };
  const statistics = useStatistics(run, whichRows, spread || panel === "statistics");
  const [by, setBy] = useState("");
  const groups = useGroups(run, by, order, panel === "groups");
  const history = useHistory(run, !preview && panel === "difference");
  const rows = total ?? (isFiltered(order) ? 0 : (run.status.rows ?? 0));
  const [edit, setEdit] = useState<ConditionEdit | null>(null);

  const open = (kind: PanelKind, entered: boolean): void => {
    setPanel(kind);
    setFocus(entered ? (focus ?? 0) + 1 : null);
  };
  const focusGrid = (): void => view.current?.querySelector<HTMLElement>("[role=grid], .gallery-tiles")?.focus();
  const close = (): void => {
    setPanel(null);
    focusGrid();
  };
  const copy = (): void => {
    if (selection === null || selection.anchor.row === HEADER || selection.active.row === HEADER) return;
    const area = areaOf(selection);
    const places = shown.slice(area.left, area.right + 1);
    void withRowsWork(({ copyRows }) => copyRows(run.id, rowsQuery(order, columns), area, { columns, places }));
  };
  const active = selection?.active ?? null;
  const onLabel = (index: number, digit: number): void => {
    const [of, values] = [security(index), row(index)];
    if (of === undefined || values === undefined) return;
    const before = values[label];
    const day = { security: of, date: String(values[1]), label: typeof before === "number" ? before : null };
    void withRowsWork(({ labelRow }) => labelRow(day, digit === 0 ? null : digit));
  };
  const pickRow = (index: number): void => setSelection(only({ row: index, column: 0 }));
  const onLayout = (next: Layout): void => {
    setChanged({ request, layout: next });
    if (request !== null) keepLayout(request, next);
    if (active === null) return;
    // What is selected goes where its column goes.
    const places = shownColumns(columns, next);
    const column = places.indexOf(shown[active.column] ?? 0);
    setSelection(only({ row: active.row, column: column < 0 ? Math.min(active.column, places.length - 1) : column }));
  };
  const explained = panel === "cell" && active !== null ? `${active.row} ${active.column}` : null;
  useEffect(() => {
    // On a narrow screen the panel lies over the lower part of it: what it explains comes above.
    if (explained !== null)
      view.current?.querySelector(".grid .active")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [explained]);
  const common = { focus, onClose: close };
  const newest =
    history.loadable.phase === "ready" ? history.loadable.value.find(({ status }) => status === "Finished") : undefined;
  const added = newest?.difference?.added_rows;
  const marked = panel === "difference" && added ? new Set(added.map(({ symbol, date }) => `${symbol} ${date}`)) : null;

  return (
    <div className="result-view" ref={view}>
      <div className="result-view-bar" role="toolbar" aria-label="Rows">
        <SearchField search={order.search} onSearch={(search) => onOrder({ ...order, search })} />
        <span className="how-many" role="status">
          {isFiltered(order) && total !== null && `${showCount(total)} of ${showCount(run.status.rows ?? 0)} rows`}
        </span>
        {!preview && rows > 0 && (isFiltered(order) || order.sort.length > 0) && (
          <DownloadShown id={run.id} query={rowsQuery(order, columns)} rows={rows} />
        )}
        <Button
          size="1"
          variant={spread ? "solid" : "soft"}
          color={spread ? "blue" : "gray"}
          aria-pressed={spread}
          onClick={() => setSpread(!spread)}
        >
          <Icon name="spread" size={14} /> Statistics
        </Button>
        <Button
          size="1"
          variant={charts ? "solid" : "soft"}
          color={charts ? "blue" : "gray"}
          aria-pressed={charts}
          onClick={() => setCharts(!charts)}
        >
          <Icon name="chart" size={14} /> Charts
        </Button>
        <InsightsButton />
        <DensityButton />
        <ColumnsMenu
          columns={columns}
          layout={layout}
          onLayout={onLayout}
          onLabels={hasLabels ? null : () => setWithLabels(true)}
        />
        {BUTTONS.filter(({ kind }) => !(preview && kind === "difference")).map(({ kind, label, icon }) => (
          <Button
            key={kind}
            size="1"
            variant={panel === kind ? "solid" : "soft"}
            color={panel === kind ? "blue" : "gray"}
            aria-expanded={panel === kind}
            onClick={() => (panel === kind ? close() : open(kind, true))}
          >
            <Icon name={icon} size={14} /> {label}
            {kind === "notes" && run.status.notes.length > 0 && ` (${run.status.notes.length})`}
          </Button>
        ))}
      </div>
      {(order.where.length > 0 || edit !== null) && (
        <Conditions
          columns={columns}
          where={order.where}
          onWhere={(where) => onOrder({ ...order, where })}
          edit={edit}
          onEdit={(next) => {
            setEdit(next);
            if (next === null) focusGrid();
          }}
          label={label}
          onNewFilter={onNewFilter}
        />
      )}
      <div className="result-view-split">
        <div className="result-view-rows">
          {rows === 0 && (total !== null || run.status.rows === 0) ? (
            <NoRows run={run} order={order} onOrder={onOrder} />
          ) : charts ? (
            <Gallery
              run={run}
              query={rowsQuery(order, columns)}
              total={rows}
              active={Math.max(0, active?.row ?? 0)}
              onActive={pickRow}
              onOpen={(index, entered) => {
                pickRow(index);
                open("cell", entered);
              }}
              onEscape={close}
              onWindow={onWindow}
            />
          ) : (
            <Grid
              columns={columns}
              total={rows}
              row={row}
              seen={seen}
              label={preview ? "Rows of the preview" : "Rows of the run"}
              dimmed={dimmed}
              sort={order.sort}
              where={order.where}
              onSort={(sort) => onOrder({ ...order, sort })}
              onFilter={(name) => setEdit({ name, at: null })}
              onGroup={(name) => {
                setBy(name);
                open("groups", true);
              }}
              onUnfilter={(name) => onOrder({ ...order, where: order.where.filter((one) => one.name !== name) })}
              layout={layout}
              onLayout={onLayout}
              statistics={
                !spread ? undefined : statistics.loadable.phase === "ready" ? statistics.loadable.value : null
              }
              onStatistics={(column) => {
                setPlace(column);
                open("statistics", true);
              }}
              selection={selection}
              onSelect={setSelection}
              onOpen={(_cell: Cell, entered) => open("cell", entered)}
              onCopy={copy}
              onLabel={onLabel}
              onEscape={close}
              onWindow={onWindow}
              marked={marked}
            />
          )}
          {error !== null && <p role="alert">{error}</p>}
        </div>
        {panel === "cell" && active !== null && active.row !== HEADER && (
          <CellPanel run={run} row={row(active.row)} place={explainedPlace(shown[active.column], label)} {...common} />
        )}
        {panel === "why-not" && <WhyNotPanel run={run} {...common} />}
        {panel === "statistics" && (
          <StatisticsPanel statistics={statistics} place={place} onPlace={setPlace} {...common} />
        )}
        {panel === "groups" && (
          <GroupsPanel
            columns={columns}
            shown={shown.flatMap((place) => columns[place]?.name ?? [])}
            groups={groups}
            by={by}
            onBy={setBy}
            order={order}
            onOrder={onOrder}
            {...common}
          />
        )}
        {panel === "difference" && (
          <DifferencePanel
            history={history}
            onFind={(symbol, date) => {
              onOrder({ ...order, search: `${symbol} ${date}` });
              setSelection(only({ row: 0, column: 0 }));
            }}
            {...common}
          />
        )}
        {panel === "notes" && <NotesPanel run={run} {...common} />}
      </div>
    </div>
  );
});
