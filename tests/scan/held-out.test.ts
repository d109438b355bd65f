import { expect, test } from "vitest";
import { lookahead } from "../../src/formula/index.ts";
import { readRequest } from "../../src/request/index.ts";
import { leftOutOf } from "../../src/scan/held-out.ts";
import { columnTrees } from "../../src/scan/run.ts";

/* Rows whose values would be computed from days that are held out are left out, whatever reads them. */

const TODAY = "[daily close adj]";

test.each<readonly [formula: string, sessions: number]>([
  ["[daily close 5 adj]", 5],
  ["change([daily close 5 adj], 2)", 5],
  ["[daily close -5 adj]", 0],
  [`rank([daily close 5 adj] / ${TODAY})`, 5],
  [`market(percent, [daily close 5 adj] > ${TODAY})`, 5],
  ['[daily close 5 of "S01" adj]', 5],
  ["[weekly close adj]", 4],
  ["[weekly close 1 adj]", 9],
  ["[weekly close -1 adj]", 0],
  ["[monthly close adj]", 22],
  ["[monthly close 1 adj]", 45],
  ["change([monthly close adj], 1)", 22],
  ["rank([weekly close adj])", 4],
  ["[indicator sma(3) close weekly adj]", 4],
  ["[trade return long at '09:30' stop 2 until close 3]", 3],
])("%s leaves out %d sessions", (formula, sessions) => {
  const { request, diagnostics } = readRequest({
    name: "held",
    Date_Range: { start_date: "2024-01-02", end_date: "2024-06-20" },
    filters: { Custom: [{ formula: "[daily volume] > 1" }] },
    columns: { Custom: [{ name: "R", formula: `${formula} * 1` }] },
    hold_out: "last third",
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  if (request === null) throw new Error("no request");
  expect(leftOutOf(request, columnTrees(request))).toBe(sessions);
  // What the request says where it is written.
  expect(Math.max(...request.columns.map(({ tree }) => lookahead(tree)))).toBe(sessions);
});
