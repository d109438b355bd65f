import { request } from "./test-server.ts";

/** Wide enough to run for a while on any machine, however few securities there are. */
export const LONG = request({
  name: "Long",
  Date_Range: { start_date: "2023-01-03", end_date: "2025-12-31" },
  filters: { Custom: [{ tag: "all", formula: "[daily close] > 0" }] },
  columns: {
    Custom: Array.from({ length: 180 }, (_, n) => ({
      name: `C${n}`,
      formula: `avg([daily close adj], -${n + 20} .. 0)`,
    })),
  },
});
