import { Callout } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { explanationText, formulaLines, OriginNotes } from "../../../contract/index.ts";
import type { ExplainAnswer } from "../../../contract/index.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { useExplanation } from "../explanations.ts";
import type { ShownRun } from "../shown-run.ts";
import { fullValue, showDate } from "../../ui/values.ts";
import { DoubtNotice } from "./DoubtNotice.tsx";
import { FormulaExplained } from "./FormulaExplained.tsx";
import { Panel, WhenThere } from "./Panel.tsx";
import { RowChart } from "./RowChart.tsx";
import { RowExplained } from "./RowExplained.tsx";
import { valuesPutIn } from "./values-put-in.ts";

/** Columns of the result before those of the request: Symbol and Date. */
const FIXED = 2;

interface CellPanelProps {
  readonly run: ShownRun;
  /** Values of the row; undefined until they have come. */
  readonly row: readonly unknown[] | undefined;
  readonly place: number;
  readonly focus: number | null;
  readonly onClose: () => void;
}

/** Why a cell has the value it has. On Symbol and Date the whole row: its filters and its values. */
export function CellPanel({ run, row, place, focus, onClose }: CellPanelProps): ReactNode {
  const [symbol, date] = [text(row?.[0]), text(row?.[1])];
  const column = run.status.columns[place];
  const whole = place < FIXED;
  const title = whole ? `${symbol} ${date === "" ? "" : showDate(date)}` : (column?.name ?? "");
  return (
    <Panel
      title={title}
      {...(whole ? {} : { about: `${symbol} on ${showDate(date)}` })}
      actions={row !== undefined && <RowChart key={`${symbol} ${date}`} id={run.id} symbol={symbol} date={date} />}
      focus={focus}
      onClose={onClose}
    >
      {row !== undefined && <Explained run={run} symbol={symbol} date={date} place={place} value={row[place]} />}
    </Panel>
  );
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

interface ExplainedProps {
  readonly run: ShownRun;
  readonly symbol: string;
  readonly date: string;
  readonly place: number;
  readonly value: unknown;
}

function Explained({ run, symbol, date, place, value }: ExplainedProps): ReactNode {
  const explanation = useExplanation(run, symbol, date);
  return (
    <WhenThere {...explanation} doing="Putting the values of the day into the formula">
      {(answer) => {
        const formula = answer.columns[place - FIXED];
        const column = run.status.columns[place];
        if (place < FIXED || formula === undefined) {
          return (
            <>
              <SnapshotNotice run={run} answer={answer} />
              <RowExplained answer={answer} />
              <CopyButton size="1" variant="soft" className="copy" text={() => explanationText(answer)} />
            </>
          );
        }
        return (
          <>
            <SnapshotNotice run={run} answer={answer} />
            {column && differs(value, formula.root.value) && (
              <Callout.Root size="1" color="amber">
                <Callout.Text>
                  The run has {value === null ? "no value" : fullValue(value, column)} here; this is the value on the
                  data of now.
                </Callout.Text>
              </Callout.Root>
            )}
            <DoubtNotice answer={answer} />
            <FormulaExplained formula={formula} />
            <CopyButton size="1" variant="soft" className="copy" text={() => copied(answer, formula)} />
          </>
        );
      }}
    </WhenThere>
  );
}

/** Indicators on one day may differ in the last digits from those of the scan (docs/limits.md). */
const MAX_DIFFERENCE = 1e-5;

function differs(shown: unknown, explained: unknown): boolean {
  if (typeof shown === "number" && typeof explained === "number")
    return Math.abs(shown - explained) > MAX_DIFFERENCE * Math.max(1, Math.abs(shown));
  if (typeof explained === "boolean") return (shown === true || shown === 1) !== explained;
  return (shown ?? null) !== explained;
}

/** Says so where the data that the run read are no longer kept. */
export function SnapshotNotice({ run, answer }: { readonly run: ShownRun; readonly answer: ExplainAnswer }): ReactNode {
  const then = run.status.snapshot?.id;
  if (then === undefined || answer.snapshot === null || answer.snapshot.id === then) return null;
  return (
    <Callout.Root size="1" color="amber">
      <Callout.Text>Market data was imported since this run. These values are from the current data.</Callout.Text>
    </Callout.Root>
  );
}

function copied(answer: ExplainAnswer, formula: ExplainAnswer["columns"][number]): string {
  const putIn = valuesPutIn(formula).map((piece) => piece.text);
  const notes = new OriginNotes();
  return [
    `${answer.symbol} on ${answer.date}`,
    `${formula.label}: ${formula.text}`,
    `= ${putIn.join("")}`,
    "",
    ...formulaLines("column", formula, notes),
    ...notes.lines(),
    "",
  ].join("\n");
}
