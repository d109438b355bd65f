import { SegmentedControl, Select } from "@radix-ui/themes";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { StatusAnswer, StudyAnswer } from "../../contract/index.ts";
import { STUDY_FEW_ROWS, STUDY_GRID_PARTS, apartFrom } from "../../vocabulary/index.ts";
import type { StudyGridParts } from "../../vocabulary/index.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { showCount } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";
import { showOutcome, showSpan } from "./outcome-text.ts";
import { useFilters } from "./use-filters.ts";
import "./study-grid.css";

interface StudyGridProps {
  readonly status: StatusAnswer;
  readonly study: StudyAnswer;
  readonly base: number | null;
  /** The outcome. */
  readonly column: ShownColumn;
}

/** Two columns that are known in time, crossed: a cell that is pressed becomes two filters of the request. */
export function StudyGrid({ status, study, base, column }: StudyGridProps): ReactNode {
  const known = study.columns.filter(({ place }) => status.columns[place]?.outcome === false);
  const [chosen, setChosen] = useState<{ readonly across: number; readonly down: number } | null>(null);
  const [parts, setParts] = useState<StudyGridParts>(3);
  const { across = known[0]?.place, down = known[1]?.place } = chosen ?? {};
  if (across === undefined || down === undefined) return null;
  return (
    <section className="study-part" aria-labelledby="study-grid">
      <h2 id="study-grid">Two columns at once</h2>
      <p className="study-note">
        The mean of the rows in each part of both; under it, how many they are. A cell makes two filters. Bold: the 95%
        interval lies off the base rate. Grey: fewer than {STUDY_FEW_ROWS} rows.
      </p>
      <div className="study-choices">
        <Place
          label="Across"
          of={known}
          status={status}
          value={across}
          onPlace={(to) => setChosen({ across: to, down })}
        />
        <Place label="Down" of={known} status={status} value={down} onPlace={(to) => setChosen({ across, down: to })} />
        <SegmentedControl.Root
          size="1"
          aria-label="Parts of both columns"
          value={String(parts)}
          onValueChange={(value) => setParts(STUDY_GRID_PARTS.find((count) => String(count) === value) ?? 3)}
        >
          {STUDY_GRID_PARTS.map((count) => (
            <SegmentedControl.Item key={count} value={String(count)}>
              {count} by {count}
            </SegmentedControl.Item>
          ))}
        </SegmentedControl.Root>
      </div>
      <Cells {...{ status, study, base, column, across, down, parts }} />
    </section>
  );
}

function Place({
  label,
  of,
  status,
  value,
  onPlace,
}: {
  readonly label: string;
  readonly of: StudyAnswer["columns"];
  readonly status: StatusAnswer;
  readonly value: number;
  readonly onPlace: (place: number) => void;
}): ReactNode {
  const id = useId();
  return (
    <span className="study-outcome">
      <label htmlFor={id}>{label}</label>
      <Select.Root value={String(value)} onValueChange={(place) => onPlace(Number(place))}>
        <Select.Trigger id={id} />
        <Select.Content position="popper">
          {of.map(({ place }) => (
            <Select.Item key={place} value={String(place)}>
              {status.columns[place]?.name}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
    </span>
  );
}

interface CellsProps extends StudyGridProps {
  readonly across: number;
  readonly down: number;
  readonly parts: StudyGridParts;
}

function Cells({ status, study, base, column, across, down, parts }: CellsProps): ReactNode {
  const query = { outcome: String(study.outcome), across: String(across), down: String(down), parts: String(parts) };
  const grid = useRoute("studyGrid", { params: { id: status.id }, query });
  const filter = useFilters(status);
  const barsOf = (place: number) =>
    study.columns.find((one) => one.place === place)?.parts.find(({ count }) => count === parts)?.bars ?? [];
  const [columns, lines] = [barsOf(across), barsOf(down)];
  const nameOf = (place: number): string => status.columns[place]?.name ?? "";
  const span = (place: number, bar: { readonly from: number; readonly to: number }): string => {
    const of = status.columns[place];
    return of === undefined ? "" : showSpan(bar, of);
  };
  const { value } = grid;
  if (value === null || value.across !== across || value.down !== down || value.parts !== parts)
    return <LoadState loaded={grid} height="160px" doing="Crossing the two columns" />;
  const middle = base ?? study.figures.mean ?? 0;
  const furthest = Math.max(...value.cells.map(({ mean }) => Math.abs((mean ?? middle) - middle)), Number.MIN_VALUE);
  const caption = `${nameOf(down)} by ${nameOf(across)}`;
  return (
    <div className="study-scroll" tabIndex={0} role="group" aria-label={caption}>
      <table className="study-table study-grid">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((bar) => (
              <th key={bar.part} scope="col">
                {span(across, bar)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, lineAt) => (
            <tr key={line.part}>
              <th scope="row">{span(down, line)}</th>
              {columns.map((bar, at) => {
                const cell = value.cells.find((one) => one.across === bar.part && one.down === line.part);
                if (cell === undefined) return <td key={bar.part}>–</td>;
                const off = ((cell.mean ?? middle) - middle) / furthest;
                const colour = off < 0 ? "var(--amber-9)" : "var(--accent-9)";
                const tint = `color-mix(in srgb, ${colour} ${Math.round(Math.abs(off) * 40)}%, transparent)`;
                const few = cell.rows < STUDY_FEW_ROWS ? "study-few " : "";
                const apart = apartFrom(base, cell.interval) === true ? "apart" : "";
                return (
                  <td key={bar.part} className={`${few}${apart}`} style={{ background: tint }}>
                    <button
                      type="button"
                      title="Make it two filters"
                      aria-label={`${nameOf(down)} ${span(down, line)}, ${nameOf(across)} ${span(across, bar)}: mean ${showOutcome(cell.mean, column)} of ${showCount(cell.rows)} rows`}
                      onClick={() =>
                        filter([
                          { place: across, bars: columns, at },
                          ...(across === down ? [] : [{ place: down, bars: lines, at: lineAt }]),
                        ])
                      }
                    >
                      {showOutcome(cell.mean, column)}
                      <small>{showCount(cell.rows)}</small>
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
