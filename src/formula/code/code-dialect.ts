import type { DataPoint } from "../tree.ts";
import { fieldOf, isGroup } from "./catalogue.ts";
import type { Cst } from "./cst.ts";
import type { Dialect } from "./dialect.ts";
import { isOwnPoint, readOwnPoint } from "./own-number.ts";
import { ownNode } from "./own-point.ts";
import type { OwnPoint } from "./own-point.ts";
import { readPoint } from "./points.ts";
import { readTrade } from "./read-trade.ts";
import { invalidNode } from "./reading.ts";
import { readAdjacent, readOperator, reportFunction, reportName } from "./common-mistakes.ts";

/** The parts of the reader for the code notation only. `points` collects the data point of each pair of brackets, for the members. */
export const codeDialect = (points: Map<Cst, DataPoint | OwnPoint>): Dialect => ({
  operator: readOperator,
  functionOf: (text) => text.toLowerCase(),
  refuseCall: (reading, name, call) => {
    reportFunction(reading, name, call);
    // An indicator as a function is one mistake with its arguments.
    return reading.diagnostics.at(-1)?.code === "unknown-function";
  },
  days: () => undefined,
  isTextField: (reading, cst) => {
    if (cst.name !== "DataPoint") return false;
    const [, group = "", field = ""] = /^\[\s*(\w+)\s+(\w+)/.exec(reading.text(cst).toLowerCase()) ?? [];
    return isGroup(group) && fieldOf(group, field)?.type === "text";
  },
  leaf: (reading, cst) => {
    if (cst.name === "BareName") {
      reportName(reading, cst);
      return invalidNode(reading.span(cst));
    }
    if (cst.name !== "DataPoint") return undefined;
    const span = reading.span(cst);
    if (isOwnPoint(reading, cst)) {
      const own = readOwnPoint(reading, cst);
      if (own === null) return invalidNode(span);
      points.set(cst, own.point);
      return ownNode(own.point, own.place);
    }
    const point = readPoint(reading, cst);
    if (point === null) return invalidNode(span);
    points.set(cst, point);
    return { ...span, kind: "data", point };
  },
  compound: (reading, cst, { read }) =>
    cst.name === "Trade" ? readTrade(reading, cst, read) : readAdjacent(reading, cst, read),
});
