/** Points that a landscape page of A4 and of Letter holds, of a sheet that is fitted to it with charts beside the cells. */
const PAGE_POINTS = 600;

/** Parts of a sheet that belong together, one below the other, with the height of each in points. */
interface Block {
  /** Number of its first row, from 0. */
  readonly row: number;
  readonly points: number;
}

/** Rows that begin a page, from 0: no part is cut but one that is longer than a page, which ends on a page of its own. */
export function pageStarts(blocks: readonly Block[]): readonly number[] {
  let used = 0;
  return blocks.flatMap(({ row, points }) => {
    const begins = used > 0 && used + points > PAGE_POINTS;
    used = (begins ? 0 : used) + points;
    return begins ? [row] : [];
  });
}

/** As a worksheet writes them, behind its footer. */
export const breaksXml = (starts: readonly number[]): string =>
  starts.length === 0
    ? ""
    : `<rowBreaks count="${starts.length}" manualBreakCount="${starts.length}">${starts.map((row) => `<brk id="${row}" max="16383" man="1"/>`).join("")}</rowBreaks>`;
