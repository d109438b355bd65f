import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { paging } from "../../request/index.ts";

export interface PagesProps {
  /** What is paged, for screen readers. */
  readonly label: string;
  readonly rows: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** First, previous, a block of page numbers, next, last; nothing where all rows fit on one page. */
export function Pages({ label, rows, page, onPage }: PagesProps): ReactNode {
  const pages = paging(rows, page);
  if (pages === null) return null;
  const { page: now, last, block, from, to } = pages;
  const step = (text: string, to: number, disabled: boolean): ReactNode => (
    <Button size="1" variant="soft" color="gray" type="button" disabled={disabled} onClick={() => onPage(to)}>
      {text}
    </Button>
  );
  return (
    <nav className="pages" aria-label={`Pages: ${label}`}>
      {step("First", 1, now === 1)}
      {step("Previous", now - 1, now === 1)}
      {block.map((number) => (
        <Button
          key={number}
          size="1"
          variant={number === now ? "solid" : "ghost"}
          color={number === now ? "blue" : "gray"}
          type="button"
          aria-label={`Page ${number}`}
          aria-current={number === now ? "page" : undefined}
          onClick={() => onPage(number)}
        >
          {number}
        </Button>
      ))}
      {step("Next", now + 1, now === last)}
      {step("Last", last, now === last)}
      <span className="rows-shown">
        {from + 1}–{to} of {rows}
      </span>
    </nav>
  );
}
