import { Badge } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { AnswerOf } from "../../contract/index.ts";
import { knownAtText } from "../../formula/index.ts";
import { showCount, showDate, showDatesIn } from "../ui/values.ts";
import { daysText } from "./days-text.ts";
import "./my-lists.css";

type Preview = AnswerOf<"ownDataReport">;

const STATES: Readonly<Record<Preview["report"]["findings"][number]["state"], string>> = {
  matched: "matched",
  reused: "reused",
  renamed: "renamed",
  unknown: "unknown",
  "out-of-range": "other days",
};

/** What was read of a file: its first rows, its numbers, what of it the market has, and why it lacks the others. */
export function OwnReportView({ preview, name }: { readonly preview: Preview; readonly name: string }): ReactNode {
  const { report, header, first, rows, fields, days } = preview;
  return (
    <div className="my-lists-report">
      <p>
        {showCount(rows)} {rows === 1 ? "row" : "rows"}, {showCount(report.symbols)}{" "}
        {report.symbols === 1 ? "symbol" : "symbols"}, {daysText(days)}. {showCount(report.matched)} of them{" "}
        {report.matched === 1 ? "is" : "are"} in the market
        {report.market !== null && `, which has ${showDate(report.market.from)} to ${showDate(report.market.to)}`}.
      </p>
      {fields.length > 0 && (
        <ul className="fields" aria-label={`Numbers of ${name}`}>
          {fields.map((field) => (
            <li key={field.name}>
              <code>[mine {field.name}]</code> {field.unit === "plain" ? "no unit" : field.unit}, known{" "}
              {knownAtText(field.known)}
            </li>
          ))}
        </ul>
      )}
      {report.notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
      {report.findings.length > 0 && (
        <ul className="missing" aria-label={`Not matched of ${name}`}>
          {report.findings.map(({ symbol, state, message }) => (
            <li key={symbol}>
              <strong>{symbol}</strong>
              <Badge color={state === "unknown" ? "red" : "amber"}>{STATES[state]}</Badge>
              <span>{showDatesIn(message)}</span>
            </li>
          ))}
          {report.others > report.findings.length && (
            <li className="more">and {showCount(report.others - report.findings.length)} more</li>
          )}
        </ul>
      )}
      {/* It scrolls by key as well. */}
      <div className="first-rows" tabIndex={0} role="region" aria-label={`First rows of ${name}`}>
        <table>
          <thead>
            <tr>
              {header.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map((cells, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of a file have no other key
              <tr key={place}>
                {header.map((title, at) => (
                  <td key={title}>{showDatesIn(cells[at] ?? "")}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
