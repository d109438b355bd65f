import type { CheckEnv } from "../check/env.ts";
import type { NotationName } from "../notation.ts";
import { completionContext } from "./context-at.ts";
import type { CompletionContext } from "./context.ts";
import type { LibraryFormula } from "./library.ts";
import { offersAt } from "./options.ts";
import type { CompletionOption } from "./option.ts";
import type { CompletionOffers } from "./options.ts";
import { ranked } from "./rank.ts";
import type { Uses } from "./rank.ts";
import { saidWords } from "./said-words.ts";

/** What stands around a caret, as far as completion asks. */
export interface CompletionSurroundings {
  readonly env: CheckEnv;
  readonly notation: NotationName;
  /** The same list as long as it holds the same formulas: what was found out of it is kept with it. */
  readonly library: readonly LibraryFormula[];
  readonly uses: Uses;
}

/** What may stand at a caret in place of the text from one offset to another, best first. */
export interface Completed {
  readonly kind: CompletionContext["kind"];
  readonly from: number;
  readonly to: number;
  /** What is searched for; empty where everything is offered. */
  readonly query: string;
  readonly options: readonly CompletionOption[];
}

/**
 * What may be put at a position of one formula, ranked for what is typed there; null where there is nothing. Depends on
 * nothing but what is given. With the list that is `open` it is null at another place than that list's, before anything
 * is looked for there: a key must not wait for what the next list will hold.
 */
export function complete(
  text: string,
  position: number,
  around: CompletionSurroundings,
  open: Pick<Completed, "kind" | "from"> | null = null,
): Completed | null {
  const { notation } = around;
  const context = completionContext(text, position, notation);
  if (open !== null && !goesOn(context, open, notation)) return null;
  const narrow = answersIn(context, position, around);
  const said = notation === "words" && context.kind !== "text" ? saidWords(text, position) : null;
  const query = queryOf(context, position);
  // Behind a blank everything is offered that may go on; a longer stretch answers where nothing does.
  const enough = narrow.length > 0 && query === "";
  if (said === null || enough || (context.kind !== "none" && said.from >= context.from)) {
    const { kind, from, to } = context;
    return narrow.length === 0 ? null : { kind, from, to, query, options: narrow };
  }
  // A longer stretch may be the name of something, though its last word goes on with what stands before it.
  const { from } = said;
  const to = context.kind === "none" ? position : context.to;
  const wide = answersIn({ kind: "phrase", text, from, to, open: from, notation }, position, around);
  const lead = context.kind === "none" ? "" : text.slice(from, context.from);
  const moved = narrow.map((option) => ({
    ...option,
    insert: lead + option.insert,
    slots: option.slots.map((slot) => ({ from: slot.from + lead.length, to: slot.to + lead.length })),
  }));
  const options = [...moved, ...wide.filter(({ insert }) => moved.every((one) => one.insert !== insert))];
  const kind = context.kind === "none" ? "phrase" : context.kind;
  return options.length === 0 ? null : { kind, from, to, query: text.slice(from, position), options };
}

/** Whether a context may still be that of a list; in words a longer stretch may hold it. */
const goesOn = (
  { kind, from }: CompletionContext,
  open: Pick<Completed, "kind" | "from">,
  notation: NotationName,
): boolean => (notation === "code" ? kind === open.kind && from === open.from : kind === open.kind || kind === "none");

/** The part of a context that was typed before the caret; without its quote inside a text. */
const queryOf = ({ kind, text, from }: CompletionContext, position: number): string =>
  text.slice(kind === "text" ? from + 1 : from, position);

function answersIn(
  context: CompletionContext,
  position: number,
  around: CompletionSurroundings,
): readonly CompletionOption[] {
  if (context.kind === "none") return [];
  const query = queryOf(context, position);
  const { options, numbered } = keptOffers(context, around);
  return [...numbered(query), ...ranked(options, query, around.uses)];
}

interface Kept extends CompletionSurroundings {
  readonly shape: string;
  readonly before: string;
  readonly after: string;
  readonly offers: CompletionOffers;
}

/** The last places asked about: while a word is typed, what fits there stays, and only its rank changes. */
let kept: readonly Kept[] = [];
const MAX_KEPT = 2;

function keptOffers(context: CompletionContext, around: CompletionSurroundings): CompletionOffers {
  const { text, from, to, kind } = context;
  const end = "close" in context ? context.close !== null : "closed" in context && context.closed;
  const shape = `${kind} ${from} ${"open" in context ? context.open : ""} ${end}`;
  const [before, after] = [text.slice(0, from), text.slice(to)];
  const { env, library, notation } = around;
  const known = kept.find(
    (one) =>
      one.shape === shape &&
      one.before === before &&
      one.after === after &&
      one.notation === notation &&
      one.library === library &&
      one.env.columns === env.columns &&
      one.env.use === env.use &&
      one.env.values === env.values &&
      one.env.symbols === env.symbols &&
      one.env.currentOnly === env.currentOnly &&
      one.env.own === env.own &&
      sameParameters(one.env, env),
  );
  if (known !== undefined) return known.offers;
  const offers = offersAt(context, env, library);
  kept = [{ ...around, shape, before, after, offers }, ...kept].slice(0, MAX_KEPT);
  return offers;
}

/** Their values are looked at where a formula is read, here their names. */
const sameParameters = (one: CheckEnv, other: CheckEnv): boolean =>
  [...(one.parameters?.keys() ?? [])].join() === [...(other.parameters?.keys() ?? [])].join();
