import { tableOf } from "../../vocabulary/index.ts";
import type { Market } from "../market.ts";
import { GIVEN_OF } from "./given.ts";
import { INCOMING, INCOMING_META } from "./incoming-columns.ts";
import { KIND_NAMES, type Kind } from "./kinds.ts";
import { MAX_LISTED_ROWS, type ImportReport, type RefusedRow } from "./report.ts";
import type { NextSnapshot } from "./next-snapshot.ts";
import { PlacedBars } from "./placed-bars.ts";
import { rowsPerSession, sessionSteps } from "./session-steps.ts";

/** The incoming tables of one import, one for each kind of row that it brings. */
export class Staging {
  readonly #market: Market;
  readonly #next: NextSnapshot;
  readonly #present = new Set<Kind>();
  #cuts: string | null = null;
  /** Daily bars that stand in tables of their own. */
  readonly placed: PlacedBars;

  constructor(market: Market, next: NextSnapshot) {
    this.#market = market;
    this.#next = next;
    this.placed = new PlacedBars(next);
  }

  has(kind: Kind): boolean {
    return this.#present.has(kind);
  }

  /** The table to fill, made at its first use. */
  async into(kind: Kind): Promise<string> {
    if (!this.#present.has(kind)) {
      const columns = [...INCOMING_META, ...INCOMING[kind].columns].map(([name, type]) => `${name} ${type}`).join(", ");
      await this.#next.scratch(kind, columns, `(${INCOMING[kind].key.join(", ")})`);
      this.#present.add(kind);
    }
    return `${this.#next.database}.incoming_${kind}`;
  }

  /** The table to fill with the sessions from which on a symbol is another security, made at its first use. */
  async intoCuts(): Promise<string> {
    this.#cuts ??= await this.#next.scratch("cut", "symbol String, session UInt16", "symbol");
    return this.#cuts;
  }

  /** That table; null where the import brings none. */
  get cuts(): string | null {
    return this.#cuts;
  }

  /** Whether daily bars say of splits and of dividends; those that are placed do not. */
  async adjustments(): Promise<{ readonly splits: boolean; readonly dividends: boolean }> {
    if (!this.#present.has("daily")) return { splits: false, dividends: false };
    const [found] = await this.#market.query<{ splits: number; dividends: number }>({
      sql: `SELECT toUInt32(countIf(split_ratio != 1)) AS splits, toUInt32(countIf(dividend != 0)) AS dividends FROM ${this.loose("daily")}`,
      lane: "scan",
    });
    return { splits: (found?.splits ?? 0) > 0, dividends: (found?.dividends ?? 0) > 0 };
  }

  /** The rows that are taken, as a relation; of a kind that is absent an empty one. */
  rows(kind: Kind): string {
    const placed = kind === "daily" ? this.placed.incoming() : [];
    if (placed.length === 0) return this.loose(kind);
    return `(${[`SELECT * FROM ${this.loose(kind)}`, ...placed].join(" UNION ALL ")})`;
  }

  /** What bars are taken: `source_file`, `symbol`, its `sessions`, each once, and how many `bars` there are; some rows for a symbol. */
  days(kind: "daily" | "minute"): string {
    const placed = kind === "daily" ? this.placed.days() : null;
    const loose = `SELECT toString(source_file) AS source_file, toString(symbol) AS symbol, groupUniqArray(session) AS sessions, count() AS bars FROM ${this.loose(kind)} GROUP BY source_file, symbol`;
    return placed === null ? `(${loose})` : `(${loose} UNION ALL ${placed})`;
  }

  /** SELECT of the symbols of what is taken. */
  symbols(kind: Kind): string {
    const placed = kind === "daily" ? this.placed.days() : null;
    const loose = `SELECT DISTINCT toString(symbol) AS symbol FROM ${this.loose(kind)}`;
    return placed === null ? loose : `${loose} UNION ALL SELECT DISTINCT symbol FROM (${placed})`;
  }

  /** What is taken without bars that are placed. */
  loose(kind: Kind): string {
    if (this.#present.has(kind)) return `(SELECT * FROM ${this.#next.database}.incoming_${kind} WHERE problem = '')`;
    return `(SELECT ${INCOMING[kind].columns.map(([name, type]) => `defaultValueOfTypeName('${type.replaceAll("'", String.raw`\'`)}') AS ${name}`).join(", ")} WHERE 0)`;
  }

  /** A repeated key within one import: the first row stands, the others are refused. */
  async refuseDuplicates(): Promise<void> {
    const isPlaced = await this.placed.hasNoneTwice(this.days("daily"));
    for (const kind of this.#present) {
      if (kind === "daily" && isPlaced) continue;
      const table = await this.into(kind);
      const key = INCOMING[kind].key.join(", ");
      const repeated = `SELECT ${key} FROM ${table} WHERE problem = '' GROUP BY ${key} HAVING count() > 1`;
      const inOrder = { optimize_aggregation_in_order: 1 };
      const [found] = await this.#market.query<{ n: number }>({
        sql: `SELECT toUInt32(count()) AS n FROM (${repeated} LIMIT 1)`,
        settings: inOrder,
        lane: "scan",
      });
      if (!found || found.n === 0) continue;
      const texts = shownColumns(kind, this.#next.table("session"));
      await this.#market.command({
        sql: `ALTER TABLE ${table} UPDATE problem = 'duplicate key', wrong_field = {field:String}, source_text = concatWithSeparator(',', ${texts.join(", ")})
WHERE problem = '' AND (source_file, line) IN (
  SELECT source_file, line FROM (
    SELECT source_file, line, row_number() OVER (PARTITION BY ${key} ORDER BY source_file, line) AS place
    FROM ${table} WHERE problem = '' AND (${key}) IN (${repeated})
  ) WHERE place > 1)`,
        params: { field: INCOMING[kind].key.map((name) => FILE_NAMES[name] ?? name).join(", ") },
        settings: { mutations_sync: 2 },
        lane: "scan",
      });
    }
  }

  async count(): Promise<Pick<ImportReport, "taken" | "rounded" | "derived">> {
    const taken = tableOf<Record<Kind, number>>(KIND_NAMES, () => 0);
    let rounded = 0;
    let derived = 0;
    const selects = [...this.#present].map(
      (kind) =>
        `SELECT '${kind}' AS kind, toUInt32(count()) AS n, toUInt32(${kind === "daily" || kind === "minute" ? "sum(rounded)" : "0"}) AS rounded, toUInt32(${kind === "statements" ? "sum(derived)" : "0"}) AS derived FROM ${this.rows(kind)}`,
    );
    const rows =
      selects.length === 0
        ? []
        : await this.#market.query<{ kind: Kind; n: number; rounded: number; derived: number }>(
            selects.join(" UNION ALL "),
          );
    for (const row of rows) {
      taken[row.kind] = row.n;
      rounded += row.rounded;
      derived += row.derived;
    }
    return { taken, rounded, derived };
  }

  /** What was refused, in the order of files and lines; `others` are no rows of a table and come first. */
  async refused(
    others: readonly { readonly row: RefusedRow; readonly count: number }[],
  ): Promise<ImportReport["refused"]> {
    const reasons: Record<string, number> = {};
    const rows = others.map(({ row }) => row);
    for (const { row, count } of others) reasons[row.reason] = (reasons[row.reason] ?? 0) + count;
    if (this.#present.size > 0) {
      const every = [...this.#present]
        .map(
          (kind) =>
            `SELECT source_file AS file, line, wrong_field AS field, problem AS reason, source_text AS text FROM ${this.#next.database}.incoming_${kind} WHERE problem != ''`,
        )
        .join(" UNION ALL ");
      const counted = await this.#market.query<{ reason: string; n: number }>(
        `SELECT reason, toUInt32(count()) AS n FROM (${every}) GROUP BY reason ORDER BY n DESC, reason`,
      );
      for (const { reason, n } of counted) reasons[reason] = (reasons[reason] ?? 0) + n;
      if (counted.length > 0) {
        rows.push(
          ...(await this.#market.query<RefusedRow>(
            `SELECT * FROM (${every}) ORDER BY file, line LIMIT ${MAX_LISTED_ROWS}`,
          )),
        );
      }
    }
    return {
      count: Object.values(reasons).reduce((sum, n) => sum + n, 0),
      rows: rows.slice(0, MAX_LISTED_ROWS),
      reasons,
    };
  }

  /** How many rows have a key that an earlier import gave. */
  async restated(): Promise<number> {
    let total = 0;
    for (const kind of this.#present) {
      // An identity replaces none.
      if (kind === "identities") continue;
      const key = INCOMING[kind].key.join(", ");
      const isBars = kind === "daily" || kind === "minute";
      const tables = isBars ? [kind, `given_${kind}`] : [GIVEN_OF[kind].table];
      if (tables.every(this.#next.isEmpty)) continue;
      if (!isBars) {
        total += await this.#matching(kind, key, `SELECT ${key} FROM ${this.#next.before(GIVEN_OF[kind].table)}`, "1");
        continue;
      }
      // Sets of keys are held in memory, so they are compared some sessions at a time.
      const again = ` WHERE session IN (SELECT session FROM ${this.rows(kind)})`;
      const stored = tables.map((table) => `${this.#next.before(table)}${again}`);
      for (const sessions of sessionSteps(await rowsPerSession(this.#market, stored), new Set(), Infinity)) {
        const range = `session IN (${sessions.join(", ")})`;
        const keys = `SELECT ${key} FROM ${this.#next.before(kind)} WHERE ${range}${kind === "daily" ? " AND source = 0" : ""}`;
        total += await this.#matching(
          kind,
          key,
          `${keys} UNION DISTINCT SELECT ${key} FROM ${this.#next.before(`given_${kind}`)} WHERE ${range}`,
          range,
        );
      }
    }
    return total;
  }

  async #matching(kind: Kind, key: string, keys: string, range: string): Promise<number> {
    const [row] = await this.#market.query<{ n: number }>({
      sql: `SELECT toUInt32(count()) AS n FROM ${this.rows(kind)} WHERE ${range} AND (${key}) IN (${keys})`,
      lane: "scan",
    });
    return row?.n ?? 0;
  }
}

/** What columns are called in files where they hold a number for what stands there. */
const FILE_NAMES: Readonly<Record<string, string>> = { session: "date", minute: "time" };

const clock = (minute: string): string => `formatDateTime(toDateTime(toUInt32(${minute}) * 60, 'UTC'), '%H:%i')`;

/** SQL for the columns of a kind as texts, as a file has them. */
function shownColumns(kind: Kind, sessions: string): readonly string[] {
  const names = INCOMING[kind].columns.map(([name]) => name).filter((name) => name !== "rounded");
  const isDated = names.some((name) => ["date", "known_at", "at"].includes(name));
  const dates = `(SELECT groupArray((session, toString(date))) FROM ${sessions})`;
  const texts: Readonly<Record<string, string>> = {
    session: `transform(session, tupleElement(${dates}, 1), tupleElement(${dates}, 2), toString(session))`,
    minute: clock("minute"),
  };
  // Of an event: a day, and the minute of it.
  const at = `if(length(at) > 10, concat(substring(at, 1, 11), ${clock("toUInt32OrZero(extract(at, ' ([0-9]+)'))")}, extract(at, ':[0-9]+$')), at)`;
  // Where the row has its date, session and minute follow from it.
  const shown = names.filter((name) => !(isDated && name in texts));
  return shown.map((name) => (name === "at" ? at : texts[name]) ?? `ifNull(toString(${name}), '')`);
}
