import { request } from "./test-server.ts";

/** Heavy enough to run for a while on any machine: wide, and over every session there is. */
export const LONG = request({
  name: "Long",
  Date_Range: { start_date: "2023-01-03", end_date: "2025-12-31" },
  filters: { Custom: [{ tag: "all", formula: "[daily close] > 0" }] },
  columns: {
    Custom: Array.from({ length: 150 }, (_, n) => ({
      name: `C${n}`,
      formula: `avg([daily close adj], -${n + 20} .. 0)`,
    })),
  },
});
