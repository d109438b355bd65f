/** What an option is looked for by. */
export interface Searched {
  readonly kind:
    | "data point"
    | "own"
    | "parameter"
    | "indicator"
    | "function"
    | "column"
    | "value"
    | "operator"
    | "part"
    | "preset"
    | "saved";
  /** Names it in the counts of use: the same in every notation and place. */
  readonly key: string;
  readonly label: string;
  /** What it is called in a formula: `close`, `ema`. */
  readonly names: readonly string[];
  /** What people call it: `52-week high`, `exponential moving average`. */
  readonly titles: readonly string[];
  readonly doc: string;
}

/** How often an option was taken, the older the less, by its key. */
export type Uses = ReadonlyMap<string, number>;

/** How an option answers a query, the best answer first. */
const ANSWERS = [
  "own text",
  "name",
  "title",
  "name begins",
  "title begins",
  "words begin",
  "name holds",
  "title holds",
  "typo",
  "description",
  "letters",
] as const;
type Answer = (typeof ANSWERS)[number];
const GUESSES: ReadonlySet<number> = new Set([ANSWERS.indexOf("typo"), ANSWERS.indexOf("letters")]);

/** What comes first among equal answers that were used equally often: the vocabulary before what the user called so. */
const KINDS: Readonly<Record<Searched["kind"], number>> = {
  value: 0,
  "data point": 1,
  own: 2,
  parameter: 3,
  saved: 4,
  function: 5,
  indicator: 6,
  column: 7,
  preset: 8,
  part: 9,
  operator: 10,
};

function kindOf({ kind }: Searched, answer: Answer | null): number {
  // Where all are offered, they stand as the place has them, behind what is the user's own.
  if (answer === null)
    return kind === "value" ? 0 : kind === "own" || kind === "parameter" ? 1 : kind === "saved" ? 2 : 3;
  // A few letters begin more functions than anybody means.
  return kind === "function" && answer === "name begins" ? KINDS.indicator + 0.5 : KINDS[kind];
}

const plain = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** A query as it is compared with all options. */
interface Query {
  readonly raw: string;
  readonly text: string;
  readonly words: readonly string[];
}

/** A list of texts as they are compared, made once for each. */
const comparable = new WeakMap<readonly string[], readonly string[]>();
function plainOf(texts: readonly string[]): readonly string[] {
  const known = comparable.get(texts);
  if (known !== undefined) return known;
  const made = texts.map(plain).filter((text) => text !== "");
  comparable.set(texts, made);
  return made;
}

/**
 * Each word of the query begins a word of the text, in any order: `av vol` answers to `Average volume 10`. A number may only
 * lead, as in `52 high`: `close 1` is the beginning of a day.
 */
function wordsBegin(text: string, words: readonly string[]): boolean {
  if (words.some((word, at) => at > 0 && /^\d/.test(word))) return false;
  const left = text.split(" ");
  return words.every((word) => {
    const at = left.findIndex((one) => one.startsWith(word));
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** Words that were not said, of what answers with the fewest of them. */
const spareWords = (option: Searched, { words }: Query): number =>
  Math.min(
    ...[...plainOf(option.names), ...plainOf(option.titles)]
      .filter((one) => wordsBegin(one, words))
      .map((one) => one.split(" ").length - words.length),
  );

/** Every letter of the query, in order, from the first one on: `mcap` answers to `market cap`. */
function holdsLetters(text: string, query: string): boolean {
  if (text[0] !== query[0]) return false;
  let at = 0;
  for (const letter of query) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The text with one letter too many, missing, wrong, or two exchanged; at least so long that it is no other word. */
function isTypo(text: string, query: string): boolean {
  if (query.length < 4 || /\d/.test(query) || Math.abs(text.length - query.length) > 1) return false;
  let same = 0;
  while (same < query.length && text[same] === query[same]) same += 1;
  const [left, right] = [text.slice(same), query.slice(same)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}

function answerOf(option: Searched, { raw, text, words }: Query): Answer | null {
  const own = option.label.toLowerCase();
  // With its signs: `ema_20` is the preset, `ema 20` the indicator.
  if (own === raw && raw !== text) return "own text";
  // Signs only, such as `%`.
  if (text === "") return own.includes(raw) ? "name holds" : null;
  const [names, titles] = [plainOf(option.names), plainOf(option.titles)];
  if (names.includes(text)) return "name";
  if (plain(own) === text || titles.includes(text)) return "title";
  // A number is said to say a number: only what is called by it answers.
  if (/^\d+$/.test(text)) return titles.some((title) => title.startsWith(text)) ? "title begins" : null;
  if (names.some((name) => name.startsWith(text))) return "name begins";
  if (plain(own).startsWith(text) || titles.some((title) => title.startsWith(text))) return "title begins";
  if ([...names, ...titles].some((one) => wordsBegin(one, words))) return "words begin";
  if (text.length < 3) return null;
  if (names.some((name) => name.includes(text))) return "name holds";
  if (titles.some((title) => title.includes(text))) return "title holds";
  if (names.some((name) => isTypo(name, text))) return "typo";
  const isOfLibrary = option.kind === "preset" || option.kind === "saved";
  if (isOfLibrary && words.every(({ length }) => length > 2) && wordsBegin(plain(option.doc), words))
    return "description";
  return words.length === 1 && names.some((name) => holdsLetters(name.replaceAll(" ", ""), text)) ? "letters" : null;
}

/**
 * The options that answer a query, best first: by how well they answer, then by the user's own use, then by kind, then as
 * they stood. An empty query is answered by all of them.
 */
export function ranked<Option extends Searched>(
  options: readonly Option[],
  query: string,
  uses: Uses,
): readonly Option[] {
  const raw = query.trim().toLowerCase();
  const text = plain(raw);
  const wanted: Query = { raw, text, words: text.split(" ") };
  const found = options.flatMap((option, at) => {
    const answer = raw === "" ? null : answerOf(option, wanted);
    if (raw !== "" && answer === null) return [];
    return {
      option,
      at,
      answer: answer === null ? 0 : ANSWERS.indexOf(answer),
      use: uses.get(option.key) ?? 0,
      kind: kindOf(option, answer),
      spare: answer === "words begin" ? spareWords(option, wanted) : 0,
    };
  });
  // Guesses are for what nothing else answers.
  const isGuess = ({ answer }: { readonly answer: number }): boolean => GUESSES.has(answer);
  const sure = found.every(isGuess) ? found : found.filter((one) => !isGuess(one));
  return sure
    .toSorted((a, b) => a.answer - b.answer || b.use - a.use || a.kind - b.kind || a.spare - b.spare || a.at - b.at)
    .map(({ option }) => option);
}
