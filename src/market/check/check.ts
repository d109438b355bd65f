import { dateOf } from "../calendar.ts";
import { ofSnapshot, type Snapshot } from "../snapshots.ts";
import { DAILY_SESSIONS_PER_PARTITION } from "../tables.ts";
import { dayStatement } from "./days.ts";
import { LIQUID_SHARES, type Checked, type Finding } from "./kinds.ts";
import {
  dividendStatement,
  dividendTwiceStatement,
  livesStatement,
  minutesStatement,
  sessionsStatement,
  staleFactsStatement,
  swappedStatement,
} from "./others.ts";

/** Bars that are looked at in one statement, about: bounds what the engine holds. Planning it costs as much as 20,000. */
const BARS_AT_ONCE = 500_000;
/** Sessions without a bar at the end after which a security has vanished. */
const GONE_SESSIONS = 5;

interface Life {
  readonly id: number;
  readonly symbol: string;
  readonly first: number;
  readonly last: number;
  readonly bars: number;
  readonly delisted: boolean | number;
}

interface SessionBars {
  readonly session: number;
  readonly bars: number;
  readonly shares: number;
  /** The security of most volume. */
  readonly top: number;
}

type Take = (findings: readonly Finding[]) => void;

/**
 * Looks at every bar and report of the market and gives what is doubtful, some at a time; changes nothing. Resolves with
 * the count of bars that were looked at.
 */
export const checkMarket = ofSnapshot((snapshot: Snapshot, take: Take): Promise<number> => check(snapshot, take));

/** The same of tables that may be being made; `only` narrows it to some securities. */
export async function check(of: Checked, take: Take, only?: ReadonlySet<number>): Promise<number> {
  const found = (findings: readonly Finding[]): void => {
    const wanted = only === undefined ? findings : findings.filter(({ security }) => only.has(security));
    if (wanted.length > 0) take(wanted);
  };
  const run = async (sql: string, params: Readonly<Record<string, number | readonly number[]>> = {}): Promise<void> =>
    found(await of.query<Finding>({ sql, params, lane: "scan" }));
  const sessions = await of.query<SessionBars>(sessionsStatement(of));
  const lives = await of.query<Life>(livesStatement(of));
  const [first, last] = [sessions[0]?.session, sessions.at(-1)?.session];
  if (first === undefined || last === undefined) return 0;
  // One before the first session, so that every session has one before it.
  const full = [0, ...countFull(sessions, lives, first, last)];
  const looked = only === undefined ? lives : lives.filter(({ id }) => only.has(id));
  for (const ids of batches(looked)) {
    await run(dayStatement(of), { ids, full, first: first - 1 });
    await run(swappedStatement(of), { ids });
  }
  for (let from = first; from <= last; from += DAILY_SESSIONS_PER_PARTITION)
    await run(minutesStatement(of), { from, to: Math.min(last, from + DAILY_SESSIONS_PER_PARTITION - 1) });
  found(marketLacks(sessions, lives));
  found(vanished(lives, full, first));
  await run(dividendStatement(of));
  await run(dividendTwiceStatement(of));
  await run(staleFactsStatement(of));
  return sessions.reduce((sum, { bars }) => sum + bars, 0);
}

/** Their ids, so many at a time that one statement looks at `BARS_AT_ONCE`; a security of more bars goes alone. */
function batches(lives: readonly Life[]): readonly (readonly number[])[] {
  const made: number[][] = [];
  let bars = BARS_AT_ONCE;
  for (const life of lives) {
    bars += life.bars;
    if (bars > BARS_AT_ONCE) {
      made.push([]);
      bars = life.bars;
    }
    made.at(-1)?.push(life.id);
  }
  return made;
}

/** Of each session, how many up to it have bars of half of the securities that are within their lives. */
function countFull(
  sessions: readonly SessionBars[],
  lives: readonly Life[],
  first: number,
  last: number,
): readonly number[] {
  const bars = new Map(sessions.map(({ session, bars: n }) => [session, n]));
  const born = new Map<number, number>();
  for (const life of lives) {
    born.set(life.first, (born.get(life.first) ?? 0) + 1);
    born.set(life.last + 1, (born.get(life.last + 1) ?? 0) - 1);
  }
  const counts: number[] = [];
  let [alive, count] = [0, 0];
  for (let session = first; session <= last; session += 1) {
    alive += born.get(session) ?? 0;
    const n = bars.get(session) ?? 0;
    if (n > 0 && n * 2 >= alive) count += 1;
    counts.push(count);
  }
  return counts;
}

/**
 * Sessions between two with bars on which nothing has one, once for all that follow each other. A finding is of a security:
 * of the one with most volume on the session before.
 */
function marketLacks(sessions: readonly SessionBars[], lives: readonly Life[]): readonly Finding[] {
  return sessions.slice(1).flatMap(({ session: after }, index): readonly Finding[] => {
    const before = sessions[index];
    if (before === undefined || after - before.session < 2 || before.shares < LIQUID_SHARES) return [];
    // Two sources of other times have nothing between them to lack.
    if (!lives.some(({ first, last }) => first <= before.session && last >= after)) return [];
    const security = lives.find(({ id }) => id === before.top);
    if (security === undefined) return [];
    const lacked = after - before.session - 1;
    return [
      {
        security: security.id,
        symbol: security.symbol,
        date: dateOf(before.session + 1) ?? "",
        kind: "missing-market-session",
        seen: `no bar of any security on ${lacked} ${lacked === 1 ? "session" : "sessions"}`,
        expected: "bars of the market",
      },
    ];
  });
}

function vanished(lives: readonly Life[], full: readonly number[], first: number): readonly Finding[] {
  const end = full.at(-1) ?? 0;
  return lives
    .filter(({ last, delisted }) => !delisted && end - (full[last - first + 1] ?? end) > GONE_SESSIONS)
    .map(({ id, symbol, last }) => ({
      security: id,
      symbol,
      date: dateOf(last) ?? "",
      kind: "vanished",
      seen: `the last bar, ${end - (full[last - first + 1] ?? end)} sessions before the market's`,
      expected: "bars to the end, or a day of delisting",
    }));
}
