import { MarketError, marketStatus } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import { ACTIVITY_BREADTH, ACTIVITY_TILES } from "../../request/index.ts";
import type { ActivityTile } from "../../request/index.ts";
import { columnStatistics, dropRun, runScan, viewRows } from "../../scan/index.ts";
import type { Activity, ActivitySoFar, ActivityTileAnswer } from "../../contract/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { newId } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";

/** Securities shown of each tile. */
const ROWS = 10;
/** So often the activity is begun anew because an import landed between two of its scans. */
const TRIES = 5;

const isChanged = (error: unknown): boolean => error instanceof MarketError && error.code === "changed";

/** Name of what is computed before the tiles. */
const BREADTH = "Breadth";

/** Filled while it is computed. */
interface SoFar extends Pick<Activity, "session" | "snapshot"> {
  breadth: Activity["breadth"] | null;
  readonly tiles: ActivityTileAnswer[];
  readonly pending: string[];
}

interface Computation {
  readonly snapshot: string;
  readonly activity: Promise<Activity>;
  readonly soFar: SoFar;
}

/** The activity of the latest session: computed by the scan engine, once for each snapshot of the market. */
export class MarketActivity {
  readonly #market: Market;
  #kept: Computation | null = null;
  /** Of the last computation, until somebody who watches it is told. */
  #failure: Error | null = null;

  constructor(market: Market) {
    this.#market = market;
  }

  /** Rejects with ProblemAnswer `no-market` where there is no session, with MarketError where the engine fails. */
  async latest(): Promise<Activity> {
    for (let left = TRIES; ; left -= 1) {
      try {
        return await (
          await this.#ofNow()
        ).activity;
      } catch (error) {
        if (left === 1 || !isChanged(error)) throw error;
      }
    }
  }

  /** What is there of it, without waiting for the rest; rejects as `latest` does, once for a computation that failed. */
  async soFar(): Promise<ActivitySoFar> {
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
    const { soFar } = await this.#ofNow();
    return { ...soFar, tiles: [...soFar.tiles], pending: [...soFar.pending] };
  }

  async #ofNow(): Promise<Computation> {
    const { snapshot, daily } = await marketStatus(this.#market);
    if (snapshot === null || daily === null)
      throw new ProblemAnswer("no-market", "Import market data or make the demo market first.", [], 60);
    if (this.#kept?.snapshot !== snapshot.id) {
      const soFar: SoFar = {
        session: daily.to,
        snapshot: snapshot.id,
        breadth: null,
        tiles: [],
        pending: [BREADTH, ...ACTIVITY_TILES.map(({ name }) => name)],
      };
      const activity = this.#compute(soFar);
      const kept = { snapshot: snapshot.id, activity, soFar };
      this.#kept = kept;
      // A failure is told to those who wait and forgotten: the next one asks again.
      activity.catch((error: unknown) => {
        if (this.#kept === kept) this.#kept = null;
        // Of a market that changed meanwhile it is computed anew.
        if (error instanceof Error && !isChanged(error)) this.#failure = error;
      });
    }
    return this.#kept;
  }

  async #compute(soFar: SoFar): Promise<Activity> {
    const { session, snapshot } = soFar;
    const breadth = await this.#scan(ACTIVITY_BREADTH, session, snapshot, async (run) => ({
      securities: run.rows,
      shares: (await columnStatistics(this.#market, run)).flatMap(({ name, truths }) =>
        truths === null ? [] : [{ name, true: truths.true, false: truths.false }],
      ),
      request: { ...ACTIVITY_BREADTH.source(session) },
    }));
    soFar.breadth = breadth;
    soFar.pending.shift();
    // One after another: nobody waits for more than the first visit of a snapshot, and people's previews go on beside it.
    for (const tile of ACTIVITY_TILES) {
      soFar.tiles.push(await this.#scan(tile, session, snapshot, (run) => this.#tile(tile, session, run)));
      soFar.pending.shift();
    }
    return { session, snapshot, breadth, tiles: soFar.tiles };
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
