import { Button, IconButton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { LIMITS } from "../../vocabulary/index.ts";
import { Icon } from "./icons.tsx";
import type { IconName } from "./icons.tsx";
import { pageBlock, pageCount } from "./page-block.ts";

const whole = new Intl.NumberFormat("en-US");

/** First, previous, a block of ten numbers, next, last; nothing where one page holds everything. */
export function Pager({
  page,
  total,
  size = LIMITS.pageRows,
  label,
  onPage,
}: {
  readonly page: number;
  readonly total: number;
  readonly size?: number;
  /** What is paged, for screen readers. */
  readonly label: string;
  readonly onPage: (page: number) => void;
}): ReactNode {
  if (total <= size) return null;
  const pages = pageCount(total, size);
  const step = (name: string, icon: IconName, to: number): ReactNode => (
    <IconButton
      variant="ghost"
      color="gray"
      aria-label={name}
      disabled={to < 1 || to > pages || to === page}
      onClick={() => onPage(to)}
    >
      <Icon name={icon} />
    </IconButton>
  );
  const from = (page - 1) * size + 1;
  return (
    <nav className="pager" aria-label={label}>
      <span className="of">
        {whole.format(Math.min(from, total))} – {whole.format(Math.min(page * size, total))} of {whole.format(total)}
      </span>
      {step("First page", "first", 1)}
      {step("Previous page", "previous", page - 1)}
      <span className="numbers">
        {pageBlock(page, pages).map((number) => (
          <Button
            key={number}
            size="1"
            variant={number === page ? "soft" : "ghost"}
            color={number === page ? "blue" : "gray"}
            aria-label={`Page ${number}`}
            aria-current={number === page ? "page" : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ))}
      </span>
      {step("Next page", "next", page + 1)}
      {step("Last page", "last", pages)}
    </nav>
  );
}
