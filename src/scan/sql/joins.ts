import { KNOWN_AT_MIDNIGHT, LISTING_FIELDS, RENAMED_FIELDS } from "../../vocabulary/index.ts";
import {
  isCrossSectional,
  isOfSession,
  nodeOf,
  seriesOf,
  type NodeId,
  type Series,
  type SeriesId,
} from "../plan/expression.ts";
import type { Plan, RowsRelation } from "../plan/plan.ts";
import { numberKey } from "../plan/own-rows.ts";
import { otherColumn, otherRows } from "./other-security.ts";
import { listSelect, numberSelect } from "./own-rows.ts";
import type { Binding } from "./binding.ts";
import { within } from "./minutes.ts";
import { qualifiedRows, type Names } from "./names.ts";

/** Rows with what is joined to them. */
export interface JoinedRows {
  /** What follows FROM: the rows as `i`, and everything else beside them. */
  readonly from: string;
  /** A value `AS n<id>` for each atom that was joined. */
  readonly values: readonly string[];
}

/**
 * Joins to the rows of a SELECT what gives the atoms that are not computed from bars: the date, lookups in relations of
 * their own (minutes, indicators, ranks), and what small tables answer directly (identity, facts, events, statements),
 * each as known on the row's session moved by the atom's day. All joins are in one SELECT: the engine analyses that many
 * times faster than a subquery a join.
 */
export function joinRows(
  plan: Plan,
  relation: RowsRelation,
  {
    atoms,
    source,
    names,
    binding,
  }: {
    readonly atoms: readonly NodeId[];
    /** A table, or a SELECT in parentheses. */
    readonly source: string;
    readonly names: Names;
    readonly binding: Binding;
  },
): JoinedRows {
  const joins = new Joins(plan, relation, names, binding);
  const values = atoms.map((id) => joins.add(id));
  return { from: `${source} AS i ${joins.clauses.join(" ")}`, values };
}

/** SELECT of joined rows with every column of the rows and one for each atom. */
export const joinedSelect = ({ from, values }: JoinedRows): string =>
  `SELECT i.security_id AS security_id, i.session AS session, i.* EXCEPT (security_id, session), ${values.join(", ")} FROM ${from}`;

/** Column of a row that stands for a day without a bar. */
export const NO_BAR = "no_bar";

/** Days of a quarter of a year. */
const QUARTER_DAYS = 91.3125;

class Joins {
  readonly #plan: Plan;
  readonly #relation: RowsRelation;
  readonly #names: Names;
  readonly #binding: Binding;
  readonly clauses: string[] = [];
  /** Alias of what is joined already. */
  readonly #aliases = new Map<string, string>();

  constructor(plan: Plan, relation: RowsRelation, names: Names, binding: Binding) {
    this.#plan = plan;
    this.#relation = relation;
    this.#names = names;
    this.#binding = binding;
  }

  add(id: NodeId): string {
    return `${this.#value(id)} AS n${id}`;
  }

  #value(id: NodeId): string {
    const node = nodeOf(this.#plan.nodes, id);
    if (node.op === "bar") {
      const date = `${this.#calendar(0)}.date`;
      return this.#relation.everyDay ? `if(i.${NO_BAR}, NULL, ${date})` : date;
    }
    if (node.op !== "lookup") throw new RangeError(`expression ${id} is not joined`);
    const series = seriesOf(this.#plan.series, node.series);
    switch (series.kind) {
      case "intraday":
      case "intraday-at":
      case "indicator":
      case "bar-number":
      case "period":
      case "period-indicator":
      case "trade":
      case "rank":
      case "across":
        return this.#kept(node.series, node.day);
      case "other":
        return this.#other(series, node.day);
      case "dividend-factor":
        return this.#dividendFactor(node.day);
      case "own-number":
        return this.#within(node.day, this.#ownNumber(series, node.day));
      case "own-list":
        return this.#within(node.day, this.#onList(series.version, node.day));
      case "identity":
        return this.#within(
          node.day,
          RENAMED_FIELDS.has(series.field)
            ? this.#symbol(series.field, node.day)
            : this.#fact(series.field, true, node.day),
        );
      case "fact":
        return this.#within(node.day, this.#fact(series.field, series.text, node.day));
      case "days-to":
        return this.#within(node.day, this.#daysTo(series.fact, node.day));
      case "event":
        return this.#within(node.day, this.#event(series, node.day));
      case "statement":
        return this.#within(node.day, this.#statement(series, node.day));
    }
  }

  /** A day that leaves the market's data is null, as for bars: the value must not change when data is added. */
  #within(day: number, value: string): string {
    const { sessions, lookback, lookahead } = this.#relation;
    const { market } = this.#plan;
    if (sessions.from - lookback + day >= market.from && sessions.to + lookahead + day <= market.to) return value;
    const bind = (session: number): string => this.#binding.bind(session, "Int32");
    return `if(toInt32(i.session) + ${day} BETWEEN ${bind(market.from)} AND ${bind(market.to)}, ${value}, NULL)`;
  }

  /** Joins a table or a subquery in parentheses, once per key; `on` sees the rows as `i` and what is joined by the alias it gets. */
  #join(key: string, kind: "INNER" | "LEFT" | "ASOF LEFT", right: string, on: (alias: string) => string): string {
    const known = this.#aliases.get(key);
    if (known !== undefined) return known;
    const alias = `j${this.#aliases.size}`;
    this.#aliases.set(key, alias);
    this.clauses.push(`${kind} JOIN ${right} AS ${alias} ON ${on(alias)}`);
    return alias;
  }

  /** Condition that keeps the right side of a join to the securities of the rows. */
  get #only(): string {
    return this.#onlyOf("security_id");
  }

  /**
   * The same for tables of a row or two per security: filtering by the securities of the rows costs more than reading
   * all.
   */
  get #mine(): string {
    return this.#names.ofPass("security_id");
  }

  #onlyOf(column: string): string {
    const { rows } = this.#relation;
    if (rows === null) return this.#names.ofPass(column);
    return `${column} IN (${qualifiedRows(this.#plan, rows, this.#names, "security_id")})`;
  }

  /** The session so many days from the row's: its date, when that begins, and when its regular session closes. */
  #calendar(day: number): string {
    const right = `SELECT toUInt16(session - ${day}) AS at_session, date, toDateTime(date, 'UTC') AS begins, begins + toUInt32(close) * 60 AS closes FROM ${this.#names.table("session")}`;
    return this.#join(`calendar ${day}`, "INNER", `(${right})`, (alias) => `i.session = ${alias}.at_session`);
  }

  #kept(series: SeriesId, day: number): string {
    const use = this.#relation.lookups.find((each) => each.series === series);
    if (!use) throw new RangeError(`series ${series} is in no relation`);
    const values = this.#names.relation(use.relation);
    const of = seriesOf(this.#plan.series, series);
    const wholeSession = isCrossSectional(of) && isOfSession(of);
    // Each level of a subquery is planned: values of the row's own day need none.
    const [right, session] =
      day === 0
        ? [values, (each: string) => `i.session = ${each}.session`]
        : [
            `(SELECT * EXCEPT (session), toInt32(session) - ${day} AS at_session FROM ${values})`,
            (each: string) => `toInt32(i.session) = ${each}.at_session`,
          ];
    const alias = this.#join(`relation ${use.relation} ${day}`, "LEFT", right, (each) =>
      wholeSession ? session(each) : `i.security_id = ${each}.security_id AND ${session(each)}`,
    );
    return `${alias}.v${series}`;
  }

  #other({ symbol, x }: Extract<Series, { kind: "other" }>, day: number): string {
    const alias = this.#join(
      `other ${symbol} ${day}`,
      "LEFT",
      otherRows(this.#plan, symbol, this.#names),
      (each) => `toInt32(i.session) + ${day} = toInt32(${each}.session)`,
    );
    return `${alias}.${otherColumn(this.#plan, x)}`;
  }

  /** Of the next ex-date after the day, whose row has all later ones in it. */
  #dividendFactor(day: number): string {
    const right = `SELECT security_id, toInt32(session) AS ex, factor FROM ${this.#names.table("dividend")} WHERE ${this.#mine}`;
    const next = this.#join(
      `dividend ${day}`,
      "ASOF LEFT",
      `(${right})`,
      (alias) => `i.security_id = ${alias}.security_id AND toInt32(i.session) + ${day} < ${alias}.ex`,
    );
    return `ifNull(${next}.factor, 1.)`;
  }

  /** Whether the symbol in force on that day is on a list of the account. */
  #onList(version: string, day: number): string {
    const calendar = this.#calendar(day);
    const symbol = this.#symbol("symbol", day);
    const rows = this.#plan.own.lists[version];
    if (rows === undefined) throw new RangeError("a list without rows");
    const list = this.#join(
      `list ${version} ${day}`,
      "ASOF LEFT",
      `(${listSelect(rows, this.#binding)})`,
      (alias) => `${symbol} = ${alias}.symbol AND toInt32(${calendar}.date) >= ${alias}.from_day`,
    );
    return `toUInt8(ifNull(toInt32(${calendar}.date) <= ${list}.until_day, 0))`;
  }

  /** A number of the account, of the symbol in force on that day, or of the security itself. */
  #ownNumber(series: Extract<Series, { kind: "own-number" }>, day: number): string {
    const calendar = this.#calendar(day);
    const rows = this.#plan.own.numbers[numberKey(series)];
    if (rows === undefined) throw new RangeError("a number without rows");
    const of = series.of === "symbol" ? this.#symbol("symbol", day) : "i.security_id";
    const own = this.#join(
      `number ${numberKey(series)} ${day}`,
      "LEFT",
      `(${numberSelect(rows, this.#binding)})`,
      (alias) => `${of} = ${alias}.of_key AND toInt32(${calendar}.date) = ${alias}.at_day`,
    );
    return `${own}.value`;
  }

  /** A field of which only the present value is known; one that `security` does not have is null for all. */
  #present(field: string): string {
    if (!LISTING_FIELDS.has(field)) return "CAST(NULL, 'Nullable(Float64)')";
    return `CAST(${this.#security()}.${field}, 'Nullable(String)')`;
  }

  #security(): string {
    const right = `SELECT * FROM ${this.#names.table("security")} WHERE ${this.#mine}`;
    return this.#join("security", "LEFT", `(${right})`, (alias) => `i.security_id = ${alias}.security_id`);
  }

  /** The symbol in force on the date: of the latest change by then, before the first change its old symbol. */
  #symbol(field: string, day: number): string {
    const calendar = this.#calendar(day);
    const changes = this.#names.table("symbol_change");
    // The first old symbol is in force since the first day there is.
    const first = "[(toDate32('1900-01-01'), argMin(old_symbol, date), CAST(NULL, 'Nullable(String)'))]";
    const later = "groupArray((date, symbol, toNullable(old_symbol)))";
    const eras = `SELECT security_id, arrayJoin(arrayConcat(${first}, ${later})) AS era FROM ${changes} WHERE ${this.#mine} GROUP BY security_id`;
    const latest = this.#join(
      `symbol ${day}`,
      "ASOF LEFT",
      `(SELECT security_id, era.1 AS date, era.2 AS symbol, era.3 AS old_symbol FROM (${eras}))`,
      (alias) => `i.security_id = ${alias}.security_id AND ${calendar}.date >= ${alias}.date`,
    );
    if (field === "old_symbol") return `${latest}.old_symbol`;
    return `coalesce(${latest}.symbol, ${this.#security()}.symbol)`;
  }

  /**
   * Latest value known when the field's is: as the day begins for identity, else at the regular close of the session;
   * the present one where the security has no dated value.
   */
  #fact(field: string, text: boolean, day: number): string {
    if (this.#plan.currentOnly.includes(field)) return this.#present(field);
    const calendar = this.#calendar(day);
    const column = text ? "text" : "value";
    const by = KNOWN_AT_MIDNIGHT.has(field) ? "begins" : "closes";
    const where = `field = ${this.#binding.bind(field, "String")} AND ${this.#only}`;
    const asOf = this.#join(
      `fact ${field} ${day}`,
      "ASOF LEFT",
      `(SELECT security_id, known_at, ${column} FROM ${this.#names.table("fact")} WHERE ${where})`,
      (alias) => `i.security_id = ${alias}.security_id AND ${calendar}.${by} >= ${alias}.known_at`,
    );
    if (!LISTING_FIELDS.has(field)) return `${asOf}.${column}`;
    const dated = this.#join(
      `dated ${field}`,
      "LEFT",
      `(SELECT security_id, 1 AS dated FROM ${this.#names.table("fact")} WHERE ${where} GROUP BY security_id)`,
      (alias) => `i.security_id = ${alias}.security_id`,
    );
    return `if(isNull(${dated}.dated), ${this.#present(field)}, ${asOf}.${column})`;
  }

  /** Calendar days from the session to the date of the latest announcement known at its close; null once that has passed. */
  #daysTo(fact: string, day: number): string {
    const left = `${this.#fact(fact, false, day)} - toInt32(${this.#calendar(day)}.date)`;
    return `if(${left} >= 0, ${left}, NULL)`;
  }

  /**
   * Whether an event lies in the window of that session; unknown outside the sessions for which its kind was imported.
   */
  #event(series: Extract<Series, { kind: "event" }>, day: number): string {
    const bind = (value: string | number, type: string): string => this.#binding.bind(value, type);
    // A date without a time counts for the whole day only.
    const wholeDay = (series.start === 0 && series.end >= 1439) || series.event === "ipo";
    const inside = wholeDay ? "1" : within(this.#plan, series.start, series.end, "minute", this.#binding);
    const { sessions, lookback, lookahead } = this.#relation;
    const first = Math.max(0, sessions.from - lookback + day);
    const near = `session BETWEEN ${bind(first, "UInt16")} AND ${bind(sessions.to + lookahead + day, "UInt16")}`;
    const had = this.#join(
      `event ${JSON.stringify(series)} ${day}`,
      "LEFT",
      `(SELECT security_id, toInt32(session) - ${day} AS at_session, 1 AS had FROM ${this.#names.table("event")} WHERE kind = ${bind(series.event, "String")} AND ${near} AND ${inside} AND ${this.#only} GROUP BY security_id, session)`,
      (alias) => `i.security_id = ${alias}.security_id AND toInt32(i.session) = ${alias}.at_session`,
    );
    const spans = this.#plan.eventCoverage.filter((span) => span.kind === series.event);
    const covered = spans.map(
      (span) => `toInt32(i.session) + ${day} BETWEEN ${bind(span.from, "Int32")} AND ${bind(span.to, "Int32")}`,
    );
    return `if(${covered.length === 0 ? "0" : covered.join(" OR ")}, toUInt8(ifNull(${had}.had, 0)), NULL)`;
  }

  /**
   * Quarterly items: 1q is the security's latest quarter known at the close, kq the one k - 1 quarters before it, each
   * in its newest restatement known by then. Quarters are counted back from that latest one in steps of a quarter of a
   * year, so that fiscal years of 52 and 53 weeks keep their places; where a changed fiscal year brings two ends to one
   * place, the one nearest to the whole number of quarters is used.
   */
  #statement(series: Extract<Series, { kind: "statement" }>, day: number): string {
    const calendar = this.#calendar(day);
    const statements = this.#names.table("statement");
    // What became known together is one row before any window runs over it.
    const reports = `SELECT security_id, known_at, max(fiscal_end) AS newest FROM ${statements} WHERE ${this.#only} GROUP BY security_id, known_at`;
    const latests = `SELECT security_id, known_at, max(newest) OVER (PARTITION BY security_id ORDER BY known_at) AS latest FROM (${reports})`;
    const latest = this.#join(
      `latest quarter ${day}`,
      "ASOF LEFT",
      `(${latests})`,
      (alias) => `i.security_id = ${alias}.security_id AND ${calendar}.closes >= ${alias}.known_at`,
    );
    // Rows of one item under each latest quarter for which they are the `quarter`-th.
    const back = series.quarter - 1;
    const days = `dateDiff('day', r.fiscal_end, latest)`;
    const candidates = `SELECT r.security_id AS security_id, r.known_at AS known_at, r.value AS value, r.fiscal_end AS fiscal_end, arrayJoin(arrayFilter(latest -> latest >= r.fiscal_end AND round(${days} / ${QUARTER_DAYS}) = ${back}, f.latests)) AS latest FROM ${statements} AS r INNER JOIN (SELECT security_id, groupUniqArray(latest) AS latests FROM (${latests}) GROUP BY security_id) AS f ON r.security_id = f.security_id WHERE r.item = ${this.#binding.bind(series.item, "String")} AND ${this.#onlyOf("r.security_id")}`;
    // The nearest end of those known so far; of two as near the later one.
    const nearest = `min((abs(dateDiff('day', fiscal_end, latest) - ${back * QUARTER_DAYS}), -toInt32(fiscal_end))) OVER (PARTITION BY security_id, latest ORDER BY known_at) AS nearest`;
    const item = this.#join(
      `statement ${series.item} ${series.quarter} ${day}`,
      "ASOF LEFT",
      `(SELECT security_id, latest, known_at, value FROM (SELECT *, ${nearest} FROM (${candidates})) WHERE -toInt32(fiscal_end) = nearest.2)`,
      (alias) =>
        `i.security_id = ${alias}.security_id AND ${latest}.latest = ${alias}.latest AND ${calendar}.closes >= ${alias}.known_at`,
    );
    return `${item}.value`;
  }
}
