import { Button, Select } from "@radix-ui/themes";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { SweepAnswer } from "../../contract/index.ts";
import { settingText } from "../../vocabulary/index.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { confirmed } from "../state/slices/confirm.ts";
import { showOutcome } from "./outcome-text.ts";
import { showMoment } from "../ui/dates.ts";
import { showCount, showDate, showShare } from "../ui/values.ts";
import type { ShownColumn } from "../ui/values.ts";

type History = SweepAnswer["history"];
type Cell = SweepAnswer["cells"][number];

interface HeldOutProps {
  readonly id: string;
  readonly sweep: SweepAnswer;
  readonly history: History;
  readonly column: ShownColumn;
  readonly onHistory: (history: History) => void;
}

/** The days that are held out: locked until somebody looks at them at one setting, which is kept and counted. */
export function HeldOut({ id, sweep, history, column, onHistory }: HeldOutProps): ReactNode {
  const { held, cells, peak, best } = sweep;
  const [place, setPlace] = useState(best?.cell ?? peak ?? 0);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const cell = cells[place];
  if (held === null || cell === undefined)
    return (
      <section className="study-part" aria-labelledby="sweep-held">
        <h2 id="sweep-held">Days held out</h2>
        <p className="study-note">
          None: all days were used to find the best setting, so none is left to try it on. Write{" "}
          <code>hold out last third</code> into the request.
        </p>
      </section>
    );
  const days = `${showDate(held.start)} – ${showDate(held.end)}`;
  const look = async (): Promise<void> => {
    const answer = await confirmed({
      title: "Look at the held-out days?",
      text: `${days} at ${settingText(sweep, cell)}. These days tell most the first time: what is looked at again, after another choice, is no longer unseen. Every look is kept and counted.`,
      action: "Look",
    });
    if (answer === null) return;
    setBusy(true);
    setError(null);
    const opened = await call("openSweep", {
      params: { id },
      body: { values: [...cell.values], outcome: sweep.outcome },
    });
    setBusy(false);
    if (opened.ok) onHistory(opened.value.history);
    else setError(messageOf(opened.error));
  };
  return (
    <section className="study-part" aria-labelledby="sweep-held">
      <h2 id="sweep-held">Days held out</h2>
      <p className="study-note">
        {days}, the {held.part}.{" "}
        {history.looks === 0
          ? "Nobody has looked at them: no figure on this page comes from them."
          : `They were looked at ${history.looks === 1 ? "once" : `${showCount(history.looks)} times`}, by this request or another of yours${history.looks === 1 ? "" : ": they are no longer unseen"}.`}
      </p>
      <div className="study-choices">
        {sweep.parameters.map(({ name }, at) => (
          <ValueOf
            key={name}
            name={name}
            values={[...new Set(cells.map(({ values }) => values[at] ?? NaN))]}
            value={cell.values[at] ?? NaN}
            onValue={(value) => setPlace(placeWith(cells, cell, at, value))}
          />
        ))}
        <Button variant="soft" loading={busy} onClick={() => void look()}>
          Look at the held-out days
        </Button>
      </div>
      {error !== null && <p role="alert">{error}</p>}
      {history.openings.length > 0 && (
        <div className="study-scroll" tabIndex={0} role="group" aria-label="Looks at the held-out days">
          <table className="study-table">
            <thead>
              <tr>
                {["Looked at", "Setting", "Days", "Mean", "Above 0", "Rows"].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {history.openings.map((one) => (
                <tr key={one.at}>
                  <th scope="row">{showMoment(one.at)}</th>
                  <td>{settingText(sweep, one)}</td>
                  <td>
                    {showDate(one.start)} – {showDate(one.end)}
                  </td>
                  <td className="number">{showOutcome(one.cell.mean, column)}</td>
                  <td className="number">{one.cell.won === null ? "–" : showShare(one.cell.won)}</td>
                  <td className="number">{showCount(one.cell.known)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** The setting that differs from one in a single value. */
function placeWith(cells: SweepAnswer["cells"], { values }: Cell, at: number, value: number): number {
  const wanted = values.with(at, value);
  return cells.findIndex((cell) => cell.values.every((one, index) => one === wanted[index]));
}

interface ValueOfProps {
  readonly name: string;
  readonly values: readonly number[];
  readonly value: number;
  readonly onValue: (value: number) => void;
}

function ValueOf({ name, values, value, onValue }: ValueOfProps): ReactNode {
  const label = useId();
  return (
    <span className="study-outcome">
      <label htmlFor={label}>${name}</label>
      <Select.Root value={String(value)} onValueChange={(chosen) => onValue(Number(chosen))}>
        <Select.Trigger id={label} />
        <Select.Content position="popper">
          {values.map((one) => (
            <Select.Item key={one} value={String(one)}>
              {one}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
    </span>
  );
}
