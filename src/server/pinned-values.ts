import { readFile } from "node:fs/promises";
import type { Logger } from "pino";
import { currentSnapshot, oncePerSnapshot } from "../market/index.ts";
import type { Market, Snapshot } from "../market/index.ts";
import { OwnFileError, readTable } from "../own-data/index.ts";
import { brokenPins, readPins } from "../scan/index.ts";
import type { BrokenPin } from "../scan/index.ts";

/** Of the pinned values of one snapshot: how many there are, and which do not hold. */
export interface PinCheck {
  readonly count: number;
  readonly broken: readonly BrokenPin[];
  /** Rows that are no pinned values, or why the file cannot be read. */
  readonly mistakes: readonly { readonly row: number | null; readonly message: string }[];
}

/** Those named in the log; all are on the page. */
const LOGGED = 20;

/**
 * The file of pinned values, checked once for each snapshot of the market and, as a process begins with nothing kept, once
 * for each start of a new version. The file is read anew each time.
 */
export class PinnedValues {
  readonly #path: string | null;
  readonly #market: Market;
  readonly #once: (snapshot: Snapshot) => Promise<PinCheck>;

  constructor({
    path,
    market,
    logger,
  }: {
    readonly path: string | null;
    readonly market: Market;
    readonly logger: Logger;
  }) {
    this.#path = path;
    this.#market = market;
    this.#once = oncePerSnapshot(async (snapshot) => {
      const check = await checkPins(path ?? "", snapshot);
      const { count, broken, mistakes } = check;
      if (broken.length + mistakes.length > 0)
        logger.warn(
          {
            pins: count,
            broken: broken.slice(0, LOGGED),
            mistakes: mistakes.slice(0, LOGGED),
            snapshot: snapshot.label?.id,
          },
          "pinned values do not hold",
        );
      return check;
    });
  }

  /** Null where no file is named. */
  async latest(): Promise<PinCheck | null> {
    return this.#path === null ? null : this.#once(await currentSnapshot(this.#market));
  }
}

async function checkPins(path: string, snapshot: Snapshot): Promise<PinCheck> {
  try {
    const { pins, mistakes } = readPins(await readTable(Uint8Array.from(await readFile(path))));
    return { count: pins.length, broken: await brokenPins(snapshot, pins), mistakes };
  } catch (error) {
    const failed = mistakesOf(error);
    if (failed === null) throw error;
    return { count: 0, broken: [], mistakes: failed };
  }
}

function mistakesOf(error: unknown): PinCheck["mistakes"] | null {
  if (error instanceof OwnFileError) return error.mistakes;
  // A file that is not there or may not be read; its path is the operator's own affair.
  if (error instanceof Error && "code" in error && "syscall" in error)
    return [{ row: null, message: `The file of PINNED_VALUES cannot be read (${String(error.code)}).` }];
  return null;
}
