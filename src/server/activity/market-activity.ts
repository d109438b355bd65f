import { MarketError, marketStatus } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import { ACTIVITY_BREADTH, ACTIVITY_TILES } from "../../request/index.ts";
import type { ActivityTile } from "../../request/index.ts";
import { columnStatistics, dropRun, runScan, viewRows } from "../../scan/index.ts";
import type { Activity, ActivityTileAnswer } from "../../contract/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { newId } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";

/** Securities shown of each tile. */
const ROWS = 10;
/** So often the activity is begun anew because an import landed between two of its scans. */
const TRIES = 5;

/** The activity of the latest session: computed by the scan engine, once for each snapshot of the market. */
export class MarketActivity {
  readonly #market: Market;
  #kept: { readonly snapshot: string; readonly activity: Promise<Activity> } | null = null;

  constructor(market: Market) {
    this.#market = market;
  }

  /** Rejects with ProblemAnswer `no-market` where there is no session, with MarketError where the engine fails. */
  async latest(): Promise<Activity> {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await this.#ofNow();
      } catch (error) {
        if (left === 1 || !(error instanceof MarketError) || error.code !== "changed") throw error;
      }
    }
  }

  async #ofNow(): Promise<Activity> {
    const { snapshot, daily } = await marketStatus(this.#market);
    if (snapshot === null || daily === null)
      throw new ProblemAnswer("no-market", "Import market data or make the demo market first.", [], 60);
    if (this.#kept?.snapshot !== snapshot.id) {
      const activity = this.#compute(daily.to, snapshot.id);
      const kept = { snapshot: snapshot.id, activity };
      this.#kept = kept;
      // A failure is told to those who wait and forgotten: the next one asks again.
      activity.catch(() => {
        if (this.#kept === kept) this.#kept = null;
      });
    }
    return this.#kept.activity;
  }

  async #compute(session: string, snapshot: string): Promise<Activity> {
    const breadth = await this.#scan(ACTIVITY_BREADTH, session, snapshot, async (run) => ({
      securities: run.rows,
      shares: (await columnStatistics(this.#market, run)).flatMap(({ name, truths }) =>
        truths === null ? [] : [{ name, true: truths.true, false: truths.false }],
      ),
      request: { ...ACTIVITY_BREADTH.source(session) },
    }));
    const tiles: ActivityTileAnswer[] = [];
    // One after another: nobody waits for more than the first visit of a snapshot, and people's previews go on beside it.
    for (const tile of ACTIVITY_TILES) {
      tiles.push(await this.#scan(tile, session, snapshot, (run) => this.#tile(tile, session, run)));
    }
    return { session, snapshot, breadth, tiles };
  }

  async #tile(tile: ActivityTile, session: string, run: FinishedRun): Promise<ActivityTileAnswer> {
    const { tag, name, description, order } = tile;
    const by = run.columns.findIndex((column) => column.name === order.column);
    const page = { offset: 0, limit: ROWS };
    const { total, rows } = await viewRows(this.#market, run, page, {
      sort: by,
      descending: order.descending,
      search: "",
    });
    const columns = run.columns.map((column) => ({ name: column.name, type: column.type, unit: column.unit }));
    return { tag, name, description, total, by, columns, rows, request: { ...tile.source(session) } };
  }

  async #scan<T>(
    tile: ActivityTile,
    session: string,
    snapshot: string,
    read: (run: FinishedRun) => Promise<T>,
  ): Promise<T> {
    const run = `p${newId()}`;
    try {
      const finished = await runScan(this.#market, tile.request(session), { run, lane: "interactive" });
      if (finished.snapshot.id !== snapshot) throw new MarketError("changed", "An import landed between two scans.");
      return await read(finished);
    } finally {
      await dropRun(this.#market, run).catch((error: unknown) => {
        // What an engine that just died leaves is swept with the previews.
        if (!(error instanceof MarketError)) throw error;
      });
    }
  }
}
