import { Callout } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { decidingText, verdictText } from "../../../contract/index.ts";
import type { DecidingParts, ExplainAnswer } from "../../../contract/index.ts";
import { Icon } from "../../ui/icons.tsx";
import { fullValue, showDate, showDatesIn, showValue } from "../../ui/values.ts";
import { DoubtNotice } from "./DoubtNotice.tsx";
import { FormulaExplained } from "./FormulaExplained.tsx";
import "./row-explained.css";
import "./value-list.css";

/** Whether a security-day qualified, and why not, filter by filter; then its columns. */
export function RowExplained({ answer }: { readonly answer: ExplainAnswer }): ReactNode {
  const { symbol, date, absence, qualifies, filters, columns } = answer;
  return (
    <>
      <Callout.Root size="1" color={qualifies ? "green" : "amber"} role="status" className="verdict">
        <Callout.Icon>
          <Icon name={qualifies ? "check" : "filter"} />
        </Callout.Icon>
        <Callout.Text>
          {symbol} on {showDate(date)} {verdictText(answer)}.{absence !== null && ` ${showDatesIn(absence.text)}`}
        </Callout.Text>
      </Callout.Root>
      <DoubtNotice answer={answer} />
      {filters.length > 0 && (
        <ol className="row-explained-filters" aria-label="Filters">
          {filters.map((filter, index) => (
            <li key={`${index} ${filter.label}`} className={filter.failed === null ? "true" : "not"}>
              <details open={filter.failed !== null}>
                <summary>
                  <Icon name={filter.failed === null ? "check" : "cross"} size={14} />
                  <span className="name">{filter.label}</span>
                  <span className="outcome">
                    {filter.failed === null ? "true" : filter.root.value === null ? "unknown" : "false"}
                  </span>
                </summary>
                {filter.failed !== null && <Deciding parts={filter.failed} />}
                <details className="inner">
                  <summary>Every part</summary>
                  <FormulaExplained formula={filter} />
                </details>
              </details>
            </li>
          ))}
        </ol>
      )}
      {columns.length > 0 && (
        <dl className="value-list" aria-label="Columns">
          {columns.map(({ label, unit, root }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {root.value === null ? (
                  <span className="reason">{showDatesIn(root.reason?.text ?? "no value")}</span>
                ) : (
                  <span title={fullValue(root.value, { type: root.type, unit })}>
                    {showValue(root.value, { type: root.type, unit })}
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

/** What would have to be otherwise. */
function Deciding({ parts }: { readonly parts: DecidingParts }): ReactNode {
  if (parts.kind === "part") return <p className="row-explained-deciding">{showDatesIn(decidingText(parts))}</p>;
  return (
    <div className="row-explained-deciding">
      <span>{parts.kind === "all" ? "Each of these would have to change:" : "One of these would be enough:"}</span>
      <ul>
        {parts.parts.map((part, index) => (
          <li key={index}>
            <Deciding parts={part} />
          </li>
        ))}
      </ul>
    </div>
  );
}
