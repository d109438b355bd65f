import { Badge, Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { showTime } from "../../vocabulary/index.ts";
import { data } from "../state/chart.ts";

const COLOURS = { open: "green", premarket: "amber", "after hours": "indigo", closed: "gray" } as const;

/** What the exchange is doing now, in words, and what comes next. */
export function MarketStatus(): ReactNode {
  const { market } = useSnapshot(data);
  if (market === null) return null;
  const { state, reason, next } = market;
  const text = `Market ${state}${reason === null ? "" : ` (${reason})`}`;
  return (
    <Tooltip content={`${next.state} from ${showTime(next.at)} in New York`}>
      <Badge color={COLOURS[state]} className="market-status" tabIndex={0}>
        {text}
      </Badge>
    </Tooltip>
  );
}
