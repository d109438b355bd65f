/** The two sides of a request that hold formulas. */
export type Part = "filters" | "columns";
