import type { Fix } from "../diagnostic.ts";
import type { Cst } from "./cst.ts";
import { numberText, readNumber } from "./literal-text.ts";
import type { Reading } from "./reading.ts";

/** `4%` is 0.04, but 4 beside percents, which are in points: which of them is meant is not known before the check. */
export function percentFixes(reading: Reading, cst: Cst, number: Cst): readonly Fix[] {
  const value = readNumber(reading.text(number));
  const [part, points] = [Number((value / 100).toPrecision(15)), value].map(numberText);
  return [
    reading.fix(part ?? "", cst, `Write ${part ?? ""}, a part of one`),
    reading.fix(points ?? "", cst, `Write ${points ?? ""}, percent in points`),
  ];
}
