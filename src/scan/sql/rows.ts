import { argumentsOf, nodeOf, type Expression, type NodeId } from "../plan/expression.ts";
import type { Plan, RowsRelation } from "../plan/plan.ts";
import { atomsOf } from "../plan/reach.ts";
import type { Binding } from "./binding.ts";
import { joinedSelect, joinRows, NO_BAR } from "./joins.ts";
import { qualifiedRows, type Names } from "./names.ts";
import { everyDayBars } from "./other-security.ts";
import { ScalarPrinter } from "./scalar.ts";
import { flagColumn, keptColumns } from "./stage-columns.ts";
import { barSql, windowColumns, windowResult } from "./windows.ts";

/** Column of a node that is a bar, a window or a lookup. */
const nodeColumn = (id: NodeId): string => `n${id}`;

/** Columns that a SELECT has beside the security and the session, from the SQL of their nodes. */
export interface RowColumns {
  readonly nodes: readonly NodeId[];
  print(value: (id: NodeId) => string): readonly string[];
}

/** Columns under which later relations find what a relation keeps. */
const columnsToKeep = (plan: Plan, relation: RowsRelation): RowColumns => {
  const kept = keptColumns(plan, relation);
  return {
    nodes: kept.map(({ id }) => id),
    print: (value) => kept.map(({ name, id }) => `${value(id)} AS ${name}`),
  };
};

/**
 * SELECT of a rows relation: security_id, session, its columns (those it keeps for others by default), a flag per condition.
 * Windows are computed over the neighbourhood of the rows, one subquery per level of nesting, then cut to the rows
 * themselves. Whatever can be is part of one SELECT: the engine plans each one inside another again.
 */
export function rowsSelect(
  plan: Plan,
  relation: RowsRelation,
  names: Names,
  binding: Binding,
  columns = columnsToKeep(plan, relation),
): string {
  const { nodes } = plan;
  const roots = [...relation.flags, ...columns.nodes];
  const atoms = [...atomsOf(nodes, roots)];
  const carriers = carriersOf(plan, relation, new Set(atoms));
  const own = atoms.filter((atom) => !carriers.has(atom));
  const barAtoms = own.filter((atom) => isFromBars(nodeOf(nodes, atom)));

  const input = inputRows(plan, relation, { carriers, barAtoms, names, binding });
  const joined = own.filter((atom) => !isFromBars(nodeOf(nodes, atom)) && !input.present.has(atom));
  const joins =
    joined.length === 0
      ? null
      : joinRows(plan, relation, { atoms: joined, source: wholeSource(input), names, binding });

  const atom = (id: NodeId): string =>
    carriers.has(id) || !isFromBars(nodeOf(nodes, id)) ? nodeColumn(id) : windowResult(plan, id, binding);
  const printer = new ScalarPrinter(nodes, binding, atom, "h");
  printer.countCopies([...columns.nodes, ...relation.flags]);
  const printed = [
    ...columns.print((id) => printer.print(id)),
    ...relation.flags.map((id, index) => `CAST(ifNull(${printer.print(id)}, 0), 'UInt8') AS ${flagColumn(index)}`),
  ].map(selfAlias);
  const select =
    joins === null
      ? `SELECT ${["security_id", "session", ...printed].join(", ")} FROM ${printer.wrap(`${input.source}${input.where}`)}`
      : printer.hasColumns
        ? `SELECT ${["security_id", "session", ...printed].join(", ")} FROM ${printer.wrap(`(${joinedSelect(joins)})`)}`
        : `WITH ${joins.values.join(", ")} SELECT ${["i.security_id AS security_id", "i.session AS session", ...printed].join(", ")} FROM ${joins.from}`;
  return relation.flags.length > 0 ? `SELECT * FROM (${select}) WHERE ${flagColumn(0)}` : select;
}

/** Rows with the columns of bars, windows and what earlier relations carry. */
interface InputRows {
  /** A table, or a SELECT in parentheses. */
  readonly source: string;
  /** Which of them are the relation's: a WHERE that whatever selects from them has, or nothing. */
  readonly where: string;
  /** Atoms that they have columns of. */
  readonly present: ReadonlySet<NodeId>;
}

const wholeSource = ({ source, where }: InputRows): string =>
  where === "" ? source : `(SELECT * FROM ${source}${where})`;

function inputRows(
  plan: Plan,
  relation: RowsRelation,
  {
    carriers,
    barAtoms,
    names,
    binding,
  }: {
    readonly carriers: ReadonlyMap<NodeId, string>;
    readonly barAtoms: readonly NodeId[];
    readonly names: Names;
    readonly binding: Binding;
  },
): InputRows {
  const present = new Set<NodeId>();
  /** Columns of an input that no earlier input has. */
  const newFrom = (name: string): string[] => {
    const ids = [...carriers].filter(([id, carrier]) => carrier === name && !present.has(id)).map(([id]) => id);
    for (const id of ids) present.add(id);
    return ids.map(nodeColumn);
  };
  const carriedFrom = (name: string, alias: string): string =>
    newFrom(name)
      .map((column) => `, ${alias}.${column} AS ${column}`)
      .join("");
  let input: InputRows;
  if (relation.rows !== null && barAtoms.length === 0) {
    const columns = newFrom(relation.rows);
    const rows = `(${qualifiedRows(plan, relation.rows, names, ["security_id", "session", ...columns].join(", "))})`;
    input = { source: columns.length === 0 ? keysOf(plan, relation.rows, names) : rows, where: "", present };
  } else {
    const bars = barRows(plan, relation, barAtoms, names, binding);
    for (const id of bars.present) present.add(id);
    input = { source: `(${bars.sql})`, where: "", present };
    if (relation.rows !== null) {
      const carried = carriedFrom(relation.rows, "r");
      const rows = (columns: string): string => qualifiedRows(plan, relation.rows ?? "", names, columns);
      // A set is planned faster than a join, which is only needed where the rows bring columns.
      if (carried !== "") {
        const source = `(SELECT i.*${carried} FROM ${input.source} AS i INNER JOIN (${rows("*")}) AS r ON i.security_id = r.security_id AND i.session = r.session)`;
        input = { ...input, source };
      } else if (!readsOwnBars(relation)) {
        input = { ...input, where: ` WHERE (security_id, session) IN (${rows("security_id, session")})` };
      }
    } else if (relation.lookback + relation.lookahead > 0) {
      const sessionRange = `session BETWEEN ${binding.bind(relation.sessions.from, "UInt16")} AND ${binding.bind(relation.sessions.to, "UInt16")}`;
      input = { ...input, where: ` WHERE ${sessionRange}` };
    }
  }
  for (const name of relation.sources) {
    const source = `(SELECT i.*${carriedFrom(name, "s")} FROM ${wholeSource(input)} AS i INNER JOIN ${names.relation(name)} AS s ON i.security_id = s.security_id AND i.session = s.session)`;
    input = { ...input, source, where: "" };
  }
  return input;
}

/** The security-days of a relation: its table as it is where it has no conditions. */
function keysOf(plan: Plan, name: string, names: Names): string {
  const relation = plan.relations.find((each) => each.name === name);
  const all = relation?.kind !== "rows" || relation.flags.length === 0;
  return all ? names.relation(name) : `(${qualifiedRows(plan, name, names, "security_id, session")})`;
}

/** `n5 AS n5` is just `n5`. */
function selfAlias(column: string): string {
  const [name, alias] = column.split(" AS ");
  return name === alias && name !== undefined ? name : column;
}

/** Computed from bar rows, as opposed to joined; the date comes from the calendar. */
function isFromBars(node: Expression): boolean {
  return (node.op === "bar" && node.column !== "date") || node.op === "window" || node.op === "firstTouch";
}

/** Which of the relation's inputs carries an atom that it needs. */
function carriersOf(plan: Plan, relation: RowsRelation, atoms: ReadonlySet<NodeId>): Map<NodeId, string> {
  const carriers = new Map<NodeId, string>();
  for (const name of [...relation.sources, ...(relation.rows === null ? [] : [relation.rows])]) {
    const input = plan.relations.find((each) => each.name === name);
    if (input?.kind !== "rows") continue;
    for (const id of input.keep) if (atoms.has(id)) carriers.set(id, name);
  }
  return carriers;
}

/** Bar rows around the rows, with a column per bar and per window that the atoms need, nested windows innermost. */
function barRows(
  plan: Plan,
  relation: RowsRelation,
  atoms: readonly NodeId[],
  names: Names,
  binding: Binding,
): { sql: string; present: ReadonlySet<NodeId> } {
  const { nodes } = plan;
  const levels = windowLevels(nodes, atoms);
  const inside = insideWindows(nodes, atoms);
  for (const atom of atoms) if (nodeOf(nodes, atom).op === "bar") inside.add(atom);

  const bars = [...inside].filter((id) => isFromBars(nodeOf(nodes, id)));
  const lookups = [...inside].filter((id) => !isFromBars(nodeOf(nodes, id)));
  const touches = levels.flat().some((id) => nodeOf(nodes, id).op === "firstTouch");
  const columns = ["d.security_id AS security_id", "d.session AS session"];
  for (const id of bars) {
    const node = nodeOf(nodes, id);
    if (node.op === "bar" && node.column !== "date")
      columns.push(`${barSql(plan, node.column, node.adjusted)} AS ${nodeColumn(id)}`);
  }
  if (touches)
    for (const field of ["open", "high", "low", "close"] as const)
      columns.push(`${barSql(plan, field, true)} AS t_${field}`);

  if (relation.everyDay) columns.push(`isNull(d.split_factor) AS ${NO_BAR}`);
  const source = relation.everyDay
    ? `${everyDayBars(relation, names, binding)} AS d`
    : `${names.table("daily")} AS d WHERE ${neighbourhood(plan, relation, names, binding)}`;
  let select = `SELECT ${columns.join(", ")} FROM ${source}`;
  if (lookups.length > 0)
    select = joinedSelect(joinRows(plan, relation, { atoms: lookups, source: `(${select})`, names, binding }));
  for (const [level, ids] of levels.entries()) {
    const printer = new ScalarPrinter(nodes, binding, (id) => windowResult(plan, id, binding), `h${level}_`);
    printer.countCopies(ids.flatMap((id) => argumentsOf(nodeOf(nodes, id))));
    const windows = ids.flatMap((id) => windowColumns(plan, relation, id, printer, binding));
    select = `SELECT *, ${windows.join(", ")} FROM ${printer.wrap(`(${select})`)}`;
  }
  return { sql: select, present: new Set([...inside, ...levels.flat()]) };
}

/** Windows by depth of nesting: those of level 0 read rows only, those of level 1 read windows of level 0. */
function windowLevels(nodes: readonly Expression[], atoms: readonly NodeId[]): NodeId[][] {
  const levels: NodeId[][] = [];
  const depths = new Map<NodeId, number>();
  const depth = (id: NodeId): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const node = nodeOf(nodes, id);
    const below = Math.max(0, ...argumentsOf(node).map(depth));
    const own = node.op === "window" || node.op === "firstTouch" ? below + 1 : below;
    depths.set(id, own);
    if (own > below) (levels[below] ??= []).push(id);
    return own;
  };
  atoms.forEach(depth);
  return levels;
}

/** Bars and lookups that windows read, at any depth. */
function insideWindows(nodes: readonly Expression[], atoms: readonly NodeId[]): Set<NodeId> {
  const inside = new Set<NodeId>();
  const seen = new Set<NodeId>();
  const visit = (id: NodeId): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const node = nodeOf(nodes, id);
    if (node.op === "bar" || node.op === "lookup") inside.add(id);
    argumentsOf(node).forEach(visit);
  };
  for (const atom of atoms) argumentsOf(nodeOf(nodes, atom)).forEach(visit);
  return inside;
}

/** Whether the bars read around the rows of a relation are those of the rows, and no others. */
const readsOwnBars = ({ rows, lookback, lookahead, everyDay }: RowsRelation): boolean =>
  rows !== null && lookback + lookahead === 0 && !everyDay;

/** Which bar rows to read: the sessions in reach, and where rows are given only around them. */
function neighbourhood(plan: Plan, relation: RowsRelation, names: Names, binding: Binding): string {
  const { sessions, lookback, lookahead } = relation;
  const conditions = [
    `d.session BETWEEN ${binding.bind(Math.max(0, sessions.from - lookback), "UInt16")} AND ${binding.bind(sessions.to + lookahead, "UInt16")}`,
    names.ofPass("d.security_id"),
  ];
  if (readsOwnBars(relation)) {
    conditions.push(
      `(d.security_id, d.session) IN (${qualifiedRows(plan, relation.rows ?? "", names, "security_id, session")})`,
    );
  } else if (relation.rows !== null) {
    const rows = qualifiedRows(plan, relation.rows, names);
    conditions.push(`d.security_id IN (${qualifiedRows(plan, relation.rows, names, "security_id")})`);
    // Over a long range the survivors' neighbourhoods are a small part of it; over a short one they are nearly all.
    if (sessions.to - sessions.from > 2 * (lookback + lookahead + 1)) {
      const around = `arrayJoin(range(${binding.bind(lookback + lookahead + 1, "UInt16")}))`;
      conditions.push(
        `(d.security_id, d.session) IN (SELECT DISTINCT security_id, toUInt16(session - ${binding.bind(lookback, "UInt16")} + ${around}) FROM (${rows}))`,
      );
    }
  }
  return conditions.join(" AND ");
}
