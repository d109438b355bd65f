import type { ReactNode } from "react";
import { columnsByKey, whyNeverMet } from "../../formula/index.ts";
import type { KnownColumn, Node } from "../../formula/index.ts";
import type { DistributionAnswer } from "../../contract/index.ts";
import { decimalsIn, showCount, showDate, showValue } from "../ui/values.ts";
import { useDistribution } from "./ask-distribution.ts";
import type { Days } from "./ask-distribution.ts";
import "./distribution.css";

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

const share = new Intl.NumberFormat("en-US", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Why a condition is met on no row or on all, where the formula explains it. */
function whyOf({ truths }: DistributionAnswer, tree: Node | null, columns: readonly KnownColumn[]): string | null {
  if (tree === null || truths === null || truths.true + truths.false === 0) return null;
  if (truths.true > 0 && truths.false > 0) return null;
  return whyNeverMet(tree, { columns: columnsByKey(columns), use: "column" });
}

/** Bars of the histogram; what lies beyond them is in the first and the last. */
function Histogram({ answer }: { readonly answer: DistributionAnswer }): ReactNode {
  const { numbers, type, unit } = answer;
  if (numbers === null) return null;
  const { bins, below, above } = numbers.histogram;
  const bars = [...(below > 0 ? [below] : []), ...bins.map(({ rows }) => rows), ...(above > 0 ? [above] : [])];
  const most = Math.max(1, ...bars);
  const decimals = decimalsIn(
    numbers.quantiles.map(({ value }) => value),
    { type, unit },
  );
  const show = (value: number): string => showValue(value, { type, unit }, decimals);
  const of = (p: number): string => {
    const found = numbers.quantiles.find((one) => one.p === p);
    return found === undefined ? "" : show(found.value);
  };
  const [low, median, high] = [of(0.05), of(0.5), of(0.95)];
  return (
    <>
      <svg
        role="img"
        aria-label={`Histogram of ${showCount(answer.rows)} values, median ${median}`}
        viewBox={`0 0 ${bars.length} 100`}
        preserveAspectRatio="none"
      >
        {bars.map((rows, index) => {
          const height = rows === 0 ? 0 : Math.max(4, (100 * rows) / most);
          // Bars have no other name than their place.
          // oxlint-disable-next-line react/no-array-index-key
          return <rect key={index} x={index + 0.08} y={100 - height} width={0.84} height={height} />;
        })}
      </svg>
      <span>
        median <strong>{median}</strong>
      </span>
      {low !== "" && high !== "" && (
        <span>
          9 of 10 between <strong>{low}</strong> and <strong>{high}</strong>
        </span>
      )}
    </>
  );
}

function Values({ answer }: { readonly answer: DistributionAnswer }): ReactNode {
  const { truths, top, type, unit } = answer;
  if (truths !== null)
    return (
      <>
        <span className="share" aria-hidden="true">
          <span style={{ width: `${100 * (truths.share ?? 0)}%` }} />
        </span>
        <span>
          true on <strong>{share.format(truths.share ?? 0)}</strong>
        </span>
      </>
    );
  if (answer.numbers !== null) return <Histogram answer={answer} />;
  if (top === null) return null;
  return (
    <span>
      {showCount(top.distinct)} different:{" "}
      {top.values
        .slice(0, 4)
        .map(({ value }) => showValue(value, { name: "", type, unit }))
        .join(", ")}
    </span>
  );
}

/** What the distribution waits for. */
const WAITING_TEXTS = {
  formula: "the formula parses",
  check: "the formula is checked",
  server: "the server answers",
} as const;

interface DistributionStripProps {
  /** Null until the server says that it parses. */
  readonly tree: Node | null;
  readonly columns: readonly KnownColumn[];
  readonly days: Days | null;
  readonly waitsFor: keyof typeof WAITING_TEXTS;
}

/** Under a formula: how its values are spread over the days, and how many are null. It keeps its height whatever it shows. */
export function DistributionStrip({ tree, columns, days, waitsFor }: DistributionStripProps): ReactNode {
  const { phase, answer, error } = useDistribution(tree, columns, days);
  const why = answer && whyOf(answer, tree, columns);
  return (
    <div className="distribution" aria-live="polite" aria-busy={phase === "loading"}>
      {phase === "loading" && <span className="bone" aria-label="Reading the distribution" role="status" />}
      {phase === "failed" && <span>No distribution: {error}</span>}
      {phase === "idle" && <span>The distribution shows here once {WAITING_TEXTS[waitsFor]}.</span>}
      {answer !== null && (
        <>
          <Values answer={answer} />
          <span>
            <strong>{percent.format(answer.rows === 0 ? 0 : answer.nulls / answer.rows)}</strong> null
          </span>
          <span>
            {showCount(answer.rows)} security-days
            {days !== null && `, ${showDate(days.start)} – ${showDate(days.end)}`}
          </span>
          {why !== null && <span className="why">{why}</span>}
        </>
      )}
    </div>
  );
}
