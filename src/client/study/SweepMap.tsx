import type { ReactNode } from "react";
import type { SweepAnswer } from "../../contract/index.ts";
import { SWEEP_ENOUGH_ROWS, settingText } from "../../vocabulary/index.ts";
import { showOutcome } from "./outcome-text.ts";
import { moveWithin } from "../ui/one-stop.ts";
import { showCount } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";

interface SweepMapProps {
  readonly sweep: SweepAnswer;
  readonly column: ShownColumn;
  /** Opens the request with this setting. */
  readonly onCell: (values: readonly number[]) => void;
}

/** The settings as a map, the last parameter across; of one parameter it is one row. */
export function SweepMap({ sweep, column, onCell }: SweepMapProps): ReactNode {
  const { parameters, cells, peak, best } = sweep;
  const across = parameters.at(-1);
  const down = parameters.length > 1 ? parameters[0] : undefined;
  if (across === undefined) return null;
  const width = new Set(cells.map(({ values }) => values.at(-1))).size;
  const lines = Array.from({ length: cells.length / width }, (_, line) =>
    cells.slice(line * width, (line + 1) * width),
  );
  const furthest = Math.max(
    ...cells.map(({ mean, known }) => (known < SWEEP_ENOUGH_ROWS ? 0 : Math.abs(mean ?? 0))),
    Number.MIN_VALUE,
  );
  const chosen = cells.findIndex(({ values }) => values.every((value, at) => value === parameters[at]?.value));
  const caption = `${column.name} by ${parameters.map(({ name }) => `$${name}`).join(" and ")}`;
  const marks = (place: number) => [
    ...(place === peak ? [{ name: "peak", mark: "peak" }] : []),
    ...(place === best?.cell ? [{ name: "plateau", mark: "best plateau" }] : []),
    ...(place === chosen ? [{ name: "chosen", mark: "chosen" }] : []),
  ];
  return (
    <section className="study-part" aria-labelledby="sweep-map">
      <h2 id="sweep-map">Every setting</h2>
      <p className="study-note">
        The mean of the rows at each setting; under it, how many they are. A cell opens the request with its setting.
        Grey: fewer than {SWEEP_ENOUGH_ROWS} rows with an outcome, which count for nothing. The arrow keys lead from
        cell to cell.
      </p>
      <div
        className="study-scroll sweep-scroll"
        role="group"
        aria-label={caption}
        onKeyDown={(event) => moveAmong(event, width)}
      >
        <table className="study-table study-grid sweep-map">
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{down === undefined ? `$${across.name}` : `$${down.name} \\ $${across.name}`}</th>
              {lines[0]?.map(({ values }) => (
                <th key={values.at(-1)} scope="col">
                  {values.at(-1)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, lineAt) => (
              <tr key={line[0]?.values[0]}>
                <th scope="row">{down === undefined ? "Mean" : line[0]?.values[0]}</th>
                {line.map((cell, at) => {
                  const place = lineAt * width + at;
                  const off = (cell.mean ?? 0) / furthest;
                  const few = cell.known < SWEEP_ENOUGH_ROWS;
                  const colour = off < 0 ? "var(--amber-9)" : "var(--accent-9)";
                  const tint = `color-mix(in srgb, ${colour} ${Math.round(Math.abs(off) * 40)}%, transparent)`;
                  const marked = marks(place);
                  return (
                    <td
                      key={at}
                      className={`${few ? "study-few " : ""}${marked.map(({ name }) => name).join(" ")}`}
                      style={few ? undefined : { background: tint }}
                    >
                      <button
                        type="button"
                        title="Open the request with this setting"
                        tabIndex={place === (peak ?? 0) ? 0 : -1}
                        aria-label={`${settingText(sweep, cell)}: mean ${showOutcome(cell.mean, column)} of ${showCount(cell.known)} rows${marked.length === 0 ? "" : `, ${marked.map(({ mark }) => mark).join(", ")}`}`}
                        onClick={() => onCell(cell.values)}
                      >
                        {showOutcome(cell.mean, column)}
                        <small>
                          {showCount(cell.known)}
                          {marked.length > 0 && ` · ${marked.map(({ mark }) => mark).join(" · ")}`}
                        </small>
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Up and down lead by a row, all other keys by one. */
function moveAmong(event: React.KeyboardEvent<HTMLElement>, width: number): void {
  const step = event.key === "ArrowDown" ? width : event.key === "ArrowUp" ? -width : 0;
  if (step === 0) return moveWithin(event, "button");
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = stops.findIndex((stop) => stop === event.target);
  event.preventDefault();
  stops[at + step]?.focus();
}
