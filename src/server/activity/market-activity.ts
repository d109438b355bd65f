import { currentSnapshot, MarketError, marketStatus } from "../../market/index.ts";
import type { Market } from "../../market/index.ts";
import { ACTIVITY_BREADTH, ACTIVITY_TILES } from "../../request/index.ts";
import type { ActivityTile } from "../../request/index.ts";
import { ALL_ROWS, columnStatistics, viewRows } from "../../scan/index.ts";
import type { Activity, ActivitySoFar, ActivityTileAnswer } from "../../contract/index.ts";
import type { FinishedRun } from "../../vocabulary/index.ts";
import { ProblemAnswer } from "../problem.ts";
import { scanOnce } from "./scan-once.ts";

/** Securities shown of each tile. */
const TILE_ROWS = 10;
/** How often the computation starts again because an import ended between two of its scans. */
const MAX_TRIES = 5;

const isChanged = (error: unknown): boolean => error instanceof MarketError && error.code === "changed";

/** Name of the step before the tiles. */
const BREADTH = "Breadth";

/** The activity while it is being computed. */
interface PartialActivity extends Pick<Activity, "session" | "snapshot"> {
  breadth: Activity["breadth"] | null;
  readonly tiles: ActivityTileAnswer[];
  readonly pending: string[];
}

interface Computation {
  readonly snapshot: string;
  readonly activity: Promise<Activity>;
  readonly soFar: PartialActivity;
}

/** The activity of the latest session: computed by the scan engine, once for each snapshot of the market. */
export class MarketActivity {
  readonly #market: Market;
  #kept: Computation | null = null;
  /** The failure of the last computation, until a caller gets it. */
  #failure: Error | null = null;

  constructor(market: Market) {
    this.#market = market;
  }

  /** Rejects with ProblemAnswer `no-market` where there is no session, with MarketError where the engine fails. */
  async latest(): Promise<Activity> {
    for (let left = MAX_TRIES; ; left -= 1) {
      try {
        return await (
          await this.#ofNow()
        ).activity;
      } catch (error) {
        if (left === 1 || !isChanged(error)) throw error;
      }
    }
  }

  /** What is computed so far, without waiting; rejects as `latest` does, once for a failed computation. */
  async soFar(): Promise<ActivitySoFar> {
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
    const { soFar } = await this.#ofNow();
    return { ...soFar, tiles: [...soFar.tiles], pending: [...soFar.pending] };
  }

  async #ofNow(): Promise<Computation> {
    const now = await currentSnapshot(this.#market);
    if (this.#kept !== null && this.#kept.snapshot === now.label?.id) return this.#kept;
    const { snapshot, daily } = await marketStatus(now);
    if (snapshot === null || daily === null)
      throw new ProblemAnswer("no-market", "Import market data or make the demo market first.", [], 60);
    if (this.#kept?.snapshot !== snapshot.id) {
      const soFar: PartialActivity = {
        session: daily.to,
        snapshot: snapshot.id,
        breadth: null,
        tiles: [],
        pending: [BREADTH, ...ACTIVITY_TILES.map(({ name }) => name)],
      };
      const activity = this.#compute(soFar);
      const kept = { snapshot: snapshot.id, activity, soFar };
      this.#kept = kept;
      // Those who wait get the failure; the next call starts again.
      activity.catch((error: unknown) => {
        if (this.#kept === kept) this.#kept = null;
        // Computed again where the market changed meanwhile.
        if (error instanceof Error && !isChanged(error)) this.#failure = error;
      });
    }
    return this.#kept;
  }

  async #compute(soFar: PartialActivity): Promise<Activity> {
    const { session, snapshot } = soFar;
    const breadth = await scanOnce(this.#market, ACTIVITY_BREADTH.request(session), snapshot, async (run) => ({
      securities: run.rows,
      shares: (await columnStatistics(this.#market, run, ALL_ROWS)).flatMap(({ name, truths }) =>
        truths === null ? [] : [{ name, true: truths.true, false: truths.false }],
      ),
      request: { ...ACTIVITY_BREADTH.source(session) },
    }));
    soFar.breadth = breadth;
    soFar.pending.shift();
    // One after another, so that previews of users keep running; only the first visit of a snapshot waits.
    for (const tile of ACTIVITY_TILES) {
      soFar.tiles.push(
        await scanOnce(this.#market, tile.request(session), snapshot, (run) => this.#tile(tile, session, run)),
      );
      soFar.pending.shift();
    }
    return { session, snapshot, breadth, tiles: soFar.tiles };
  }

  async #tile(tile: ActivityTile, session: string, run: FinishedRun): Promise<ActivityTileAnswer> {
    const { tag, name, description, order } = tile;
    const by = run.columns.findIndex((column) => column.name === order.column);
    const page = { offset: 0, limit: TILE_ROWS };
    const { total, rows } = await viewRows(this.#market, run, page, {
      sort: [{ column: by, descending: order.descending }],
      search: "",
      where: [],
    });
    const columns = run.columns.map((column) => ({ name: column.name, type: column.type, unit: column.unit }));
    return { tag, name, description, total, by, columns, rows, request: { ...tile.source(session) } };
  }
}
