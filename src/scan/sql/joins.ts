import { nodeOf, seriesOf, type NodeId, type Series } from "../plan/expression.ts";
import type { Plan, RowsRelation } from "../plan/plan.ts";
import type { Binding } from "./binding.ts";
import type { Names } from "./names.ts";

/**
 * Wraps a SELECT of rows so that it gains a column `n<id>` per atom that is not computed from bars: the date, lookups in
 * relations of their own (minutes, indicators, ranks), and what small tables answer directly (identity, facts, events,
 * statements), each as known on the row's session moved by the atom's day.
 */
export function joinSeries(
  plan: Plan,
  relation: RowsRelation,
  atoms: readonly NodeId[],
  from: string,
  names: Names,
  binding: Binding,
): string {
  let select = from;
  const scaffolding: string[] = [];
  for (const [day, ids] of byDay(plan, atoms)) {
    const of = (kind: Series["kind"]): { id: NodeId; series: Series; seriesId: number }[] =>
      ids.flatMap((id) => {
        const node = nodeOf(plan.nodes, id);
        if (node.op !== "lookup") return [];
        const series = seriesOf(plan.series, node.series);
        return series.kind === kind ? [{ id, series, seriesId: node.series }] : [];
      });
    const dates = ids.filter((id) => nodeOf(plan.nodes, id).op === "bar");
    const facts = of("fact").flatMap(({ id, series }) => (series.kind === "fact" ? [{ id, series }] : []));
    const identity = of("identity").flatMap(({ id, series }) =>
      series.kind === "identity" ? [{ id, field: series.field }] : [],
    );
    const statements = of("statement").flatMap(({ id, series }) =>
      series.kind === "statement" ? [{ id, series }] : [],
    );
    const dated = identity.filter(({ field }) => DATED_IDENTITY.has(field));
    const asOf = facts.filter(({ series }) => !plan.currentOnly.includes(series.field));
    if (dates.length + dated.length + asOf.length + statements.length > 0) {
      const columns = dates.map((id) => `, x.date AS n${id}`);
      scaffolding.push(`date${tag(day)}`, `closes${tag(day)}`);
      const calendar = `SELECT toUInt16(session - ${day}) AS session, date, toDateTime(date, 'UTC') + toUInt32(close) * 60 AS closes FROM ${names.table("session")}`;
      select = `SELECT i.*, x.date AS date${tag(day)}, x.closes AS closes${tag(day)}${columns.join("")} FROM (${select}) AS i INNER JOIN (${calendar}) AS x ON i.session = x.session`;
    }
    select = joinRelations(plan, relation, ids, day, select, names);
    const present = [
      ...identity.filter(({ field }) => !DATED_IDENTITY.has(field)),
      ...facts
        .filter(({ series }) => plan.currentOnly.includes(series.field))
        .map(({ id, series }) => ({ id, field: series.field })),
    ];
    if (present.length > 0) {
      // A fact without a column in `security` and without dated values is null for everyone.
      const columns = present.map(({ id, field }) =>
        SECURITY_COLUMNS.has(field) ? `, x.${field} AS n${id}` : `, CAST(NULL, 'Nullable(Float64)') AS n${id}`,
      );
      select = `SELECT i.*${columns.join("")} FROM (${select}) AS i LEFT JOIN ${names.table("security")} AS x ON i.security_id = x.security_id`;
    }
    if (dated.length > 0) select = joinSymbols(dated, day, select, names);
    for (const { id, series } of asOf) select = joinFact(id, series.field, series.text, day, select, names, binding);
    for (const { id, series } of of("event"))
      if (series.kind === "event") select = joinEvent(plan, id, series, day, select, names, binding);
    if (statements.length > 0) select = joinStatements(statements, day, select, names, binding);
  }
  return scaffolding.length > 0 ? `SELECT * EXCEPT (${scaffolding.join(", ")}) FROM (${select})` : select;
}

const DATED_IDENTITY: ReadonlySet<string> = new Set(["symbol", "old_symbol"]);
const SECURITY_COLUMNS: ReadonlySet<string> = new Set([
  "name",
  "exchange",
  "security_class",
  "status",
  "country",
  "currency",
  "sector",
  "industry",
]);

/** Suffix of a day's own columns: `_m3` three sessions before. */
function tag(day: number): string {
  return day < 0 ? `_m${-day}` : `_p${day}`;
}

function byDay(plan: Plan, atoms: readonly NodeId[]): Map<number, NodeId[]> {
  const days = new Map<number, NodeId[]>();
  for (const id of atoms) {
    const node = nodeOf(plan.nodes, id);
    const day = node.op === "lookup" ? node.day : 0;
    const known = days.get(day);
    if (known) known.push(id);
    else days.set(day, [id]);
  }
  return days;
}

function joinRelations(
  plan: Plan,
  relation: RowsRelation,
  ids: readonly NodeId[],
  day: number,
  from: string,
  names: Names,
): string {
  const columns = new Map<string, string[]>();
  for (const id of ids) {
    const node = nodeOf(plan.nodes, id);
    if (node.op !== "lookup") continue;
    const use = relation.lookups.find((each) => each.series === node.series);
    if (!use) continue;
    const known = columns.get(use.relation);
    const column = `x.v${node.series} AS n${id}`;
    if (known) known.push(column);
    else columns.set(use.relation, [column]);
  }
  let select = from;
  for (const [name, list] of columns) {
    select = `SELECT i.*, ${list.join(", ")} FROM (${select}) AS i LEFT JOIN ${names.relation(name)} AS x ON i.security_id = x.security_id AND toInt32(i.session) + ${day} = toInt32(x.session)`;
  }
  return select;
}

/** The symbol in force on the date: of the latest change by then, before the first change its old symbol. */
function joinSymbols(atoms: readonly { id: NodeId; field: string }[], day: number, from: string, names: Names): string {
  const changes = names.table("symbol_change");
  const late = `SELECT i.*, x.symbol AS latest_symbol, x.old_symbol AS latest_old FROM (${from}) AS i ASOF LEFT JOIN ${changes} AS x ON i.security_id = x.security_id AND i.date${tag(day)} >= x.date`;
  const first = `SELECT security_id, argMin(old_symbol, date) AS first_old FROM ${changes} GROUP BY security_id`;
  const early = `SELECT i.*, x.first_old AS first_old FROM (${late}) AS i LEFT JOIN (${first}) AS x ON i.security_id = x.security_id`;
  const columns = atoms.map(({ id, field }) =>
    field === "symbol" ? `coalesce(i.latest_symbol, i.first_old, x.symbol) AS n${id}` : `i.latest_old AS n${id}`,
  );
  return `SELECT i.* EXCEPT (latest_symbol, latest_old, first_old), ${columns.join(", ")} FROM (${early}) AS i LEFT JOIN ${names.table("security")} AS x ON i.security_id = x.security_id`;
}

/** Latest value known at the regular close of the session; the present value where the security has no dated one. */
function joinFact(
  id: NodeId,
  field: string,
  text: boolean,
  day: number,
  from: string,
  names: Names,
  binding: Binding,
): string {
  const column = text ? "text" : "value";
  const facts = `SELECT security_id, known_at, ${column} FROM ${names.table("fact")} WHERE field = ${binding.bind(field, "String")} ORDER BY security_id, known_at`;
  const asOf = `SELECT i.*, x.${column} AS n${id} FROM (${from}) AS i ASOF LEFT JOIN (${facts}) AS x ON i.security_id = x.security_id AND i.closes${tag(day)} >= x.known_at`;
  if (!SECURITY_COLUMNS.has(field)) return asOf;
  const dated = `SELECT DISTINCT security_id, 1 AS dated FROM ${names.table("fact")} WHERE field = ${binding.bind(field, "String")}`;
  const present = `SELECT s.security_id AS security_id, s.${field} AS present FROM ${names.table("security")} AS s LEFT JOIN (${dated}) AS f ON s.security_id = f.security_id WHERE isNull(f.dated)`;
  return `SELECT i.* EXCEPT (n${id}), coalesce(i.n${id}, x.present) AS n${id} FROM (${asOf}) AS i LEFT JOIN (${present}) AS x ON i.security_id = x.security_id`;
}

/** Whether an event stands in the window of that session; unknown outside the sessions for which its kind was imported. */
function joinEvent(
  plan: Plan,
  id: NodeId,
  series: Extract<Series, { kind: "event" }>,
  day: number,
  from: string,
  names: Names,
  binding: Binding,
): string {
  // A date without a time counts for the whole day only.
  const wholeDay = (series.start === 0 && series.end >= 1439) || series.event === "ipo";
  const within = `minute BETWEEN ${binding.bind(series.start, "UInt16")} AND ${binding.bind(series.end, "UInt16")}`;
  const events = `SELECT DISTINCT security_id, session, 1 AS had FROM ${names.table("event")} WHERE kind = ${binding.bind(series.event, "String")} AND ${wholeDay ? "1" : within}`;
  const spans = plan.eventCoverage.filter((span) => span.kind === series.event);
  const covered = spans
    .map(
      (span) =>
        `toInt32(i.session) + ${day} BETWEEN ${binding.bind(span.from, "Int32")} AND ${binding.bind(span.to, "Int32")}`,
    )
    .join(" OR ");
  const value = `if(${covered === "" ? "0" : covered}, toUInt8(ifNull(x.had, 0)), NULL)`;
  return `SELECT i.*, ${value} AS n${id} FROM (${from}) AS i LEFT JOIN (${events}) AS x ON i.security_id = x.security_id AND toInt32(i.session) + ${day} = toInt32(x.session)`;
}

/**
 * Quarterly items: 1q is the security's latest quarter known at the close, kq the one k - 1 quarters before it, each in
 * its newest restatement known by then. Quarters are counted from the security's first fiscal end in steps of a quarter
 * of a year, so that fiscal years of 52 and 53 weeks keep their places.
 */
function joinStatements(
  atoms: readonly { id: NodeId; series: Extract<Series, { kind: "statement" }> }[],
  day: number,
  from: string,
  names: Names,
  binding: Binding,
): string {
  const table = names.table("statement");
  const first = `SELECT security_id, min(fiscal_end) AS origin FROM ${table} GROUP BY security_id`;
  const numbered = `SELECT s.*, toInt32(round(dateDiff('day', o.origin, s.fiscal_end) / 91.3125)) AS quarter FROM ${table} AS s INNER JOIN (${first}) AS o ON s.security_id = o.security_id`;
  const latest = `SELECT security_id, known_at, max(quarter) OVER (PARTITION BY security_id ORDER BY known_at) AS latest FROM (SELECT security_id, known_at, max(quarter) AS quarter FROM (${numbered}) GROUP BY security_id, known_at) ORDER BY security_id, known_at`;
  let select = `SELECT i.*, x.latest AS latest FROM (${from}) AS i ASOF LEFT JOIN (${latest}) AS x ON i.security_id = x.security_id AND i.closes${tag(day)} >= x.known_at`;
  for (const { id, series } of atoms) {
    // Rows of one item, keyed by the quarter that the row would ask for it as its `quarter`-th.
    const item = `SELECT security_id, quarter + ${series.quarter - 1} AS latest, known_at, value FROM (${numbered}) WHERE item = ${binding.bind(series.item, "String")} ORDER BY security_id, latest, known_at`;
    select = `SELECT i.*, x.value AS n${id} FROM (${select}) AS i ASOF LEFT JOIN (${item}) AS x ON i.security_id = x.security_id AND i.latest = x.latest AND i.closes${tag(day)} >= x.known_at`;
  }
  return `SELECT * EXCEPT (latest) FROM (${select})`;
}
