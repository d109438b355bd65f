/** First and last session, both included. */
export interface Sessions {
  readonly from: number;
  readonly to: number;
}

/** Sessions of a block. */
export const BLOCK_SESSIONS = 64;

const blockOf = (session: number): number => Math.floor(session / BLOCK_SESSIONS);

/**
 * How many bars each security has in each block of sessions: enough to know, without reading bars, where none is
 * missing.
 */
export interface Coverage {
  /** First and last session of the market. */
  readonly market: Sessions;
  readonly securities: readonly {
    readonly id: number;
    /** Bars of each block from that of the market's first session to that of its own last bar. */
    readonly bars: readonly number[];
  }[];
}

/** Securities that are read from an earlier session on. */
interface EarlierStart {
  readonly from: number;
  readonly securities: readonly number[];
}

/**
 * Securities that trade before the stretch and in or after it, and may have fewer than `bars` bars in it, by a session
 * from which on each has as many until the stretch ends, or all of its bars where there are no more. Every other one
 * has as many in the stretch, or all of its bars up to its end. A bar that a block misses counts as missing from the
 * stretch wherever in the block it is. At most two sessions, the later one first.
 */
export function earlierStarts(coverage: Coverage, stretch: Sessions, bars: number): readonly EarlierStart[] {
  const known = found.get(coverage) ?? new Map<string, readonly EarlierStart[]>();
  const key = `${stretch.from} ${stretch.to} ${bars}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const starts = findStarts(coverage, stretch, bars);
  if (known.size >= MAX_CACHED) known.clear();
  found.set(coverage, known.set(key, starts));
  return starts;
}

/** Cached, as checking all securities costs more than the rest of a plan and previews repeat the same question. */
const found = new WeakMap<Coverage, Map<string, readonly EarlierStart[]>>();
/** Cached answers per market. */
const MAX_CACHED = 32;

function findStarts({ market, securities }: Coverage, stretch: Sessions, bars: number): EarlierStart[] {
  const origin = blockOf(market.from);
  const [first, last] = [blockOf(stretch.from) - origin, blockOf(stretch.to) - origin];
  const lastSession = Math.min(market.to, (origin + last + 1) * BLOCK_SESSIONS - 1);
  const sessions = lastSession - Math.max(market.from, (origin + first) * BLOCK_SESSIONS) + 1;
  const allowedMissing = stretch.to - stretch.from + 1 - bars;
  const starts = new Map<number, number[]>();
  for (const { id, bars: counts } of securities) {
    // Delisted before the stretch.
    if (counts.length <= first) continue;
    let barCount = 0;
    for (let block = first; block <= last; block++) barCount += counts[block] ?? 0;
    if (sessions - barCount <= allowedMissing) continue;
    let block = last;
    // Bars of the last block may all lie behind the stretch.
    let before = (counts[last] ?? 0) - (lastSession - stretch.to);
    const oldest = counts.findIndex((count) => count > 0);
    while (block > oldest && before < bars) before += counts[--block] ?? 0;
    const from = Math.max(market.from, (origin + block) * BLOCK_SESSIONS);
    // The stretch holds enough after all, or the first bar.
    if (from >= stretch.from) continue;
    const others = starts.get(from);
    if (others) others.push(id);
    else starts.set(from, [id]);
  }
  return mergeToTwo([...starts].map(([from, ids]) => ({ from, securities: ids })).sort((a, b) => b.from - a.from));
}

/**
 * At most two starts, the latest first, so that the fewest bars too many are read. Each is a condition of its own for
 * the engine, which plans longer over ten of them than it reads the bars that they would save.
 */
function mergeToTwo(starts: readonly EarlierStart[]): EarlierStart[] {
  const join = (part: readonly EarlierStart[]): EarlierStart => ({
    from: part.at(-1)?.from ?? 0,
    securities: part.flatMap(({ securities }) => securities),
  });
  const tooMany = (part: readonly EarlierStart[]): number => {
    const first = part.at(-1)?.from ?? 0;
    return part.reduce((sum, { from, securities }) => sum + (from - first) * securities.length, 0);
  };
  if (starts.length <= 2) return [...starts];
  let best = 1;
  let least = Infinity;
  for (let at = 1; at < starts.length; at++) {
    const bars = tooMany(starts.slice(0, at)) + tooMany(starts.slice(at));
    if (bars < least) [best, least] = [at, bars];
  }
  return [join(starts.slice(0, best)), join(starts.slice(best))];
}
