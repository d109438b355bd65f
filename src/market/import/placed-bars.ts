import { INCOMING, INCOMING_META } from "./incoming-columns.ts";
import type { NextSnapshot } from "./next-snapshot.ts";
import { FOREVER, securityId } from "./security-id.ts";

/** Bytes of a file from which on its bars are placed: for less the tables cost more than they save. */
export const PLACED_BYTES = 4 << 20;
/** Each is a table until the import ends. */
export const MAX_PLACED_FILES = 64;

/** A table of bars from one file, of the shape of `daily`. */
interface PlacedFile {
  readonly table: string;
  readonly file: string;
  /** Reads all of the file into the incoming table instead. */
  readonly giveUp: () => Promise<void>;
}

/**
 * The first bars of a market are many and almost all of them plain. They are written once, in the order and the partitions of
 * `daily`, from where the new `daily` takes them without reading a row. Whatever is not plain is in the incoming table.
 */
export class PlacedBars {
  readonly #next: NextSnapshot;
  /** The table of their days: for each file and symbol the sessions, each once. Most questions are about no more. */
  #days: string | null = null;
  #files: readonly PlacedFile[] = [];
  /** The table of symbols of which no bar is placed any more. */
  #moved: string | null = null;

  constructor(next: NextSnapshot) {
    this.#next = next;
  }

  get size(): number {
    return this.#files.length;
  }

  async add(file: PlacedFile): Promise<void> {
    this.#days ??= await this.#next.scratch(
      "placed_days",
      "file String, symbol String, sessions Array(UInt16), bars UInt64",
      "symbol",
    );
    await this.#next.market.command({
      sql: `INSERT INTO ${this.#days} SELECT {file:String}, toString(symbol), arrayDistinct(groupArray(session)), count() FROM ${file.table} GROUP BY symbol`,
      params: { file: file.file },
      lane: "scan",
    });
    this.#files = [...this.#files, file];
  }

  /** SELECTs of them as rows of the incoming table; of which line they were is not known. */
  incoming(): readonly string[] {
    return this.#files.map((file) => `${incomingOf(file)}${this.#only}`);
  }

  /** The same of their symbols and sessions, and of the file: `source_file`, `symbol`, `sessions`, `bars`; null where none is placed. */
  days(): string | null {
    return this.size === 0
      ? null
      : `SELECT file AS source_file, symbol, sessions, bars FROM ${this.#days}${this.#only}`;
  }

  get #only(): string {
    return this.#moved === null ? "" : ` WHERE symbol NOT IN (SELECT symbol FROM ${this.#moved})`;
  }

  /** Whether there are such bars and none of the import is there twice; where one is, their files are read as ever. */
  async hasNoneTwice(days: string): Promise<boolean> {
    if (this.size === 0) return false;
    // Mostly a symbol stands in one file, of which its sessions and bars are known.
    const several = `SELECT symbol FROM ${days} GROUP BY symbol HAVING count() > 1`;
    const [twice] = await this.#next.market.query<{ n: number }>({
      sql: `
SELECT toUInt32(count()) AS n FROM (
  SELECT symbol FROM ${days} WHERE length(sessions) != bars
  UNION ALL
  SELECT symbol FROM ${days} WHERE symbol IN (${several}) GROUP BY symbol HAVING length(groupUniqArrayArray(sessions)) != sum(bars)
)`,
      lane: "scan",
    });
    if (twice?.n === 0) return true;
    for (const { giveUp } of this.#files) await giveUp();
    this.#files = [];
    return false;
  }

  /**
   * Moves bars to the incoming table `into` where they cannot stay as they are: of another security than the symbol says, or of
   * one that split. Needs the eras and the splits.
   */
  async moveOut(into: string): Promise<void> {
    const { market, table } = this.#next;
    const moved = await this.#next.scratch("moved", "symbol String", "symbol");
    const era = table("era");
    await market.command(`
INSERT INTO ${moved}
SELECT DISTINCT symbol FROM ${this.#days} WHERE symbol NOT IN (
  SELECT toString(symbol) FROM ${era}
  WHERE from_session = 0 AND to_session = ${FOREVER} AND valid_from = 0 AND last_symbol = toString(symbol)
    AND security_id = ${securityId("toString(symbol)", `toUInt16(${FOREVER})`)}
    AND security_id NOT IN (SELECT security_id FROM ${table("split_step")})
    AND security_id NOT IN (SELECT security_id FROM ${era} GROUP BY security_id HAVING count() > 1))`);
    const [found] = await market.query<{ n: number }>(`SELECT toUInt32(count()) AS n FROM ${moved}`);
    if (found === undefined || found.n === 0) return;
    for (const file of this.#files)
      await market.command({
        sql: `INSERT INTO ${into} ${incomingOf(file)} WHERE symbol IN (SELECT symbol FROM ${moved})`,
        lane: "scan",
      });
    this.#moved = moved;
  }

  /** Gives them to the new `daily`, which has no bar yet: no row is read. */
  async attach(): Promise<void> {
    const { market, changed } = this.#next;
    for (const { table } of this.#files)
      await market.command(`ALTER TABLE ${changed("daily")} ATTACH PARTITION ALL FROM ${table}`);
    if (this.#moved !== null)
      await market.command({
        sql: `DELETE FROM ${changed("daily")} WHERE symbol IN (SELECT symbol FROM ${this.#moved})`,
        lane: "scan",
      });
  }

  /** Holds back merges of the new `daily` while the import reads it. No row may be deleted from it meanwhile: that would wait for them. */
  async holdMerges(): Promise<void> {
    const { market, changed } = this.#next;
    if (this.size > 0) await market.command(`SYSTEM STOP MERGES ${changed("daily")}`);
  }

  /** Ends `holdMerges`. */
  async resumeMerges(): Promise<void> {
    const { market, changed } = this.#next;
    if (this.size > 0) await market.command(`SYSTEM START MERGES ${changed("daily")}`);
  }
}

const AS_STORED = new Set(["symbol", "session", "num_trades"]);

function incomingOf({ table, file }: PlacedFile): string {
  const values: Readonly<Record<string, string>> = {
    source_file: `'${file.replaceAll(/[\\']/g, String.raw`\$&`)}'`,
    line: "0",
    wrong_field: "''",
    problem: "''",
    source_text: "''",
    rounded: "0",
    split_ratio: "NULL",
    dividend: "NULL",
  };
  const columns = [...INCOMING_META, ...INCOMING.daily.columns].map(([name, type]) => {
    const value = values[name] ?? (AS_STORED.has(name) ? name : `toFloat64(${name})`);
    return `CAST(${value}, '${type}') AS ${name}`;
  });
  return `SELECT ${columns.join(", ")} FROM ${table}`;
}
