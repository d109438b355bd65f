/** How many times as many made-up cases as `npm test` this run makes; `npm run soak` sets it. */
const SOAK = Math.max(1, Number(process.env["SOAK"] ?? 1) || 1);

/** For what only `npm run soak` does: a test of it says what finds the same faults in `npm test`. */
export const IN_SOAK = SOAK > 1;

/** The count of made-up cases of a law: `count` in `npm test`, a multiple of it in `npm run soak`. */
export const cases = (count: number): number => count * SOAK;

/** `few` in `npm test`, `many` in `npm run soak`: for counts whose costs do not grow alike, and for lists. */
export const rounds = <Counted>(few: Counted, many: Counted): Counted => (IN_SOAK ? many : few);

/** What only a soak does takes minutes at any multiple. */
const LEAST_PATIENCE = 10;

/** The longest that a test of `cases` may take, in milliseconds; `usual` in `npm test`. */
export const timeLimit = (usual: number): number => usual * (IN_SOAK ? Math.max(SOAK, LEAST_PATIENCE) : 1);
