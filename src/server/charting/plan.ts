import { sessionFrom } from "../../market/index.ts";
import { CHART_FEATURES, CHART_SCREENSHOT, chartSession } from "../../vocabulary/index.ts";
import type { ChartSession, ChartTimeframe } from "../../vocabulary/index.ts";
import { productOf } from "../billing/limits.ts";
import { productItem } from "../billing/products.ts";
import type { Db } from "../db/index.ts";
import { ProblemAnswer } from "../problem.ts";

/** What an account's plan allows in charts. */
interface ChartPlan {
  readonly name: string;
  readonly product: ReturnType<typeof productItem>["chart"];
  readonly session: ChartSession;
  readonly features: readonly string[];
  /** First session that charts may show. */
  readonly earliest: number;
}

export async function chartPlan(db: Db, account: string): Promise<ChartPlan> {
  const { name, chart } = productItem(await productOf(db, account));
  return {
    name,
    product: chart,
    session: chartSession(chart.chart_timeframe),
    features: [...CHART_FEATURES, ...(chart.chart_export_enabled ? [CHART_SCREENSHOT] : [])],
    earliest: sessionFrom(chart.date_range.start_date)?.session ?? 0,
  };
}

/** Throws the answer `forbidden` where the plan has no such bars. */
export function requireTimeframe(plan: ChartPlan, timeframe: ChartTimeframe): void {
  if (plan.product.chart_timeframe.includes(timeframe)) return;
  const has = plan.product.chart_timeframe.join(", ");
  throw new ProblemAnswer(
    "forbidden",
    `The plan ${plan.name} shows ${has}. Upgrade subscription for other timeframes.`,
  );
}

/** Throws the answer `forbidden` where the plan has no indicators on charts. */
export function requireIndicators(plan: ChartPlan): void {
  if (plan.product.chart_indicator_enabled) return;
  throw new ProblemAnswer(
    "forbidden",
    `The plan ${plan.name} has no indicators on charts. Upgrade subscription for them.`,
  );
}
