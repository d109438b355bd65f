import { isNear } from "./typos.ts";

/** How a text answers a query, best first; the room between two of them is for length and use. */
const POINTS = {
  exact: 1_000,
  begins: 900,
  /** Another name for the same thing, said in full. */
  synonym: 800,
  wordBegins: 700,
  words: 600,
  acronym: 500,
  holds: 400,
  wordsSaid: 300,
  typo: 200,
} as const;

/** Beyond these the first row is what was asked for, not a guess. */
export const SURE = POINTS.words - 50;

/** What is searched of one thing, in lower case. */
interface Text {
  readonly title: string;
  /** Words of the title. */
  readonly words: readonly string[];
  readonly acronym: string;
  /** Other names for it, each found in full or by its words. */
  readonly said: readonly string[];
  readonly saidWords: readonly string[];
}

const wordsOf = (text: string): readonly string[] => text.split(/[^\p{L}\d]+/u).filter((word) => word !== "");

function textOf(title: string, said: readonly string[]): Text {
  const plain = title.toLowerCase().replace(/…$/, "").trim();
  const words = wordsOf(plain);
  const others = said.map((one) => one.toLowerCase());
  return {
    title: plain,
    words,
    acronym: words.map((word) => word[0]).join(""),
    said: others,
    saidWords: others.flatMap(wordsOf),
  };
}

const beginsOne = (words: readonly string[], query: string): boolean => words.some((word) => word.startsWith(query));

const beginsWord = (text: string, at: number): boolean => !/[\p{L}\d]/u.test(text[at - 1] ?? " ");

/** How well a text answers without any mistake; negative where it does not. */
function plainPoints(
  { title, words, acronym, said, saidWords }: Text,
  query: string,
  queryWords: readonly string[],
): number {
  if (title === query) return POINTS.exact;
  if (title.startsWith(query))
    return POINTS.begins - Math.min(40, title.length - query.length) + (said.includes(query) ? 45 : 0);
  if (said.includes(query)) return POINTS.synonym;
  const at = title.indexOf(query);
  if (at > 0 && beginsWord(title, at)) return POINTS.wordBegins - Math.min(40, at);
  if (queryWords.length > 1 && queryWords.every((one) => beginsOne(words, one))) return POINTS.words;
  if (queryWords.length === 1 && query.length > 1 && initials(acronym, query))
    return POINTS.acronym - Math.min(40, acronym.length - query.length);
  if (at > 0) return POINTS.holds - Math.min(40, at);
  if (said.some((one) => one.startsWith(query))) return POINTS.holds - 45;
  if (queryWords.every((one) => beginsOne(words, one) || beginsOne(saidWords, one))) return POINTS.wordsSaid;
  return -1;
}

/** Initials in their order, the first among them; small words may be left out: `clr` answers to `Copy a link to this request`. */
function initials(acronym: string, query: string): boolean {
  if (acronym[0] !== query[0]) return false;
  let at = 0;
  for (const letter of acronym) if (letter === query[at]) at += 1;
  return at === query.length;
}

/** The same with typing errors: every word asked for is near one that is there, the nearer the beginning the better. */
function typoPoints({ words, saidWords }: Text, queryWords: readonly string[]): number {
  const both = [...words, ...saidWords];
  let points: number = POINTS.typo;
  for (const one of queryWords) {
    const place = both.findIndex((word) => word.startsWith(one) || isNear(one, word));
    if (place < 0) return -1;
    const beyond = Math.min(3, Math.abs((both[place] ?? "").length - one.length));
    points -= Math.min(20, beyond + (place < words.length ? place : 10 + place));
  }
  return Math.max(1, points);
}

interface Options<Item> {
  /** Other names. */
  readonly said?: (item: Item) => readonly string[];
  /** Deletes or overwrites something: never first where anything else answers. */
  readonly loses?: (item: Item) => boolean;
  /** What is not a word, such as a symbol, is not misspelt either. */
  readonly typos?: boolean;
}

interface Ranked<Item> {
  readonly item: Item;
  readonly points: number;
}

/** What use adds, from 0 to 1; it orders answers that are about as good as each other. */
export type Use<Item> = (item: Item) => number;
const MAX_USE = 55;

/** A list that is searched with each key: its texts are made comparable once. */
export class RankedIndex<Item> {
  readonly items: readonly Item[];
  readonly #texts: readonly Text[];
  readonly #loses: (item: Item) => boolean;
  readonly #typos: boolean;
  #last: { readonly query: string; readonly found: readonly number[] } | null = null;

  constructor(items: readonly Item[], title: (item: Item) => string, options: Options<Item> = {}) {
    const { said = () => [], loses = () => false, typos = true } = options;
    this.items = items;
    this.#texts = items.map((item) => textOf(title(item), said(item)));
    this.#loses = loses;
    this.#typos = typos;
  }

  /** The best answers, best first; of equals those that stand first in the list. */
  search(query: string, most: number, use?: Use<Item>): readonly Item[] {
    return this.ranked(query, most, use).map(({ item }) => item);
  }

  /** The same, with the points of each. */
  ranked(query: string, most: number, use?: Use<Item>): readonly Ranked<Item>[] {
    const wanted = query.trim().toLowerCase().replaceAll(/\s+/g, " ");
    if (wanted === "") return this.items.slice(0, most).map((item) => ({ item, points: 0 }));
    const queryWords = wordsOf(wanted);
    // What does not hold the beginning of a query does not hold the whole of it, unless it is misspelt.
    const within = !this.#typos && this.#last !== null && wanted.startsWith(this.#last.query) ? this.#last.found : null;
    const best = new Best<Item>(most);
    const found: number[] = [];
    const count = within?.length ?? this.items.length;
    for (let n = 0; n < count; n += 1) {
      const index = within === null ? n : (within[n] ?? 0);
      const [text, item] = [this.#texts[index], this.items[index]];
      if (text === undefined || item === undefined) continue;
      const points = plainPoints(text, wanted, queryWords);
      if (points < 0) continue;
      found.push(index);
      best.add(item, this.#weighed(item, points, use, text, wanted));
    }
    this.#last = { query: wanted, found };
    if (this.#typos && found.length === 0 && queryWords.length > 0) {
      for (const [index, text] of this.#texts.entries()) {
        const item = this.items[index];
        const points = typoPoints(text, queryWords);
        if (points >= 0 && item !== undefined) best.add(item, this.#weighed(item, points, use, text, wanted));
      }
    }
    return best.rows;
  }

  #weighed(item: Item, points: number, use: Use<Item> | undefined, { words }: Text, query: string): number {
    if (!this.#loses(item)) return points + (use === undefined ? 0 : use(item) * MAX_USE);
    // Unless it is asked for by its own verb it stands behind all others.
    return query.startsWith(words[0] ?? query) ? points - 60 : points / 1_000;
  }
}

/** So many rows, best first. */
class Best<Item> {
  readonly rows: Ranked<Item>[] = [];
  readonly #most: number;
  constructor(most: number) {
    this.#most = most;
  }
  add(item: Item, points: number): void {
    const { rows } = this;
    const worst = rows[this.#most - 1];
    if (worst !== undefined && worst.points >= points) return;
    let place = rows.length;
    while (place > 0 && (rows[place - 1]?.points ?? 0) < points) place -= 1;
    rows.splice(place, 0, { item, points });
    if (rows.length > this.#most) rows.pop();
  }
}
