import { choicesOf } from "../../src/request/index.ts";
import type { FormPlace } from "../../src/request/index.ts";
import { cardOf } from "../../src/vocabulary/index.ts";
import type { CardOptionName, CardSide, CardTitle, TabName } from "../../src/vocabulary/index.ts";
import { placeOf } from "./builder-forms.ts";
import { CardHand } from "./card.ts";

/** One thing done to a form: a chip clicked, or a text typed. */
export type Act =
  | { readonly option: CardOptionName; readonly click: string; readonly label: string }
  | { readonly option: CardOptionName; readonly type: string };

/** An entry of a card as a person makes it: the data point chosen, then option by option. */
export interface CardCase {
  readonly tab: TabName;
  readonly advanced: boolean;
  readonly point: { readonly name: string; readonly label: string };
  readonly acts: readonly Act[];
  /** What the card says of it in words, by the rules behind the screen. */
  readonly sentence: string;
  /** Name In Excel; empty on a filter. */
  readonly name: string;
}

/** Several ways to fill an option in; each of them is one list of acts. */
type Ways = readonly (readonly Act[])[];

const typed = (option: CardOptionName, ...texts: readonly string[]): Ways =>
  texts.map((text) => [{ option, type: text }]);

function valueWays({ point }: FormPlace): Ways {
  switch (point.type) {
    case "number":
      return typed("value", "5", "-2.5", "1000000");
    case "date":
      return typed("value", "2024-02-29", "03/28/2024");
    case "time":
      return typed("value", "10:00", "9");
    case "text":
      return point.name === "name" ? typed("value", "some company", "A, B") : typed("value", "aapl", "AAPL,brk.b");
    case "boolean":
      return [];
  }
  return point.type satisfies never;
}

function typedWays(place: FormPlace, option: CardOptionName, name: string): Ways {
  switch (option) {
    case "day":
      return typed(option, "0", "-1", "2");
    case "offset":
      return typed(option, "0", "1");
    case "days":
    case "num_bars":
      return typed(option, "20", "7");
    case "start_time":
      return typed(option, "09:30", place.card.title === "Trade" ? "9:45" : "4");
    case "end_time":
      return typed(option, "15:59", "10");
    case "time":
      return typed(option, "10:00", "16");
    case "tag":
      return typed(option, "", `tag ${name}`);
    case "name":
      return typed(option, name);
    case "value":
      return valueWays(place);
    case "params":
      return typed(option, place.selected.params ?? "");
    case "list":
      return typed(option, "Watch", "signals");
    case "number":
      return typed(option, "sentiment", "label");
    case "of":
      return typed(option, "", "spy");
    case "level":
      return typed(option, "[daily high -1 adj]", "[daily close -1 adj] * 1.02");
    case "target":
      return typed(option, "", "10", "2 atr(14)");
    case "stop":
      return typed(option, "", "5", "1.5 ATR", "[daily close -1 adj] * 0.9");
    case "trail":
      return typed(option, "", "3 %", "1 atr(20)");
    case "until":
      return typed(option, "15:59 2", "close 5");
    case "when":
      return typed(option, "", "[daily close] < [daily open]");
    case "adjusted":
    case "period":
    case "among":
    case "side":
    case "entry":
    case "both":
    case "func":
    case "is_the":
    case "data_point_to_evaluate":
    case "bar":
    case "line":
    case "condition":
      return [];
  }
  return option satisfies never;
}

/** Every way to fill an option in: each choice, each combined condition, several values at once; of texts a few. */
export function waysOf(place: FormPlace, option: CardOptionName, name: string): Ways {
  const choices = choicesOf(place, option).map(({ value, label }): Act => ({ option, click: value, label }));
  if (choices.length === 0) return typedWays(place, option, name);
  const one = choices.map((choice) => [choice]);
  const [first, second, third] = choices;
  if (first === undefined || second === undefined) return one;
  // Greater or less, and equal: the third of the conditions.
  if (option === "condition" && third !== undefined) return [...one, [first, third], [second, third]];
  return option === "value" && third !== undefined ? [...one, [first, third]] : one;
}

export const doActs = (hand: CardHand, acts: readonly Act[]): CardHand =>
  acts.reduce(
    (now, act) => ("click" in act ? now.choose(act.option, act.click) : now.type(act.option, act.type)),
    hand,
  );

/** The form with a data point chosen and nothing else. */
export function atPoint(
  hand: CardHand,
  { tab, advanced, point }: Pick<CardCase, "tab" | "advanced" | "point">,
): CardHand {
  const on = hand.tab(tab);
  return (on.view().advanced?.on === advanced || !advanced ? on : on.advanced()).point(point.name);
}

/** Of a list longer than `most`, evenly so many. */
const thinned = (ways: Ways, most: number): Ways =>
  ways.filter((_, index) => index % Math.max(1, Math.ceil(ways.length / most)) === 0);

/** Which way of each option a round takes: a round more than any option has ways is one too many. */
function round(
  start: CardHand,
  number: number,
  name: string,
  brief: boolean,
  most: number,
): { hand: CardHand; acts: Act[]; rounds: number } {
  let hand = start;
  const acts: Act[] = [];
  const done = new Set<CardOptionName>();
  let rounds = 1;
  for (;;) {
    const option = hand.shownOptions().find((asked) => !done.has(asked));
    if (option === undefined) return { hand, acts, rounds };
    done.add(option);
    const all = waysOf(placeOf(hand.state, hand.side, hand.title), option, name);
    // Every function stands on the first data point of its tab; on the others a few do.
    const ways =
      brief && (option === "among" || (option === "func" && hand.title === "Indicator"))
        ? all.slice(0, 3)
        : thinned(all, most);
    rounds = Math.max(rounds, ways.length);
    const way = ways[number % Math.max(ways.length, 1)] ?? [];
    acts.push(...way);
    hand = doActs(hand, way);
  }
}

/** The acts as they are, and with each other line of an indicator that has several. */
function withEachLine(hand: CardHand, acts: readonly Act[]): readonly (readonly Act[])[] {
  if (!hand.shownOptions().includes("line")) return [acts];
  return choicesOf(placeOf(hand.state, hand.side, hand.title), "line").map(({ value, label }) =>
    acts.map((act): Act => (act.option === "line" ? { option: "line", click: value, label } : act)),
  );
}

/**
 * The entries that between them use every tab, data point, option and choice of a card, from its own description. What can
 * not be meant together, such as parameters an indicator refuses, is left out. Of choices more than `most` so many,
 * and a quarter of them on all data points but the first.
 */
export function casesOf(side: CardSide, title: CardTitle, most = Infinity): readonly CardCase[] {
  const cases: CardCase[] = [];
  for (const tab of cardOf(side, title)?.tabs ?? [])
    for (const advanced of tab.advanced ? [false, true] : [false]) {
      const bare = new CardHand(side, title).tab(tab.name);
      const points = (advanced ? bare.advanced() : bare).view().dataPoints;
      for (const [index, { name, label }] of points.entries()) {
        const place = { tab: tab.name, advanced, point: { name, label } };
        const start = atPoint(new CardHand(side, title), place);
        let rounds = 1;
        for (let number = 0; number < rounds; number++) {
          const column = side === "columns" ? `c ${cases.length}` : "";
          const tried = round(
            start,
            number,
            column === "" ? String(cases.length) : column,
            index > 0,
            index === 0 ? most : most / 4,
          );
          rounds = Math.max(rounds, tried.rounds);
          for (const acts of withEachLine(tried.hand, tried.acts)) {
            const name = column === "" ? "" : `c ${cases.length}`;
            const named = acts.map((act) => (act.option === "name" ? { option: act.option, type: name } : act));
            const [sentence] = doActs(start, named).submit().sentences();
            if (sentence !== undefined) cases.push({ ...place, acts: named, sentence, name });
          }
        }
      }
    }
  return cases;
}
