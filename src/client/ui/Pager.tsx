import { Button, IconButton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { paging } from "../../request/index.ts";
import { LIMITS } from "../../vocabulary/index.ts";
import { showCount } from "./values.ts";
import { Icon } from "./icons.tsx";
import type { IconName } from "./icons.tsx";
import "./pager.css";

/** First, previous, a block of ten numbers, next, last; nothing where one page holds everything. */
export function Pager({
  page: wanted,
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
  const pages = paging(total, wanted, size);
  if (pages === null) return null;
  const { page, last, block, from, to } = pages;
  const step = (name: string, icon: IconName, target: number): ReactNode => (
    <IconButton
      variant="ghost"
      color="gray"
      aria-label={name}
      disabled={target < 1 || target > last || target === page}
      onClick={() => onPage(target)}
    >
      <Icon name={icon} />
    </IconButton>
  );
  return (
    <nav className="pager" aria-label={label}>
      <span className="of">
        {showCount(from + 1)} – {showCount(to)} of {showCount(total)}
      </span>
      {step("First page", "first", 1)}
      {step("Previous page", "previous", page - 1)}
      <span className="numbers">
        {block.map((number) => (
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
      {step("Last page", "last", last)}
    </nav>
  );
}
