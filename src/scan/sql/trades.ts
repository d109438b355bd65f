import { HAS_BAR } from "../../market/index.ts";
import { REGULAR_CLOSE, REGULAR_OPEN, ROUNDING, TRADE_GONE_SESSIONS } from "../../vocabulary/index.ts";
import { seriesOf, type NodeId } from "../plan/expression.ts";
import type { LookupRelation, Plan } from "../plan/plan.ts";
import type { PlannedLevel, TradeSeries } from "../plan/trade-series.ts";
import { tradeNodes } from "../plan/trade-series.ts";
import type { Binding } from "./binding.ts";
import { pointsSql } from "./minutes.ts";
import { TRADE_DAY as DAY, tradeFieldSql } from "./trade-fields.ts";
import { qualifiedRows, type Names } from "./names.ts";
import { keptColumn, lookupSeries, seriesColumn } from "./stage-columns.ts";

type Columns = Readonly<Record<string, string>>;

const layer = (columns: Columns, from: string): string =>
  `SELECT *, ${Object.entries(columns)
    .map(([name, sql]) => `${sql} AS ${name}`)
    .join(", ")} FROM (${from})`;

/**
 * SELECT of what one trade came to: one row per security and session, a column `v<series>` for each field. Bars become
 * one array a row, minutes where a day has them and else the day itself, on the side of the trade: prices of a short are
 * negative, so that what is good for it is high. Levels are found in the arrays; what a field does not need is not computed.
 */
export function tradesSelect(plan: Plan, relation: LookupRelation, names: Names, binding: Binding): string {
  const ids = lookupSeries(plan, relation);
  const wanted = ids.map((id) => {
    const series = seriesOf(plan.series, id);
    if (series.kind !== "trade") throw new RangeError(`series ${id} is no trade`);
    return { id, series };
  });
  const [first] = wanted;
  if (first === undefined) throw new RangeError("a lookup of trades without one");
  const isDated = wanted.some(({ series }) => series.field === "exit_day");
  const trade = new TradeSql(plan, relation, { trade: first.series, isDated }, names, binding);
  const columns = wanted.map(({ id, series }) => `${tradeFieldSql(series)} AS ${seriesColumn(id)}`);
  return `SELECT security_id, s0 AS session, ${columns.join(", ")} FROM (${trade.walked()})`;
}

/** Whether a statement walks trades. */
export const walksTrades = (sql: string): boolean => sql.includes(" AS all_t,");

/** What `hits` has of a trade that no level ends. */
const NO_HITS = {
  // Not a constant: the engine refuses the element of an array at a constant 0.
  hit: "materialize(toInt64(0))",
  level: "0.",
  is_day: "0",
  entry_bar: "0",
  gap_stop: "0",
  gap_aim: "0",
  both: "0",
  trail_unclear: "0",
  unclear: "0",
  by_stop: "0",
} as const;

class TradeSql {
  readonly #plan: Plan;
  readonly #relation: LookupRelation;
  readonly #trade: TradeSeries;
  /** Whether the dates of the days are asked for. */
  readonly #isDated: boolean;
  readonly #names: Names;
  readonly #binding: Binding;

  constructor(
    plan: Plan,
    relation: LookupRelation,
    { trade, isDated }: { readonly trade: TradeSeries; readonly isDated: boolean },
    names: Names,
    binding: Binding,
  ) {
    this.#plan = plan;
    this.#relation = relation;
    this.#trade = trade;
    this.#isDated = isDated;
    this.#names = names;
    this.#binding = binding;
  }

  #number(value: number): string {
    return this.#binding.bind(value, "Float64");
  }

  #whole(value: number): string {
    return this.#binding.bind(value, "Int32");
  }

  /** -1 for a short. */
  get #sign(): string {
    return this.#trade.side === "long" ? "1." : "-1.";
  }

  get #last(): number {
    return this.#trade.until.day;
  }

  /** First minute of the row's day that counts. */
  get #begin(): number {
    const { entry } = this.#trade;
    return entry.at === "time" ? entry.minute : entry.at === "level" ? entry.start : REGULAR_CLOSE;
  }

  get #end(): number {
    const { minute } = this.#trade.until;
    return minute === "close" ? REGULAR_CLOSE - 1 : minute;
  }

  /** Half days shorten a trade that is within the regular session, as every trade over several days is. */
  get #isRegular(): boolean {
    return this.#last > 0 || (this.#begin >= REGULAR_OPEN && this.#end < REGULAR_CLOSE);
  }

  /** Minute at which the regular session of a day closes. */
  #close(session: string): string {
    const { halfDays } = this.#plan;
    if (halfDays.length === 0) return `toInt32(${REGULAR_CLOSE})`;
    const bind = (values: readonly number[]): string => this.#binding.bind(values, "Array(UInt16)");
    return `toInt32(transform(${session}, ${bind(halfDays.map((day) => day.session))}, ${bind(halfDays.map((day) => day.close))}, toUInt16(${REGULAR_CLOSE})))`;
  }

  #node(id: NodeId): string {
    return `l${id}`;
  }

  /** The security-days at which the trades begin, with the nodes that they need. */
  #rows(): string {
    const { levels, rows, sessions } = this.#relation;
    const nodes = tradeNodes(this.#trade).map((id) => `${keptColumn(this.#plan.nodes, id)} AS ${this.#node(id)}`);
    if (levels !== null)
      return `SELECT security_id, session, ${[...new Set(nodes)].join(", ")} FROM ${this.#names.relation(levels)}`;
    if (rows !== null) return qualifiedRows(this.#plan, rows, this.#names, "security_id, session");
    const bind = (session: number): string => this.#binding.bind(session, "UInt16");
    return `SELECT security_id, session FROM ${this.#names.table("daily")} WHERE session BETWEEN ${bind(sessions.from)} AND ${bind(sessions.to)} AND ${this.#names.ofPass("security_id")}`;
  }

  /** Minutes of each security-day, in order, and how many its session has: the rest does not say how that went. */
  #minutes(): string {
    const conditions = this.#isRegular ? [`toInt32(minute) < ${this.#close("session")}`] : [];
    if (this.#last > 0) conditions.push(`minute >= ${REGULAR_OPEN}`);
    else conditions.push(`minute BETWEEN ${this.#whole(this.#begin)} AND ${this.#whole(this.#end)}`);
    const points = pointsSql(this.#plan, this.#relation, this.#names, this.#binding);
    const bars = `arraySort(b -> b.1, groupArrayIf((minute, open, high, low, close), ${conditions.join(" AND ")}))`;
    const counted = this.#isRegular
      ? `countIf(minute >= ${REGULAR_OPEN} AND toInt32(minute) < ${this.#close("session")})`
      : "count()";
    return `SELECT security_id, session, ${counted} AS counted, ${bars} AS bars FROM ${this.#names.table("minute")} WHERE ${points} GROUP BY security_id, session`;
  }

  #daily(): string {
    const points = pointsSql(this.#plan, this.#relation, this.#names, this.#binding, "(security_id, session)");
    const prices = ["open", "high", "low", "close"].map((field) => `toFloat64(${field}) * split_factor AS d_${field}`);
    return `SELECT security_id, session, toFloat64(split_factor) AS factor, ${prices.join(", ")}, ${HAS_BAR} AS has_bar FROM ${this.#names.table("daily")} WHERE ${points}`;
  }

  /**
   * A row for each trade, with its days as an array of (day, factor, open, high, low, close, whether it has a daily bar,
   * minute of the close, number of minutes, minutes, date where it is asked for).
   */
  #days(): string {
    const offset = this.#last === 0 ? "toInt32(0)" : `arrayJoin(range(${this.#last + 1}))`;
    const rows = `SELECT *, ${offset} AS day, toUInt16(session + day) AS on_session FROM (${this.#rows()})`;
    const nodes = [...new Set(tradeNodes(this.#trade).map((id) => this.#node(id)))];
    const day = `(toInt32(r.day), d.factor, d.d_open, d.d_high, d.d_low, d.d_close, d.has_bar, ${this.#close("r.on_session")}, ifNull(m.counted, 0), m.bars${this.#isDated ? ", k.date" : ""})`;
    // Joined here, as far below as the days are single rows: above all else it would take a second to plan.
    const dates = this.#isDated
      ? ` LEFT JOIN (SELECT session, date FROM ${this.#names.table("session")}) AS k ON r.on_session = k.session`
      : "";
    const joins = `FROM (${rows}) AS r INNER JOIN (${this.#daily()}) AS d ON r.security_id = d.security_id AND r.on_session = d.session LEFT JOIN (${this.#minutes()}) AS m ON r.security_id = m.security_id AND r.on_session = m.session${dates}`;
    if (this.#last === 0)
      return `SELECT r.security_id AS security_id, r.session AS s0, ${[...nodes.map((node) => `r.${node} AS ${node}`), `[${day}] AS days`].join(", ")}, toInt32(r.session) AS last_bar, 0 AS is_gone ${joins}`;
    const grouped = `SELECT r.security_id AS security_id, r.session AS s0, ${[...nodes.map((node) => `any(r.${node}) AS ${node}`), `arraySort(x -> x.1, groupArray(${day})) AS days`].join(", ")} ${joins} GROUP BY r.security_id, r.session`;
    const only =
      this.#relation.rows === null
        ? this.#names.ofPass("security_id")
        : `security_id IN (${qualifiedRows(this.#plan, this.#relation.rows, this.#names, "security_id")})`;
    const bars = `SELECT security_id, toInt32(max(session)) AS last_bar FROM ${this.#names.table("daily")} WHERE ${only} GROUP BY security_id`;
    const gone = `SELECT security_id FROM ${this.#names.table("security")} WHERE upper(ifNull(status, '')) = 'DELISTED'`;
    const silent = `${this.#binding.bind(this.#plan.market.to, "Int32")} - last_bar`;
    const ends = `SELECT security_id, last_bar, ${silent} >= ${TRADE_GONE_SESSIONS} OR (${silent} > 0 AND security_id IN (${gone})) AS is_gone FROM (${bars})`;
    return `SELECT g.*, e.last_bar AS last_bar, e.is_gone AS is_gone FROM (${grouped}) AS g INNER JOIN (${ends}) AS e ON g.security_id = e.security_id`;
  }

  /** One array over all bars; a day without minutes is one bar at the open. */
  #flat(ofMinute: string, ofDay: string): string {
    const { entry } = this.#trade;
    // What a day's bar says of its beginning it says of a trade that begins with it.
    const fits = [
      "d.7",
      `d.1 >= ${entry.at === "time" && entry.minute === REGULAR_OPEN ? 0 : 1}`,
      ...(this.#trade.until.minute === "close" ? [] : [`(d.1 < horizon OR ${this.#whole(this.#end)} >= d.8 - 1)`]),
    ];
    const minutes = entry.at === "close" ? "d.9 > 0 AND d.1 > 0" : "d.9 > 0";
    return `arrayFlatten(arrayMap(d -> multiIf(${minutes}, ${ofMinute}, d.9 = 0 AND ${fits.join(" AND ")}, [${ofDay}], []), days))`;
  }

  #price(minute: number, day: number): string {
    return this.#flat(`arrayMap(b -> ${this.#sign} * toFloat64(b) * d.2, d.10.${minute})`, `${this.#sign} * d.${day}`);
  }

  /** A level on the side of the trade; null where what it is made of is. */
  #level(level: PlannedLevel, better: boolean): string {
    const sign = better ? "+" : "-";
    switch (level.by) {
      case "percent":
        return `entered ${sign} abs(entered) * ${this.#number(level.value / 100)}`;
      case "range":
        return `entered ${sign} ${this.#number(level.value)} * ${this.#node(level.range)}`;
      case "price":
        return this.#priceLevel(level);
    }
  }

  #priceLevel(level: Extract<PlannedLevel, { by: "price" }>): string {
    return `${this.#sign} * ${this.#node(level.price)}${level.adjusted ? "" : " * factor0"}`;
  }

  /** Everything that the fields are made of, a row for each trade. */
  walked(): string {
    const { entry, until, when, target, stop, trail } = this.#trade;
    const none = "CAST(NULL, 'Nullable(Float64)')";
    const horizon =
      when === null
        ? this.#whole(this.#last)
        : `toInt32(ifNull(least(${this.#node(when)}, ${this.#last}), ${this.#last}))`;
    const arrays = layer(
      {
        // Of a day without minutes, one bar at 09:30.
        all_t: this.#flat(`arrayMap(b -> d.1 * ${DAY} + toInt32(b), d.10.1)`, `d.1 * ${DAY} + ${REGULAR_OPEN}`),
        all_y: this.#flat("arrayMap(b -> 0, d.10.1)", "1"),
        all_o: this.#price(2, 3),
        all_f: this.#trade.side === "long" ? this.#price(3, 4) : this.#price(4, 5),
        all_a: this.#trade.side === "long" ? this.#price(4, 5) : this.#price(3, 4),
        all_c: this.#price(5, 6),
      },
      layer({ horizon }, layer({ day0: "days[1]", factor0: "day0.2" }, this.#days())),
    );
    // Above for a long and below for a short is a stop order: the price moves the trade's way into it.
    const withMove = entry.at === "level" && (entry.side === "above") === (this.#trade.side === "long");
    const [reached, price] = withMove
      ? ["all_f", "x >= into - abs(into) * SHARE"]
      : ["all_a", "x <= into + abs(into) * SHARE"];
    const into = entry.at === "level" ? this.#priceLevel(entry.level) : none;
    const begun =
      entry.at === "level"
        ? `arrayFirstIndex((t, y, x) -> y = 0 AND t BETWEEN ${this.#whole(entry.start)} AND ${this.#whole(entry.end)} AND ifNull(${price.replaceAll("SHARE", String(ROUNDING))}, 0), all_t, all_y, ${reached})`
        : `arrayFirstIndex(t -> t >= ${entry.at === "time" ? this.#whole(entry.minute) : DAY}, all_t)`;
    const ended = `arrayLastIndex(t -> t <= horizon * ${DAY} + ${until.minute === "close" ? DAY - 1 : this.#whole(this.#end)}, all_t)`;
    const found = layer({ at: begun, ended }, layer({ into }, arrays));
    const cut = (name: string): string =>
      `arraySlice(all_${name}, greatest(at, 1), if(at = 0, 0, toInt64(ended) - toInt64(at) + 1))`;
    const onDay = `at > 0 AND ended >= at AND all_t[at] < ${DAY}`;
    // A bar that opens beyond the level is entered there.
    const opened = withMove ? "all_o[at] >= into" : "all_o[at] <= into";
    const entered =
      entry.at === "close"
        ? `if(day0.7, ${this.#sign} * day0.6, NULL)`
        : entry.at === "time"
          ? `if(${onDay}, all_o[at], NULL)`
          : `if(${onDay}, if(${opened}, all_o[at], into), NULL)`;
    const begins = layer(
      {
        entered,
        // The minute is entered between its open and its end.
        partly: entry.at === "level" ? `ifNull(NOT (${opened}), 0)` : "0",
        t: cut("t"),
        y: cut("y"),
        o: cut("o"),
        c: cut("c"),
        a: cut("a"),
        whole_f: cut("f"),
      },
      found,
    );
    const invalid = [
      ...(target ? [`ifNull(goal <= entered + abs(entered) * ${ROUNDING}, 1)`] : []),
      ...(stop ? [`ifNull(fixed >= entered - abs(entered) * ${ROUNDING}, 1)`] : []),
      ...(trail?.by === "range" ? [`ifNull(${this.#node(trail.range)} <= 0, 1)`] : []),
    ];
    const levelled = layer(
      {
        // A condition of the statement would be pushed through all that is below, which takes a second to plan.
        valid: `day0.1 = 0 AND isNotNull(entered)${invalid.map((each) => ` AND NOT ${each}`).join("")}`,
        ent: "ifNull(entered, 0.)",
        goal_or: target ? "ifNull(goal, inf)" : "inf",
        fixed_or: stop ? "ifNull(fixed, -inf)" : "-inf",
        // What came before the entry in its minute counts against the trade, never for it.
        f:
          withMove || entry.at !== "level"
            ? "whole_f"
            : "if(partly AND length(c) > 0, arrayConcat([greatest(c[1], ifNull(entered, c[1]))], arraySlice(whole_f, 2)), whole_f)",
      },
      layer({ goal: target ? this.#level(target, true) : none, fixed: stop ? this.#level(stop, false) : none }, begins),
    );
    return this.#exits(trail === null ? levelled : this.#trailing(trail, levelled));
  }

  /** Per bar: the level of the trail after the bars before, and, for days, the nearest that it can come to within one. */
  #trailing(trail: Exclude<PlannedLevel, { by: "price" }>, from: string): string {
    const below = (peak: string): string =>
      trail.by === "percent"
        ? `${peak} - abs(${peak}) * ${this.#number(trail.value / 100)}`
        : `${peak} - ${this.#number(trail.value)} * ifNull(${this.#node(trail.range)}, 0.)`;
    return layer(
      {
        s: `arrayMap(p -> greatest(fixed_or, ${below("p")}), before)`,
        near: `arrayMap((p, x, day) -> if(day = 1, greatest(fixed_or, ${below("greatest(p, least(x, goal_or))")}), -inf), before, f, y)`,
      },
      layer(
        { before: "arrayMap(p -> greatest(p, ent), arrayPopBack(arrayPushFront(peaks, ent)))" },
        layer({ peaks: "arrayReduceInRanges('max', arrayMap(i -> (1, i), arrayEnumerate(f)), f)" }, from),
      ),
    );
  }

  /** Which bar reaches a level, and which level. A trade without levels leaves all of it out, a third of what the engine plans. */
  #hits(from: string): string {
    const { target, stop, trail, choice, entry } = this.#trade;
    if (target === null && stop === null && trail === null) return layer(NO_HITS, from);
    const within = (level: string): string => `(${level} + abs(${level}) * ${ROUNDING})`;
    const beyond = (level: string): string => `(${level} - abs(${level}) * ${ROUNDING})`;
    const stopLevel = trail === null ? "fixed_or" : "s[hit]";
    const index =
      trail === null
        ? "arrayFirstIndex((worse, better) -> worse <= stop_at OR better >= goal_at, a, f)"
        : `arrayFirstIndex((worse, better, level, close_by) -> worse <= ${within("level")} OR better >= goal_at OR worse <= ${within("close_by")}, a, f, s, near)`;
    return layer(
      {
        hit: "if(valid, toInt64(hit_at), 0)",
        level: `if(hit = 0, 0., ${stopLevel})`,
        is_day: "hit > 0 AND y[hit] = 1",
        entry_bar: entry.at === "close" ? "0" : "hit = 1",
        stopped: `hit > 0 AND a[hit] <= ${within("level")}`,
        aimed: "hit > 0 AND f[hit] >= goal_at",
        gap_stop: `hit > 0 AND NOT entry_bar AND o[hit] <= ${within("level")}`,
        gap_aim: "hit > 0 AND NOT entry_bar AND o[hit] >= goal_at",
        // A day tells neither which level came first nor how far a trail had followed.
        both: "NOT gap_stop AND NOT gap_aim AND stopped AND aimed",
        trail_unclear:
          trail === null
            ? "0"
            : `is_day AND NOT gap_stop AND NOT gap_aim AND near[hit] > ${within("level")} AND a[hit] <= ${within("near[hit]")}`,
        unclear: `trail_unclear OR (is_day AND both${choice === "none" ? "" : " AND 0"})`,
        aim_first: `is_day AND both AND ${choice === "best" ? "1" : "0"}`,
        by_stop: "gap_stop OR (NOT gap_aim AND stopped AND NOT aim_first)",
      },
      layer({ hit_at: index }, layer({ goal_at: beyond("goal_or"), stop_at: within("fixed_or") }, from)),
    );
  }

  #exits(from: string): string {
    const { until, when } = this.#trade;
    const hits = this.#hits(from);
    const end = `toInt32(s0) + horizon`;
    const blind =
      until.minute === "close"
        ? "0"
        : `arrayExists(d -> d.1 = horizon AND d.7 AND d.9 = 0 AND ${this.#whole(this.#end)} < d.8 - 1, days)`;
    const atClose = until.minute === "close";
    // A trade that begins at the last close of a security that is gone ends with it.
    const isEntered = this.#trade.entry.at === "close";
    const timed = layer(
      {
        last_day: "arrayFirst(d -> d.1 = horizon, days)",
        has_end: "last_day.2 > 0 AND last_day.7",
        blind,
        conditioned: when === null ? "0" : `isNotNull(${this.#node(when)})`,
      },
      hits,
    );
    const settled = layer(
      {
        outcome: `multiIf(NOT valid, '', unclear, 'ambiguous', hit > 0, if(by_stop, if(level > fixed_or, 'trail', 'stop'), 'target'), blind, '', has_end${atClose ? "" : " AND length(t) > 0"}, if(conditioned, 'condition', 'time'), is_gone AND last_bar < ${end}${isEntered ? "" : " AND length(t) > 0"}, 'delisted', 'open')`,
      },
      timed,
    );
    const price = `multiIf(gap_stop OR gap_aim, o[hit], by_stop, level, goal_or)`;
    return layer(
      {
        done: "outcome NOT IN ('', 'ambiguous', 'open')",
        by_level: "outcome IN ('stop', 'trail', 'target')",
        // The closing price of the last day, or of the last bar.
        auction: atClose ? "outcome IN ('time', 'condition')" : "0",
        ended_at: `multiIf(by_level, ${price}, auction, ${this.#sign} * last_day.6, length(c) = 0, ent, c[length(c)])`,
        exit_bar: "if(by_level, hit, toInt64(length(t)))",
        exit_t: `multiIf(auction, horizon * ${DAY} + last_day.8, ${isEntered ? "exit_bar = 0, toInt32(day0.8), " : ""}t[exit_bar])`,
        // Bars that the trade saw whole.
        seen: "if(by_level, hit - 1, toInt64(length(t)))",
        days_seen: "arrayExists(d -> d = 1, arraySlice(y, 1, if(hit > 0, hit, toInt64(length(y)))))",
      },
      settled,
    );
  }
}
