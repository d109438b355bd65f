import {
  columnKey,
  columnNames,
  mapTree,
  parameterKey,
  parameterNames,
  printCode,
  settled,
} from "../../formula/index.ts";
import type { Node, ParameterValues } from "../../formula/index.ts";
import { chosenValues, settingsOf } from "../../request/index.ts";
import type { ScanColumn, ScanFilter, ScanRequest } from "../../request/index.ts";
import { comparesExactly } from "../plan/planner.ts";
import { columnTrees } from "../run.ts";
import type { Thresholds } from "./thresholds.ts";

/** Conditions that one number of a row can tell: each is a bit of a double's whole part. */
export const CONDITIONS_PER_COLUMN = 50;

/** A part of the request at each of the values that its own parameters take. */
interface Variants {
  readonly trees: readonly Node[];
  /** Which of them each setting of the request has. */
  readonly ofSetting: readonly number[];
}

/** A condition with parameters, and which of its variants each setting asks for. */
export type SweptCondition =
  /** Columns whose bits say which variants hold. */
  | { readonly kind: "bits"; readonly columns: readonly string[]; readonly ofSetting: readonly number[] }
  /** A column that each variant compares with a threshold: comparing it here costs the engine nothing. */
  | {
      readonly kind: "thresholds";
      readonly column: string;
      readonly thresholds: Thresholds;
      readonly ofSetting: readonly number[];
    };

/** A request whose rows are those of all settings together, with what tells which row is of which setting. */
export interface SweptRequest {
  readonly request: ScanRequest;
  readonly settings: readonly ParameterValues[];
  readonly conditions: readonly SweptCondition[];
  /** The outcome's columns in the rows, and which one a setting has. */
  readonly outcomes: { readonly columns: readonly string[]; readonly ofSetting: readonly number[] };
}

const node = (value: number): Node => ({ kind: "number", value, from: 0, to: 0 });
const call = (name: string, ...args: readonly Node[]): Node => ({ kind: "call", name, args, from: 0, to: 0 });

/** The parts of a tree that differ between settings, each once, by the values of the parameters that it has. */
function variantsOf(
  names: readonly string[],
  settings: readonly ParameterValues[],
  at: (values: ParameterValues) => Node,
) {
  const places = new Map<string, number>();
  const trees: Node[] = [];
  const ofSetting = settings.map((setting) => {
    const key = names.map((name) => setting.get(parameterKey(name))).join(" ");
    const place = places.get(key) ?? trees.length;
    if (place === trees.length) {
      places.set(key, place);
      trees.push(at(setting));
    }
    return place;
  });
  return { trees, ofSetting } satisfies Variants;
}

/** The names of the parameters that a formula depends on, by key, and the formula at one of their settings. */
interface Dependence {
  readonly of: (tree: Node) => readonly string[];
  readonly at: (tree: Node, values: ParameterValues) => Node;
}

/** The parameter that a comparison has for one whole side, and which way; null where it is another condition. */
function thresholdOf(tree: Node, of: Dependence["of"]) {
  if (tree.kind !== "compare" || tree.op === "=" || tree.op === "!=") return null;
  const isRight = of(tree.left).length === 0;
  const [value, side] = isRight ? [tree.left, tree.right] : [tree.right, tree.left];
  if (side.kind !== "number" || side.parameter === undefined || of(value).length > 0) return null;
  return { value, key: parameterKey(side.parameter), op: isRight ? tree.op : MIRRORED[tree.op] };
}

const MIRRORED = { ">": "<", ">=": "<=", "<": ">", "<=": ">=" } as const;
const isFromBelow = (op: Thresholds["op"]): boolean => op === ">" || op === ">=";

/** The values that a parameter takes, the loosest threshold first. */
function limitsOf(key: string, op: Thresholds["op"], settings: readonly ParameterValues[]): readonly number[] {
  const values = new Set(settings.map((setting) => setting.get(key) ?? NaN));
  return [...values].sort((a, b) => (isFromBelow(op) ? a - b : b - a));
}

/**
 * A condition that holds wherever the condition holds at one of the settings: the loosest threshold of a comparison with a
 * parameter, else all of them joined.
 */
export function loosest(tree: Node, settings: readonly ParameterValues[], { of, at }: Dependence): Node {
  const names = of(tree);
  if (names.length === 0) return tree;
  if (tree.kind === "and") return { ...tree, terms: tree.terms.map((term) => loosest(term, settings, { of, at })) };
  const threshold = thresholdOf(tree, of);
  if (threshold !== null) {
    const [first = NaN] = limitsOf(threshold.key, threshold.op, settings);
    return at(tree, new Map([[threshold.key, first]]));
  }
  const { trees } = variantsOf(names, settings, (values) => at(tree, values));
  const [only] = trees;
  return only !== undefined && trees.length === 1 ? only : { kind: "or", terms: trees, from: tree.from, to: tree.to };
}

/** For so many conditions at a time a number whose bits say which hold; no condition that is unknown does. */
function bitsOf(trees: readonly Node[]): readonly Node[] {
  return Array.from({ length: Math.ceil(trees.length / CONDITIONS_PER_COLUMN) }, (_, at) => {
    const [first, ...rest] = trees
      .slice(at * CONDITIONS_PER_COLUMN, (at + 1) * CONDITIONS_PER_COLUMN)
      .map((tree, bit) => call("default", call("if", tree, node(2 ** bit), node(0)), node(0)));
    if (first === undefined || rest.length === 0) return first ?? node(0);
    return { kind: "sum", first, rest: rest.map((term) => ({ op: "+" as const, node: term })), from: 0, to: 0 };
  });
}

/** No name of the request holds the sign. */
const sweptName = (what: string, number: number): string => `| ${what} ${number}`;

const column = (name: string, tree: Node): ScanColumn => ({
  name,
  group: "custom",
  tree,
  code: printCode(tree),
  path: "",
});

/** The columns that a tree names with those that they name, by key, of those that have a parameter somewhere. */
export function parametersBehind(columns: readonly ScanColumn[]): (tree: Node) => readonly string[] {
  const trees = new Map(columns.map(({ name, tree }) => [columnKey(name), tree]));
  const known = new Map<string, readonly string[]>();
  const of = (tree: Node): readonly string[] => [
    ...new Set([
      ...parameterNames(tree).map(parameterKey),
      ...columnNames(tree).flatMap((name) => ofColumn(columnKey(name))),
    ]),
  ];
  const ofColumn = (key: string): readonly string[] => {
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, []);
    const tree = trees.get(key);
    const names = tree === undefined ? [] : of(tree);
    known.set(key, names);
    return names;
  };
  return of;
}

/**
 * The rows of all settings of a request in one: what a setting asks for stands in each row, so no setting is a run of its
 * own. A part of a formula without parameters is computed once, one with them once for each of their values. `outcome` is
 * the name of a column.
 */
export function sweptRequest(request: ScanRequest, outcome: string): SweptRequest {
  const settings = settingsOf(request.parameters);
  const chosen = chosenValues(request.parameters);
  const worth = request.columns.find(({ name }) => columnKey(name) === columnKey(outcome));
  if (worth === undefined) throw new RangeError(`no column ${outcome}`);

  const of = parametersBehind(request.columns);
  const dependent = new Map(
    request.columns.flatMap((one) => (of(one.tree).length > 0 ? [[columnKey(one.name), one]] : [])),
  );
  const unshown = new Map<string, ScanColumn>();
  const keep = (one: ScanColumn): unknown => unshown.set(columnKey(one.name), one);
  for (const one of request.columns) keep({ ...one, tree: settled(one.tree, chosen) });
  /** A tree at a setting, which names the columns of that setting; those are kept. */
  const at = (tree: Node, values: ParameterValues): Node =>
    mapTree(settled(tree, values), (one) => {
      const named = one.kind === "column" ? dependent.get(columnKey(one.name)) : undefined;
      if (one.kind !== "column" || named === undefined) return one;
      // No name of the request holds the sign.
      const own = of(named.tree).map((name) => `${name} ${values.get(name)}`);
      const name = `${named.name} | ${own.join(", ")}`;
      if (!unshown.has(columnKey(name))) {
        // Before its formula, so that columns that name each other come to an end.
        keep(column(name, named.tree));
        keep(column(name, at(named.tree, values)));
      }
      return { ...one, name };
    });

  const outcomes = variantsOf(of(worth.tree), settings, (values) => at(worth.tree, values));
  const columns = outcomes.trees.map((tree, index) => column(sweptName("outcome", index), tree));
  const addColumn = (tree: Node): string => {
    const name = sweptName("condition", columns.length);
    columns.push(column(name, tree));
    return name;
  };
  const trees = columnTrees(request);
  const conditionOf = (tree: Node): SweptCondition => {
    const threshold = thresholdOf(tree, of);
    if (threshold !== null) {
      const { value, key, op } = threshold;
      const limits = limitsOf(key, op, settings);
      return {
        kind: "thresholds",
        column: addColumn(value),
        thresholds: { op, limits, exact: comparesExactly(value, trees, request.own) },
        ofSetting: settings.map((setting) => limits.indexOf(setting.get(key) ?? NaN)),
      };
    }
    const { trees: variants, ofSetting } = variantsOf(of(tree), settings, (values) => at(tree, values));
    return { kind: "bits", columns: bitsOf(variants).map(addColumn), ofSetting };
  };
  const conditions: SweptCondition[] = [];
  const filters = request.filters.map((filter): ScanFilter => {
    if (of(filter.tree).length === 0) return filter;
    const terms = filter.tree.kind === "and" ? filter.tree.terms : [filter.tree];
    // What has no parameter holds in every row.
    conditions.push(...terms.filter((term) => of(term).length > 0).map(conditionOf));
    const tree = loosest(filter.tree, settings, { of, at });
    return { ...filter, tree, code: printCode(tree) };
  });
  return {
    request: { ...request, filters, columns, unshown: [...unshown.values()] },
    settings,
    conditions,
    outcomes: {
      columns: outcomes.trees.map((_, index) => sweptName("outcome", index)),
      ofSetting: outcomes.ofSetting,
    },
  };
}

/** A request at one of its settings, an ordinary request. */
export function atSetting(request: ScanRequest, setting: ParameterValues): ScanRequest {
  const of = <Part extends ScanFilter | ScanColumn>(part: Part): Part => ({
    ...part,
    tree: settled(part.tree, setting),
  });
  return {
    ...request,
    filters: request.filters.map(of),
    columns: request.columns.map(of),
    parameters: request.parameters.map((one) => ({ ...one, value: setting.get(parameterKey(one.name)) ?? one.value })),
  };
}
