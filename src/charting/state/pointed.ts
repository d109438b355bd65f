import { proxy } from "valtio";
import type { ChartBar } from "./chart.ts";

/** The bar under the pointer. */
export const pointed = proxy<{ bar: ChartBar | null }>({ bar: null });
