import type { BarField } from "./fields.ts";
import type { Recipe } from "./recipe.ts";

/** Bars of warm-up at the least, once anything in a recipe is recursive. */
const MIN_WARMUP = 250;
/**
 * Multiples of n after which the seed weighs less than 1e-6: (1 - 1/n)^(17 n) and (1 - 2/(n+1))^(9 n) are below 1e-7.
 */
const WARMUP = { wilder: 17, ema: 9 } as const;

/** The recipes a node is computed from, in the order of its keys. */
export function recipeParts(recipe: Recipe): readonly Recipe[] {
  if ("a" in recipe) return [recipe.a, recipe.b];
  if ("test" in recipe) return [recipe.test, recipe.yes, recipe.no];
  if ("otherwise" in recipe) return [recipe.x, recipe.otherwise];
  if (recipe.op === "varying") return [recipe.x, recipe.length];
  if ("x" in recipe) return [recipe.x];
  return recipe.op === "fold" ? recipe.fold.inputs : [];
}

/** Computes bottom-up, each node object once: recipes share parts, so the plain walk would be exponential. */
function derive<T>(recipe: Recipe, of: (node: Recipe, parts: readonly T[]) => T): T {
  const known = new Map<Recipe, T>();
  const visit = (node: Recipe): T => {
    const found = known.get(node);
    if (found !== undefined) return found;
    const value = of(node, recipeParts(node).map(visit));
    known.set(node, value);
    return value;
  };
  return visit(recipe);
}

/** The first bar, counted from 1, on which the recipe has a value when no input is null. */
export function minimumBars(recipe: Recipe): number {
  return derive<number>(recipe, (node, inner) => {
    if (node.op === "default") return Math.min(...inner);
    return longest(node, inner) + barsBefore(node);
  });
}

/** Bars that the parts of a node need; a varying window needs `most` of its values but only the current length. */
function longest(node: Recipe, inner: readonly number[]): number {
  const [values = 1, length = 1] = inner;
  return node.op === "varying" ? Math.max(values + node.most - 1, length) : Math.max(1, ...inner);
}

/** Bars before the current one that a node needs beyond those of its parts. */
function barsBefore(node: Recipe): number {
  if (node.op === "lag") return Math.max(0, node.n);
  if (node.op === "fold") return node.fold.minimum - 1;
  if (node.op === "filter") return node.weights.length - 1;
  if (node.op === "smooth") return seedOf(node) - 1;
  return "n" in node ? node.n - 1 : 0;
}

/**
 * Bars after which the value no longer depends (to 1e-6) on where the history begins: minimumBars without recursion,
 * with it the seed plus 17 n for Wilder and 9 n for EMA, nested lengths added, at least 250. Infinity for running
 * totals from the first bar. Totals of a session count one bar: sessions are always read whole.
 */
export function warmupBars(recipe: Recipe): number {
  const { bars, recursive } = derive<{ bars: number; recursive: boolean }>(recipe, (node, inner) => ({
    bars:
      longest(
        node,
        inner.map((part) => part.bars),
      ) + barsUntilSettled(node),
    recursive: isRecursive(node) || inner.some((part) => part.recursive),
  }));
  return recursive ? Math.max(MIN_WARMUP, bars) : bars;
}

const seedOf = (node: Extract<Recipe, { op: "smooth" }>): number => node.seed ?? node.n;

function isRecursive(node: Recipe): boolean {
  return node.op === "fold" || node.op === "latest" || (node.op === "smooth" && node.n > 1);
}

function barsUntilSettled(node: Recipe): number {
  if (node.op === "total") return node.perSession ? 0 : Infinity;
  if (node.op === "fold") return node.fold.warmup - 1;
  if (node.op === "smooth") return node.n > 1 ? seedOf(node) - 1 + WARMUP[node.kind] * node.n : 0;
  return barsBefore(node);
}

/** Bars after the current one that the value reads; moves the moment at which it is known. */
export function barsAhead(recipe: Recipe): number {
  return derive<number>(recipe, (node, ahead) => {
    const furthest = Math.max(0, ...ahead);
    return node.op === "lag" ? Math.max(0, furthest - node.n) : furthest;
  });
}

/** Fields of the bar that the value is computed from, each once; `source` stands for the field a formula names. */
export function inputFields(recipe: Recipe): readonly (BarField | "source")[] {
  const fields = new Set<BarField | "source">();
  derive<true>(recipe, (node) => {
    if (node.op === "field") fields.add(node.field);
    if (node.op === "source") fields.add("source");
    return true;
  });
  return [...fields];
}

/** The recipe with the field a formula names in place of `source`. Parts that were shared stay shared. */
export function withSource(recipe: Recipe, name: BarField): Recipe {
  return derive<Recipe>(recipe, (node, inner) => replaceParts(node, inner, name));
}

function replaceParts(node: Recipe, inner: readonly Recipe[], name: BarField): Recipe {
  if (node.op === "source") return { op: "field", field: name };
  if (node.op === "fold") return { ...node, fold: { ...node.fold, inputs: inner } };
  const [first = node, second = node, third = node] = inner;
  if ("a" in node) return { ...node, a: first, b: second };
  if ("test" in node) return { ...node, test: first, yes: second, no: third };
  if ("otherwise" in node) return { ...node, x: first, otherwise: second };
  if (node.op === "varying") return { ...node, x: first, length: second };
  return "x" in node ? { ...node, x: first } : node;
}
