import type { Command } from "../commands/registry.ts";
import { RankedIndex } from "./rank.ts";
import { losesSomething, SYNONYMS } from "./synonyms.ts";
import { useOf } from "./uses.ts";
import type { Uses } from "./uses.ts";

/** What can be done, as it is looked for: a command, or a button of the page. */
export interface RankedAction {
  readonly value: string;
  readonly title: string;
  /** Where it belongs. */
  readonly detail: string;
  /** Other names. */
  readonly said: readonly string[];
  /** Fits the place one is at. */
  readonly fits: boolean;
}

export const rankedAction = ({ id, title, group, words = [], fits }: Command): RankedAction => ({
  value: `command ${id}`,
  title,
  detail: group,
  said: [...words, ...(SYNONYMS[id] ?? [])],
  fits: fits?.() === true,
});

export const actionIndex = <Item extends RankedAction>(items: readonly Item[]): RankedIndex<Item> =>
  new RankedIndex(items, ({ title }) => title, {
    said: ({ said, detail }) => [...said, detail],
    loses: ({ title }) => losesSomething(title),
  });

/** What fitting the place counts beside having been used. */
const FITTING = 0.4;

/** Rows for a query, best first: what was used often and lately, and what fits the place, comes before its equals. */
export const rankActions = <Item extends RankedAction>(
  index: RankedIndex<Item>,
  query: string,
  most: number,
  uses: Uses,
  now: number,
): ReturnType<RankedIndex<Item>["ranked"]> =>
  index.ranked(query, most, ({ value, fits }) => Math.min(1, useOf(uses, value, now) + (fits ? FITTING : 0)));
