import { subscribe } from "valtio";
import { EXAMPLES } from "../request/examples.ts";
import { RANGES, rangeOf } from "../request/ranges.ts";
import { firstVisit, replaceDocument, requestDocument } from "./document.ts";
import { dateBounds, loadMarket, market } from "./market.ts";
import { openRun, runOfAddress } from "./run.ts";
import { keepJudging } from "./validity.ts";

const [EXAMPLE] = EXAMPLES;
const [, , QUARTER] = RANGES;

/** Gives an empty document dates that fit the data, and on a first visit something to look at. */
function fill(): void {
  if (market.answer === null || requestDocument.start !== "") return;
  const range = rangeOf(QUARTER, dateBounds(market.answer));
  const untouched = requestDocument.filters.length + requestDocument.columns.length === 0;
  if (firstVisit && untouched && EXAMPLE) replaceDocument({ ...EXAMPLE, ...range });
  else Object.assign(requestDocument, range);
}

/** Starts the page's work at the rim; what is given back stops it. */
export function begin(): () => void {
  const stop = subscribe(market, fill);
  const stopJudging = keepJudging();
  void loadMarket();
  const id = runOfAddress();
  if (id !== null) void openRun(id);
  return () => {
    stop();
    stopJudging();
  };
}
