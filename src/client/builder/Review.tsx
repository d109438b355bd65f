import { Button, Heading, Switch, Text, Tooltip } from "@radix-ui/themes";
import { useId } from "react";
import type { ReactNode } from "react";
import { cardState, countOf, setOption, switches } from "../../request/index.ts";
import { cardsOf, screenText } from "../../vocabulary/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import { Icon } from "../ui/icons.tsx";
import { change } from "../state/slices/builder.ts";
import { useProduct } from "../state/queries/product.ts";
import { AddedTable } from "./AddedTable.tsx";
import { goToStep } from "./go-to.ts";
import { useContent } from "./use-request.ts";
import { OutcomeChoice } from "./OutcomeChoice.tsx";
import { WordingSwitch } from "./WordingSwitch.tsx";
import "./review.css";
import "./toggle.css";

interface ReviewProps {
  /** A request that is only looked at: no Edit, and the switches stand still. */
  readonly readOnly?: boolean;
}

/** The step Review: the three sections as they will be sent, and the switches of the request. */
export function Review({ readOnly = false }: ReviewProps): ReactNode {
  const id = useId();
  const state = useContent();
  const { requestName, startTime, endTime } = state.dataRange;
  return (
    <section className="step review" id="review" data-part="" aria-labelledby="review-title">
      <header>
        <Heading as="h2" size="4" id="review-title" tabIndex={-1}>
          {screenText("step-review")}
        </Heading>
      </header>
      <section className="review-part" aria-labelledby={`${id}-dates`}>
        <header>
          <h3 id={`${id}-dates`}>{screenText("step-date-range")}</h3>
          {!readOnly && <EditStep anchor="date-range" about={screenText("step-date-range")} />}
        </header>
        <p>
          <strong>{requestName.trim() === "" ? "No name yet" : requestName}</strong>
          {/* A template has no days of its own: the builder gives it some. */}
          {(state.kind === "request" || !readOnly) && (
            <span className="days">
              {startTime} – {endTime}
            </span>
          )}
        </p>
      </section>
      <ReviewSide side="filters" readOnly={readOnly} />
      <ReviewSide side="columns" readOnly={readOnly} />
      {countOf(state, "columns") > 0 && <OutcomeChoice readOnly={readOnly} />}
      {state.kind === "request" && <RequestSwitches readOnly={readOnly} />}
    </section>
  );
}

const EditStep = ({ anchor, about }: { readonly anchor: string; readonly about: string }): ReactNode => (
  <Button size="1" variant="soft" color="gray" aria-label={`Edit: ${about}`} onClick={() => goToStep(anchor)}>
    <Icon name="edit" size={13} /> Edit
  </Button>
);

function ReviewSide({ side, readOnly }: { readonly side: CardSide; readonly readOnly: boolean }): ReactNode {
  const id = useId();
  const state = useContent();
  const title = screenText(side === "filters" ? "step-filters" : "step-columns");
  const full = cardsOf(side).filter((card) => cardState(state, side, card.title).addedOptions.length > 0);
  return (
    <section className="review-part" aria-labelledby={id}>
      <header>
        <h3 id={id}>
          {title} <span className="count">{countOf(state, side)}</span>
        </h3>
        {!readOnly && <EditStep anchor={side} about={title} />}
        <span className="space" />
        <WordingSwitch about={`Review of ${side}`} />
      </header>
      {full.length === 0 && (
        <p className="empty">
          {side === "filters"
            ? "No filters: every security on every day of the range."
            : "No columns: the workbook will hold Symbol and Date."}
        </p>
      )}
      {full.map((card) => (
        <AddedTable key={card.title} side={side} title={card.title} readOnly={readOnly} inReview />
      ))}
    </section>
  );
}

/** Daily Updates as far as the subscription allows, E-mail notification, and in edit mode Overwrite. */
export function RequestSwitches({ readOnly = false }: { readonly readOnly?: boolean }): ReactNode {
  const state = useContent();
  const product = useProduct();
  return (
    <div className="review-switches">
      {switches(state, product?.daily_updates === true, readOnly).map(({ option, label, on, disabled, tooltip }) => (
        <Tooltip key={option} content={tooltip}>
          <Text as="label" size="2" className="toggle">
            <Switch
              size="2"
              checked={on}
              disabled={disabled}
              aria-label={label}
              aria-description={tooltip}
              onCheckedChange={(checked) => change(label, (now) => setOption(now, option, checked))}
            />
            {label}
          </Text>
        </Tooltip>
      ))}
    </div>
  );
}
