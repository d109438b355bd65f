import { LIMITS } from "../../vocabulary/index.ts";

export const pageCount = (total: number, size: number = LIMITS.pageRows): number =>
  Math.max(1, Math.ceil(total / size));

/** The page numbers that stand beside `page`: blocks of ten, starting at 1 (specification, 9). */
export function pageBlock(page: number, pages: number): readonly number[] {
  const first = Math.floor((Math.min(page, pages) - 1) / LIMITS.pageBlock) * LIMITS.pageBlock + 1;
  return Array.from({ length: Math.min(LIMITS.pageBlock, pages - first + 1) }, (_, index) => first + index);
}
