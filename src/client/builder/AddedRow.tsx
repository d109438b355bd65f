import { Badge, IconButton, Tooltip } from "@radix-ui/themes";
import { memo, useMemo } from "react";
import type { ReactNode } from "react";
import type { KnownColumn } from "../../formula/index.ts";
import { duplicateRow, editAsFormula, editRow, showOnCard } from "../../request/index.ts";
import type { Item, RowView } from "../../request/index.ts";
import { screenText } from "../../vocabulary/index.ts";
import { Icon } from "../ui/icons.tsx";
import type { IconName } from "../ui/icons.tsx";
import { change } from "../state/slices/builder.ts";
import { entryLimits, productNow } from "../state/queries/product.ts";
import { goToCard } from "./go-to.ts";
import { rowFacts } from "./row-facts.ts";
import type { CardPlace } from "./submit-card.ts";
import "./field.css";

interface AddedRowProps extends CardPlace {
  readonly row: RowView;
  /** As a sentence, else as fields. */
  readonly wording: boolean;
  readonly item: Item | null;
  /** All columns of the request: those a formula names have a say in when its values are known. */
  readonly columns: readonly KnownColumn[];
  /** The form is to replace it. */
  readonly editing: boolean;
  /** What is wrong with it in this request. */
  readonly error: string | null;
  readonly readOnly: boolean;
  readonly onDelete: (index: number) => void;
}

/** Parts that a sentence does not say: they stand beside it. */
const NAMES: readonly string[] = [screenText("column-name"), "Tag"];

interface ActionProps {
  readonly icon: IconName;
  readonly label: string;
  readonly about: string;
  readonly onClick: () => void;
}

const Action = ({ icon, label, about, onClick }: ActionProps): ReactNode => (
  <Tooltip content={label}>
    <IconButton size="1" variant="ghost" color="gray" aria-label={`${label}: ${about}`} onClick={onClick}>
      <Icon name={icon} size={15} />
    </IconButton>
  </Tooltip>
);

/** One added entry. */
export const AddedRow = memo(function AddedRow(props: AddedRowProps): ReactNode {
  const { side, title, row, wording, item, columns, editing, error, readOnly, onDelete } = props;
  const { index, fields, sentence, card } = row;
  const facts = useMemo(
    () => (item === null ? { knownAt: null, outcome: false } : rowFacts(side, title, item, columns)),
    [side, title, item, columns],
  );
  const about = `${title} ${index + 1}`;
  const names = fields.filter(({ label }) => NAMES.includes(label));
  const kind = title.toLowerCase();
  return (
    <tr className={editing ? "editing" : error === null ? "" : "error"} aria-current={editing ? "true" : undefined}>
      <td className="number">{index + 1}</td>
      <td className="said">
        {wording ? (
          <>
            {names.map(({ label, text }) => (
              <strong key={label} title={label}>
                {text}
              </strong>
            ))}
            <span className="sentence">{sentence}</span>
          </>
        ) : (
          <dl>
            {fields.map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {error !== null && <p className="field-error">{error}</p>}
      </td>
      <td className="facts">
        {facts.knownAt !== null && (
          <Tooltip content={`Every value in it is public ${facts.knownAt}`}>
            <Badge color="gray" variant="soft">
              known {facts.knownAt}
            </Badge>
          </Tooltip>
        )}
        {facts.outcome && (
          <Tooltip content="Known only after the close of the row's day">
            <Badge color="amber" variant="soft" className="outcome">
              Outcome
            </Badge>
          </Tooltip>
        )}
      </td>
      {!readOnly && (
        <td className="actions">
          <Action
            icon="edit"
            label="Edit"
            about={about}
            onClick={() => {
              change("", (now) => editRow(now, side, title, index));
              goToCard(side, title);
            }}
          />
          <Action
            icon="copy"
            label="Duplicate"
            about={about}
            onClick={() => {
              const limits = entryLimits(productNow());
              change(`duplicate ${kind}`, (now) => duplicateRow(now, side, title, index, limits));
              goToCard(side, title);
            }}
          />
          <Action icon="cross" label="Delete" about={about} onClick={() => onDelete(index)} />
          {title === "Custom" ? (
            card !== null &&
            "title" in card && (
              <Action
                icon="card"
                label={`Show on the card ${card.title}`}
                about={about}
                onClick={() => {
                  change("show on its card", (now) => showOnCard(now, side, index));
                  goToCard(side, card.title);
                }}
              />
            )
          ) : (
            <Action
              icon="formula"
              label="Edit as formula"
              about={about}
              onClick={() => {
                change("edit as formula", (now) => editAsFormula(now, side, title, index));
                goToCard(side, "Custom");
              }}
            />
          )}
        </td>
      )}
    </tr>
  );
});
