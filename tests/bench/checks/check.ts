import type { Bench } from "../bench.ts";
import type { Findings } from "../report.ts";

/** One question of the bench, asked of several contenders. */
export interface Check {
  /** As in `--only NAME`. */
  readonly name: string;
  run(bench: Bench): Promise<Findings>;
}

/** One that needs no market: it is answered without making or opening one. */
export interface LoneCheck {
  readonly name: string;
  alone(): Findings | Promise<Findings>;
}

/** The last sessions of the market, at most those that have minutes where `minutes` says so. */
export function lastSessions({ profile }: Bench, count: number): { readonly from: number; readonly to: number } {
  const { firstSession, lastSession, minuteSessions } = profile;
  if (firstSession === null || lastSession === null) throw new Error("the market is empty");
  return { from: Math.max(firstSession, lastSession - Math.min(count, minuteSessions.length) + 1), to: lastSession };
}

/** The last sessions of the market that leave `before` sessions in front of them; all of them where that is asked. */
export function lastDays(
  { profile }: Bench,
  count: number,
  before = 0,
): { readonly from: number; readonly to: number } {
  const { firstSession, lastSession } = profile;
  if (firstSession === null || lastSession === null) throw new Error("the market is empty");
  return { from: Math.max(firstSession + before, lastSession - count + 1), to: lastSession };
}
