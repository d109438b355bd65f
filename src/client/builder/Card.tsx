import { Badge } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { cardState } from "../../request/index.ts";
import { Icon } from "../ui/icons.tsx";
import { builder } from "../state/slices/builder.ts";
import { AddedTable } from "./AddedTable.tsx";
import { CardForm } from "./CardForm.tsx";
import { cardId } from "./go-to.ts";
import type { CardPlace } from "./submit-card.ts";
import { useContent } from "./use-request.ts";
import "./card.css";

/** A card: its form while it is open, and what was added on it. One that is closed and empty takes no room. */
export function Card({ side, title }: CardPlace): ReactNode {
  const open = useSnapshot(builder).open[side] === title;
  const { addedOptions } = cardState(useContent(), side, title);
  if (!open && addedOptions.length === 0) return null;
  const id = cardId(side, title);
  return (
    <section className={`card ${open ? "open" : "closed"}`} id={id} aria-labelledby={`${id}-title`} data-card={title}>
      <h3 id={`${id}-title`}>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-form`}
          onClick={() => {
            builder.open[side] = open ? null : title;
          }}
        >
          <Icon name="chevron" size={14} />
          {title}
          {addedOptions.length > 0 && (
            <Badge size="1" color="gray" radius="full">
              {addedOptions.length}
            </Badge>
          )}
        </button>
      </h3>
      <div id={`${id}-form`}>{open && <CardForm side={side} title={title} />}</div>
      <AddedTable side={side} title={title} />
    </section>
  );
}
