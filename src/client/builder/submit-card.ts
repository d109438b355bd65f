import { cardState, itemName, submit, withSuggestedName } from "../../request/index.ts";
import type { RequestState } from "../../request/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { builder, change } from "../state/slices/builder.ts";
import { markDone } from "../state/slices/just-done.ts";
import { entryLimits, productNow } from "../state/queries/product.ts";
import { cardId } from "./go-to.ts";

/** A card on its side. */
export interface CardPlace {
  readonly side: CardSide;
  readonly title: CardTitle;
}

/** A click on Add or Edit, or Enter in one of the card's inputs. */
export function submitCard({ side, title }: CardPlace): void {
  const limits = entryLimits(productNow());
  const { editing } = cardState(builder.state, side, title);
  const next = submit(withSuggestedName(builder.state, side, title), side, title, limits, builder.checks[side]);
  const nameIn = (state: RequestState): string => {
    const row = editing === null ? undefined : cardState(state, side, title).addedOptions[editing];
    return row === undefined || side === "filters" ? "" : itemName(row.addedItem);
  };
  const [from, to] = [nameIn(builder.state), nameIn(next)];
  const rename = from === to ? null : { from, to };
  const rows = (state: RequestState): unknown => cardState(state, side, title).addedOptions;
  if (rows(next) !== rows(builder.state)) markDone(cardId(side, title));
  change(`${editing === null ? "add" : "edit"} ${title.toLowerCase()}`, () => next, { rename });
}
