import { Button } from "@radix-ui/themes";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { ROUTES } from "../../contract/index.ts";
import { DATA_FIELDS, DATA_POINT_TYPES, screenText } from "../../vocabulary/index.ts";
import type { FormulaHelp } from "../../vocabulary/index.ts";
import "./formula-help.css";

const RULES = [
  "Members are separated by a space; times go in single quotes, like '10:00'.",
  "Columns go in {curly brackets}, data points in [square brackets] with the type first.",
  "A filter needs a logical operator: < > <= >= = != & |",
] as const;

interface TableProps {
  readonly title: string;
  readonly rows: readonly FormulaHelp[];
  readonly onExample: (code: string) => void;
}

function HelpTable({ title, rows, onExample }: TableProps): ReactNode {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">What it is</th>
          <th scope="col">Example</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, description, example }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{description}</td>
            <td>
              <button type="button" aria-label={`Insert ${example}`} onClick={() => onExample(example)}>
                {example}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What may be written in a formula: the rules always, the tables on demand; an example goes to the caret. */
export function HelpPanel({ onExample }: { readonly onExample: (code: string) => void }): ReactNode {
  const [more, setMore] = useState(false);
  const tables = useId();
  return (
    <section className="formula-help" aria-label="Formula help">
      <ul>
        {RULES.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <div id={tables} hidden={!more}>
        {more && (
          <>
            <HelpTable title="Data-point types" rows={DATA_POINT_TYPES} onExample={onExample} />
            <HelpTable title="Data fields" rows={DATA_FIELDS} onExample={onExample} />
          </>
        )}
      </div>
      <Button
        size="1"
        variant="soft"
        color="gray"
        aria-expanded={more}
        aria-controls={tables}
        onClick={() => setMore(!more)}
      >
        {screenText(more ? "show-less" : "show-more")}
      </Button>{" "}
      <a href={ROUTES.reference.path} target="_blank" rel="noreferrer">
        The whole language
      </a>
    </section>
  );
}
