import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { paging } from "../../request/index.ts";
import { showCount } from "../results/values.ts";

interface Listed {
  readonly page: number;
  readonly page_size: number;
  readonly total: number;
}

/** The pages of a list in blocks of ten; nothing where one page holds everything. */
export function Pages({ list, onPage }: { readonly list: Listed; readonly onPage: (page: number) => void }): ReactNode {
  const pages = paging(list.total, list.page, list.page_size);
  if (pages === null) return null;
  const { page, last, block, from, to } = pages;
  const step = (label: string, sign: string, target: number): ReactNode => (
    <Button
      size="1"
      variant="soft"
      color="gray"
      aria-label={label}
      disabled={target < 1 || target > last || target === page}
      onClick={() => onPage(target)}
    >
      {sign}
    </Button>
  );
  return (
    <nav className="pages" aria-label="Pages">
      {step("First page", "«", 1)}
      {step("Previous page", "‹", page - 1)}
      {block.map((one) => (
        <Button
          key={one}
          size="1"
          variant={one === page ? "solid" : "soft"}
          color={one === page ? "blue" : "gray"}
          aria-label={`Page ${one}`}
          aria-current={one === page ? "page" : undefined}
          onClick={() => onPage(one)}
        >
          {one}
        </Button>
      ))}
      {step("Next page", "›", page + 1)}
      {step("Last page", "»", last)}
      <span>
        {showCount(from + 1)} to {showCount(to)} of {showCount(list.total)}
      </span>
    </nav>
  );
}
