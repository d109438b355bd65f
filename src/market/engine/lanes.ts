/**
 * Lanes keep a short statement from ever waiting behind scans: each lane admits so many statements at a time, the rest
 * wait in order. All lanes together stay below the engine's threads (`ENGINE_THREADS`), so that files never starve.
 */
const LANES = { scan: 2, interactive: 4, control: 6 } as const;
export type Lane = keyof typeof LANES;

/** libuv threads of the engine process: one per running statement, the rest for spool files. */
export const ENGINE_THREADS = 16;

export function isLane(name: unknown): name is Lane {
  return typeof name === "string" && Object.hasOwn(LANES, name);
}

export class Lanes {
  readonly #running = { scan: 0, interactive: 0, control: 0 };
  readonly #waiting: Record<Lane, (() => void)[]> = { scan: [], interactive: [], control: [] };

  /** Resolves with the release of the place; rejects when aborted while waiting. */
  async enter(lane: Lane, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#running[lane] < LANES[lane]) this.#running[lane]++;
    else await this.#wait(lane, signal);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = this.#waiting[lane].shift();
      if (next) next();
      else this.#running[lane]--;
    };
  }

  #wait(lane: Lane, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting[lane];
      const admit = () => {
        signal.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(admit), 1);
        reject(new Error("Left the queue"));
      };
      signal.addEventListener("abort", leave, { once: true });
      queue.push(admit);
    });
  }
}

/** Header that names a statement's lane; a real server ignores it. */
export const LANE_HEADER = "x-scanbook-lane";
