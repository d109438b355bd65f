import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BLOCK_SESSIONS, earlierStarts, type Coverage } from "../../src/scan/plan/coverage.ts";
import type { Sessions } from "../../src/scan/plan/coverage.ts";

const MARKET: Sessions = { from: 1_000, to: 1_999 };

const every = ({ from, to }: Sessions): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Coverage of securities by the sessions on which they have a bar; ids count from 0. */
function coverage(securities: readonly (readonly number[])[]): Coverage {
  const origin = Math.floor(MARKET.from / BLOCK_SESSIONS);
  const covered = securities.map((sessions, id) => {
    const counts: number[] = [];
    for (const session of sessions) {
      const block = Math.floor(session / BLOCK_SESSIONS) - origin;
      while (counts.length <= block) counts.push(0);
      counts[block] = (counts[block] ?? 0) + 1;
    }
    return { id, bars: counts };
  });
  return { market: MARKET, securities: covered };
}

describe("who may have too few bars in a stretch", () => {
  const stretch = { from: 1_500, to: 1_799 };
  test.each<[string, number[], boolean]>([
    ["a bar on every session", every(MARKET), false],
    ["as many bars missing as may be", every(MARKET).filter((session) => session < 1_600 || session >= 1_620), false],
    ["one more", every(MARKET).filter((session) => session < 1_600 || session > 1_620), true],
    ["bars missing long before", every(MARKET).filter((session) => session < 1_100 || session > 1_200), false],
    ["bars missing long after", every(MARKET).filter((session) => session < 1_900), false],
    ["listed inside the stretch", every({ from: 1_600, to: MARKET.to }), false],
    ["listed after it", every({ from: 1_900, to: MARKET.to }), false],
    [
      "halted inside it, listed before",
      [...every({ from: 1_400, to: 1_499 }), ...every({ from: 1_600, to: MARKET.to })],
      true,
    ],
    ["gone inside it", every({ from: MARKET.from, to: 1_650 }), true],
    ["gone long before it", every({ from: MARKET.from, to: 1_300 }), false],
  ])("%s", (_, sessions, asked) => {
    expect(earlierStarts(coverage([sessions]), stretch, 280).flatMap(({ securities }) => securities)).toEqual(
      asked ? [0] : [],
    );
  });

  test("a longer stretch reaches as far as it must and not to the beginning", () => {
    const halted = every(MARKET).filter((session) => session < 1_600 || session > 1_640);
    expect(earlierStarts(coverage([halted]), stretch, 280)).toEqual([{ from: 1_472, securities: [0] }]);
  });

  test("more than two starts become two, so that the fewest bars too many are read", () => {
    // Halted inside the stretch and listed before it: they go back for what they miss, or to their first bars.
    const listed = [1_472, 1_408, 1_344, 1_088, 1_024].map((from) =>
      every({ from, to: MARKET.to }).filter((session) => session < 1_500 || session > 1_780),
    );
    const found = earlierStarts(coverage(listed), stretch, 600);
    expect(found.map(({ securities }) => securities)).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    expect(found.map(({ from }) => from)).toEqual([1_344, 1_024]);
  });

  test("a security that trades on has its bars in the stretch, or in the longer one, or no more than are read", () => {
    const sessions = fc.tuple(
      fc.integer({ min: MARKET.from, max: MARKET.to }),
      fc.uniqueArray(fc.integer({ min: MARKET.from, max: MARKET.to }), { maxLength: 60 }),
    );
    const bounds = fc
      .tuple(fc.integer({ min: 1_001, max: 1_998 }), fc.integer({ min: 1_001, max: 1_998 }))
      .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));
    fc.assert(
      fc.property(fc.array(sessions, { maxLength: 8 }), bounds, fc.nat(400), (securities, asked, bars) => {
        const held = securities.map(([first, missing]) =>
          every({ from: first, to: MARKET.to }).filter((session) => !missing.includes(session)),
        );
        const named = new Map(
          earlierStarts(coverage(held), asked, bars).flatMap(({ from, securities: ids }) =>
            ids.map((id) => [id, from]),
          ),
        );
        for (const [id, sessionsOf] of held.entries()) {
          if (!sessionsOf.some((session) => session > asked.to)) continue;
          const from = Math.min(asked.from, named.get(id) ?? asked.from);
          const inside = sessionsOf.filter((session) => session >= from && session <= asked.to).length;
          if (sessionsOf.every((session) => session >= from)) continue;
          expect(inside).toBeGreaterThanOrEqual(bars);
        }
      }),
    );
  });
});
