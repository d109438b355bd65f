import { Badge, Button, Link as RadixLink } from "@radix-ui/themes";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { AnswerOf } from "../../contract/index.ts";
import { REQUEST_PATH } from "../builder/save.ts";
import { SymbolButton } from "../markets/SymbolButton.tsx";
import { SampleRows } from "../ui/SampleRows.tsx";
import { showCount } from "../ui/values.ts";
import "./template-card.css";

type Sample = AnswerOf<"templateSamples">["items"][number];

const chartOf = (symbol: string): ReactNode => <SymbolButton symbol={symbol} />;

/** Columns that a card names before its preview is open. */
const FIRST = 6;

const firstOf = (names: readonly string[]): string =>
  names.length <= FIRST + 1 ? names.join(", ") : `${names.slice(0, FIRST).join(", ")} and ${names.length - FIRST} more`;

/** A template: what it looks for and shows in words, how often it was met, its newest rows, and the way to begin from it. */
export function TemplateCard({
  sample: { id, name, description, filters, columns, own, hits, rows },
  counting,
}: {
  readonly sample: Sample;
  readonly counting: boolean;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const preview = useId();
  // Hits are counted before the newest of them are read.
  const waits = hits === null || (hits > 0 && rows.length === 0);
  const names = columns.map((column) => column.name).filter((column) => column !== "Symbol" && column !== "Date");
  return (
    <li className={open ? "template-card open" : "template-card"}>
      <header>
        <h3>{name}</h3>
        {own.length > 0 ? (
          <Badge color="blue">your list</Badge>
        ) : hits === null ? (
          counting && <Badge color="gray">counting</Badge>
        ) : (
          <Badge color={hits > 0 ? "green" : "gray"}>
            {hits === 0 ? "no hits" : `${showCount(hits)} ${hits === 1 ? "hit" : "hits"}`}
          </Badge>
        )}
      </header>
      <p>{description}</p>
      <ul className="filters" aria-label={`Filters of ${name}`}>
        {filters.map((filter) => (
          <li key={filter}>{filter}</li>
        ))}
      </ul>
      <p className="columns">
        <strong>Columns</strong> {open ? names.join(", ") : firstOf(names)}
      </p>
      {own.length > 0 && (
        <p className="own">
          Needs {own.map((one) => `“${one}”`).join(" and ")}, which you bring along on{" "}
          <RadixLink asChild underline="always">
            <Link to="/lists">My lists</Link>
          </RadixLink>
          .
        </p>
      )}
      <footer>
        <Button size="1" asChild>
          <Link to={`${REQUEST_PATH}?template=${id}`} className="use" aria-label={`Use ${name}`}>
            Use
          </Link>
        </Button>
        {own.length === 0 && (
          <Button
            size="1"
            variant="soft"
            aria-label={`Preview ${name}`}
            aria-expanded={open}
            aria-controls={preview}
            disabled={waits}
            title={waits ? "Its newest hits are not read yet" : undefined}
            onClick={() => setOpen(!open)}
          >
            Preview
          </Button>
        )}
      </footer>
      <div id={preview} className="template-card-preview" hidden={!open}>
        {open &&
          (rows.length === 0 ? (
            <p className="nothing">
              No stock met it in these days. Intraday filters need minute bars, which may cover fewer days.
            </p>
          ) : (
            <SampleRows label={`Newest hits of ${name}`} columns={columns} rows={rows} symbol={chartOf} />
          ))}
      </div>
    </li>
  );
}
