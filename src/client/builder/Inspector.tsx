import { Badge, Button, Heading } from "@radix-ui/themes";
import { useEffect, useId, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { printCode } from "../../formula/index.ts";
import type { Node } from "../../formula/index.ts";
import {
  cardState,
  columnReferences,
  editRow,
  isEntry,
  itemName,
  placeOfColumn,
  statementAt,
  toggledOff,
  treeOf,
  withEntriesOf,
  withText,
} from "../../request/index.ts";
import type { EntryPlace, EntryStatement, Item, RequestText, Statement } from "../../request/index.ts";
import type { MarginLine } from "../editor/request-margin.ts";
import { screenText } from "../../vocabulary/index.ts";
import { caretTo, textCaret } from "../state/page/text-caret.ts";
import { builder, change } from "../state/slices/builder.ts";
import { validity } from "../state/slices/validity.ts";
import { SaveFormula } from "../editor/SaveFormula.tsx";
import { cardId, goToCard } from "./go-to.ts";
import { inspectedEntry, itemAt, switchedOnEntry } from "./inspected.ts";
import type { InspectedEntry } from "./inspected.ts";
import { InspectedCard } from "./InspectedCard.tsx";
import { InspectedFormula } from "./InspectedFormula.tsx";
import { InspectedHead } from "./InspectedHead.tsx";
import { rowFacts } from "./row-facts.ts";
import { columnStatement } from "./text-places.ts";
import { useContent } from "./use-request.ts";
import "./inspector.css";

const TITLES = {
  request: "Request",
  about: "Description",
  dates: screenText("step-date-range"),
  options: "Options",
  outcome: "Outcome",
  parameter: "Parameter",
  hold: "Days held out",
  notation: "Notation",
  unknown: "Statement",
} as const;

/** The step that a statement without an entry belongs to. */
function stepOf(statement: Statement | null): string {
  if (statement === null) return "";
  if (statement.kind === "outcome") return "review";
  return isEntry(statement) ? `${statement.kind}s` : "date-range";
}

interface InspectorProps {
  readonly text: RequestText;
  /** What stands beside the text; null while that is older than it. */
  readonly margin: readonly MarginLine[] | null;
}

/** What the statement under the caret is made of: its card, filled in, or the parts of its formula. */
export function Inspector({ text, margin }: InspectorProps): ReactNode {
  const { at } = useSnapshot(textCaret);
  const statement = statementAt(text, at);
  const state = useContent();
  const entry = useMemo(
    () => (statement === null ? null : inspectedEntry(text, statement, state)),
    [text, statement, state],
  );
  const figures = margin?.find(({ from }) => from === statement?.from)?.description ?? "";
  const seen = entry === null ? stepOf(statement) : cardId(entry.place.side, entry.place.title);
  useEffect(() => {
    textCaret.place = seen;
  }, [seen]);
  return (
    <aside className="inspector" aria-label="Inspector" data-part="">
      {statement === null ? (
        <Nothing />
      ) : isEntry(statement) ? (
        <Entry text={text} statement={statement} entry={entry} figures={figures} />
      ) : (
        <>
          <Heading as="h2" size="2">
            {TITLES[statement.kind]}
          </Heading>
          {statement.kind === "dates" && <p className="inspector-figures">{figures}</p>}
          {statement.kind === "unknown" ? (
            <p className="inspector-hint">This line is no statement yet. The text says what to change.</p>
          ) : (
            <InspectedHead kind={statement.kind} />
          )}
        </>
      )}
      <footer>
        <Button size="1" variant="soft" color="gray" onClick={() => goToCard("filters", "Custom")}>
          Add filter
        </Button>
        <Button size="1" variant="soft" color="gray" onClick={() => goToCard("columns", "Custom")}>
          Add column
        </Button>
      </footer>
    </aside>
  );
}

const Nothing = (): ReactNode => (
  <>
    <Heading as="h2" size="2">
      Inspector
    </Heading>
    <p className="inspector-hint">The statement with the caret shows here as its card.</p>
  </>
);

interface EntryProps {
  readonly text: RequestText;
  readonly statement: EntryStatement;
  readonly entry: InspectedEntry | null;
  /** What the margin shows, in words. */
  readonly figures: string;
}

function Entry({ text, statement, entry, figures }: EntryProps): ReactNode {
  const { kind, name, off } = statement;
  return (
    <>
      <Heading as="h2" size="2">
        {kind === "filter" ? "Filter" : "Column"} {name?.value ?? ""}
      </Heading>
      {/* Its place stays while the figures are on their way. */}
      <p className="inspector-figures">{figures}</p>
      {entry !== null ? (
        <Known key={`${entry.place.side} ${entry.place.title} ${entry.place.index}`} entry={entry} />
      ) : off ? (
        <SwitchedOff text={text} statement={statement} />
      ) : (
        <p className="inspector-hint">Its formula shows here once it is written.</p>
      )}
    </>
  );
}

/** What an entry that does not run would be: all but what changes it. */
function SwitchedOff({ text, statement }: Pick<EntryProps, "text" | "statement">): ReactNode {
  const state = useContent();
  const entry = useMemo(() => switchedOnEntry(text, statement, state), [text, statement, state]);
  const item = entry === null ? undefined : itemAt(entry.state, entry.place);
  const tree = useMemo(
    () => (entry === null || item === undefined ? null : treeOf(entry.place.side, entry.place.title, item)),
    [entry, item],
  );
  return (
    <>
      {entry !== null && item !== undefined && <Facts place={entry.place} item={item} />}
      <p className="inspector-hint">Switched off: it stays in the text and does not run.</p>
      <div className="inspector-actions">
        <Button
          size="1"
          variant="soft"
          onClick={() => change("switch on", (now) => withText(now, toggledOff(now.text ?? "", statement.from)))}
        >
          Switch on
        </Button>
        <SaveButton tree={tree} />
      </div>
      {tree !== null && <InspectedFormula tree={tree} />}
    </>
  );
}

/** The card of an entry, when its value is known, and whether it looks ahead. */
function Facts({ place, item }: { readonly place: EntryPlace; readonly item: Item }): ReactNode {
  const { side, title } = place;
  const { columns } = useSnapshot(validity);
  const facts = rowFacts(side, title, item, columns);
  return (
    <p className="inspector-facts">
      <Badge color="gray" variant="soft">
        {title}
      </Badge>
      {facts.knownAt !== null && (
        <Badge color="gray" variant="soft">
          known {facts.knownAt}
        </Badge>
      )}
      {facts.outcome && (
        <Badge color="amber" variant="soft">
          Outcome
        </Badge>
      )}
    </p>
  );
}

/** Keeps the formula among the saved ones. */
const SaveButton = ({ tree }: { readonly tree: Node | null }): ReactNode => (
  <SaveFormula code={tree === null ? null : printCode(tree)}>
    <Button size="1" variant="ghost" color="gray" disabled={tree === null}>
      Save formula
    </Button>
  </SaveFormula>
);

/** An entry whose card or formula is known. */
function Known({ entry }: { readonly entry: InspectedEntry }): ReactNode {
  const { state, place } = entry;
  const { side, title, index } = place;
  const [explained, setExplained] = useState(false);
  const id = useId();
  const item = cardState(state, side, title).addedOptions[index]?.addedItem;
  const tree = useMemo(() => (item === undefined ? null : treeOf(side, title, item)), [side, title, item]);
  if (item === undefined) return null;
  const onCard = title !== "Custom";
  const edit = (): void => {
    // It may still stand on the Custom card.
    change("show on its card", (now) => editRow(withEntriesOf(now, state), side, title, index));
    goToCard(side, title);
  };
  return (
    <>
      <Facts place={place} item={item} />
      {onCard && <InspectedCard entry={entry} />}
      <div className="inspector-actions">
        <Button size="1" variant="ghost" color="gray" onClick={edit}>
          Edit on card
        </Button>
        {onCard && (
          <Button
            size="1"
            variant="ghost"
            color="gray"
            aria-expanded={explained}
            aria-controls={id}
            onClick={() => setExplained(!explained)}
          >
            Explain
          </Button>
        )}
        <SaveButton tree={tree} />
      </div>
      {side === "columns" && <UsedBy name={itemName(item)} />}
      <div id={id}>
        {(explained || !onCard) &&
          (tree === null ? (
            <p className="inspector-hint">The formula does not parse yet.</p>
          ) : (
            <InspectedFormula tree={tree} />
          ))}
      </div>
    </>
  );
}

/** The columns whose formulas name this one. */
function UsedBy({ name }: { readonly name: string }): ReactNode {
  const state = useContent();
  const users = name === "" ? [] : columnReferences(state, name);
  return (
    <p className="inspector-used">
      Used by:{" "}
      {users.length === 0
        ? "–"
        : users.map(({ name: user }) => (
            <Button
              key={user}
              size="1"
              variant="ghost"
              onClick={() => {
                const found = columnStatement(builder.state.text ?? "", user);
                if (found !== null && placeOfColumn(builder.state, user) !== null) caretTo(found.from);
              }}
            >
              {user}
            </Button>
          ))}
    </p>
  );
}
