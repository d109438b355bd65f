import type { Block, Page } from "./page.ts";

/** A place of the reference. */
export interface Place {
  readonly page: Page;
  /** Empty for the page as a whole. */
  readonly anchor: string;
  /** As plain text. */
  readonly title: string;
  /** What stands there, as plain text. */
  readonly text: string;
}

const plain = (content: string): string => content.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "");

const textOf = (block: Block): string => {
  switch (block.kind) {
    case "text":
      return plain(block.text);
    case "list":
      return block.items.map(plain).join(" ");
    case "table":
      return [block.head, ...block.rows].flat().map(plain).join(" ");
    case "code":
      return block.lines.join(" ");
    case "request":
      return block.text;
    case "heading":
    case "entry":
      return "";
  }
  return block satisfies never;
};

/** A page and what can be linked to in it: each with the text that stands below it, up to the next. */
function placesOf(page: Page): readonly Place[] {
  const places: { anchor: string; title: string; texts: string[] }[] = [
    { anchor: "", title: page.title, texts: [plain(page.summary)] },
  ];
  for (const block of page.blocks) {
    if (block.kind === "heading") places.push({ anchor: block.anchor, title: plain(block.text), texts: [] });
    else if (block.kind === "entry") places.push({ anchor: block.anchor, title: plain(block.title), texts: [] });
    else if (block.kind === "table" && block.anchors !== null)
      for (const [index, row] of block.rows.entries())
        places.push({ anchor: block.anchors[index] ?? "", title: plain(row[0] ?? ""), texts: row.slice(1).map(plain) });
    else places.at(-1)?.texts.push(textOf(block));
  }
  return places.map(({ anchor, title, texts }) => ({ page, anchor, title, text: texts.join(" ") }));
}

/** Where a word begins in a text, or -1: "gap" is not found in Singapore. */
function wordAt(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[a-z0-9]/.test(text[at - 1] ?? "") || !/[a-z0-9]/.test(word[0] ?? "")) return at;
  return -1;
}

/** Places shown at most. */
export const MAX_PLACES = 50;

/** A place with its texts in lower case, as they are searched. */
interface Searched {
  readonly place: Place;
  readonly name: string;
  readonly id: string;
  readonly whole: string;
}

/** Of the pages that were searched before: all that is looked at is prepared once. */
const prepared = new WeakMap<readonly Page[], readonly Searched[]>();

function searchedOf(pages: readonly Page[]): readonly Searched[] {
  const known = prepared.get(pages);
  if (known !== undefined) return known;
  const made = pages.flatMap(placesOf).map((place) => ({
    place,
    name: place.title.toLowerCase(),
    id: place.anchor.toLowerCase(),
    whole: place.text.toLowerCase(),
  }));
  prepared.set(pages, made);
  return made;
}

/** How well a place fits: by its name first, by its text last; null where a word stands nowhere in it. */
function rank({ name, id, whole }: Searched, query: string, words: readonly string[]): number | null {
  if (name === query || id === query) return 0;
  if (name.startsWith(query) || id.startsWith(query)) return 1;
  if (words.every((word) => name.includes(word) || id.includes(word))) return 2;
  if (words.every((word) => name.includes(word) || id.includes(word) || wordAt(whole, word) >= 0)) return 3;
  return null;
}

/** Where all words of a query stand, the best place first; in the order of the pages where they fit as well. */
export function searchReference(pages: readonly Page[], query: string): readonly Place[] {
  const sought = query.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (sought === "") return [];
  const words = sought.split(" ");
  return searchedOf(pages)
    .flatMap((searched) => {
      const at = rank(searched, sought, words);
      return at === null ? [] : [{ place: searched.place, at }];
    })
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MAX_PLACES)
    .map(({ place }) => place);
}

/** Characters of an excerpt. */
const EXCERPT = 180;

/** What stands around the first word that is found in a text; its beginning where none is. */
export function excerptOf(text: string, query: string): string {
  const lower = text.toLowerCase();
  const found = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (word === "" ? -1 : wordAt(lower, word)))
    .filter((at) => at >= 0);
  const first = found.length === 0 ? 0 : Math.min(...found);
  const from = first < EXCERPT / 2 ? 0 : text.lastIndexOf(" ", first - EXCERPT / 3) + 1;
  const cut = text.slice(from, from + EXCERPT);
  const isEnd = from + EXCERPT >= text.length;
  const whole = isEnd || !cut.includes(" ") ? cut : cut.slice(0, cut.lastIndexOf(" "));
  return `${from > 0 ? "… " : ""}${whole.trim()}${isEnd ? "" : " …"}`;
}
