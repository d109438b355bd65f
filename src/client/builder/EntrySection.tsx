import { Heading } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { cardState, countOf, limitReached, shownNumber } from "../../request/index.ts";
import { cardsOf, screenText } from "../../vocabulary/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import { builder } from "../state/slices/builder.ts";
import { Card } from "./Card.tsx";
import { goToCard } from "./go-to.ts";
import { useLimits, useContent } from "./use-request.ts";
import "./card.css";

const ABOUT = {
  filters: "A security-day is kept when every filter is true.",
  columns: "Symbol and Date come first; each column adds a value.",
} as const;

/** The step Filters or Columns: how many there are, the cards to choose from, the open one, and what was added. */
export function EntrySection({ side }: { readonly side: CardSide }): ReactNode {
  const state = useContent();
  const limits = useLimits();
  const open = useSnapshot(builder).open[side];
  const count = countOf(state, side);
  const limit = state.kind === "template" ? null : limits[side];
  return (
    <section
      className="step"
      id={side}
      data-part=".card-chip[aria-pressed=true], .card-chip"
      aria-labelledby={`${side}-title`}
    >
      <header>
        <Heading as="h2" size="4" id={`${side}-title`} tabIndex={-1}>
          {screenText(side === "filters" ? "step-filters" : "step-columns")}
        </Heading>
        <span className="about">{ABOUT[side]}</span>
        <span className="space" />
        <span className={limitReached(state, side, limits) ? "limit reached" : "limit"}>
          {limit === null ? shownNumber(count) : `${shownNumber(count)} of ${shownNumber(limit)}`}
        </span>
      </header>
      <div className="card-row" role="group" aria-label={`Cards of ${side}`}>
        {cardsOf(side).map(({ title }) => {
          const added = cardState(state, side, title).addedOptions.length;
          return (
            <button
              key={title}
              type="button"
              aria-pressed={open === title}
              className="card-chip"
              onClick={() => {
                if (open === title) builder.open[side] = null;
                else goToCard(side, title);
              }}
            >
              {title}
              {added > 0 && <span className="count">{added}</span>}
            </button>
          );
        })}
      </div>
      {cardsOf(side).map(({ title }) => (
        <Card key={title} side={side} title={title} />
      ))}
    </section>
  );
}
