/** How well a text answers a query; both in lower case. Negative where it does not. */
function score(text: string, query: string): number {
  if (query === "") return 0;
  if (text === query) return 1_000;
  if (text.startsWith(query)) return 900 - Math.min(200, text.length - query.length);
  const at = text.indexOf(query);
  if (at > 0) return beginsWord(text, at) ? 600 - Math.min(200, at) : 300 - Math.min(200, at);
  return eachWord(text, query);
}

const beginsWord = (text: string, at: number): boolean => !/[\p{L}\d]/u.test(text[at - 1] ?? " ");

/** Every word of the query begins a word of the text: `mov fol` answers to `Move to folder`. */
function eachWord(text: string, query: string): number {
  if (!query.includes(" ")) return -1;
  for (const word of query.split(" ")) {
    if (word === "") continue;
    let at = text.indexOf(word);
    while (at > 0 && !beginsWord(text, at)) at = text.indexOf(word, at + 1);
    if (at < 0) return -1;
  }
  return 200;
}

/** A list that is searched with each key: its texts are made comparable once. */
export class RankedIndex<Item> {
  readonly items: readonly Item[];
  readonly #titles: readonly string[];
  readonly #words: readonly string[];
  #last: { readonly query: string; readonly found: readonly number[] } | null = null;

  /** `words` are found too, behind what the title answers to. */
  constructor(items: readonly Item[], title: (item: Item) => string, words: (item: Item) => string = () => "") {
    this.items = items;
    this.#titles = items.map((item) => title(item).toLowerCase());
    this.#words = items.map((item) => words(item).toLowerCase());
  }

  /** The best answers, best first; of equals those that stand first in the list. */
  search(query: string, most: number): readonly Item[] {
    const words = query.trim().toLowerCase().replaceAll(/\s+/g, " ");
    if (words === "") return this.items.slice(0, most);
    // What does not hold the beginning of a query does not hold the whole of it.
    const within = this.#last !== null && words.startsWith(this.#last.query) ? this.#last.found : null;
    const best: { readonly index: number; readonly score: number }[] = [];
    const found: number[] = [];
    const count = within?.length ?? this.items.length;
    for (let n = 0; n < count; n += 1) {
      const index = within === null ? n : (within[n] ?? 0);
      const points = this.#score(index, words);
      if (points < 0) continue;
      found.push(index);
      const worst = best[most - 1];
      if (worst !== undefined && worst.score >= points) continue;
      let place = best.length;
      while (place > 0 && (best[place - 1]?.score ?? 0) < points) place -= 1;
      best.splice(place, 0, { index, score: points });
      if (best.length > most) best.pop();
    }
    this.#last = { query: words, found };
    return best.flatMap(({ index }) => this.items[index] ?? []);
  }

  #score(index: number, query: string): number {
    const title = score(this.#titles[index] ?? "", query);
    if (title >= 0) return title;
    const words = this.#words[index] ?? "";
    return words === "" ? -1 : Math.min(score(words, query), 150);
  }
}
