import { indicatorOf } from "../code/catalogue.ts";
import type { Node } from "../tree.ts";
import { walk } from "../walk.ts";
import type { CheckEnv } from "./env.ts";
import { columnKey } from "./env.ts";
import type { FactTable } from "./facts.ts";

type Facts = Pick<FactTable, "of">;

/** Sessions that two prices of one move are apart at most: over a year a price may well become fourfold. */
const MAX_SESSIONS = 20;
const MAX_COLUMNS = 10;

/** What a column stands for; the node itself for anything else. */
function written(node: Node, env: CheckEnv): Node {
  let inner = node;
  for (let count = 0; inner.kind === "column" && count < MAX_COLUMNS; count++) {
    const tree = env.columns.get(columnKey(inner.name))?.tree;
    if (!tree) return inner;
    inner = tree;
  }
  return inner;
}

/** The days between the earliest and the latest data point. */
function sessionsApart(node: Node): number {
  let [earliest, latest] = [Infinity, -Infinity];
  for (const part of walk(node)) {
    if (part.kind !== "data") continue;
    const { point } = part;
    const [from, to] =
      "days" in point ? [point.days.from, point.days.to] : "day" in point ? [point.day, point.day] : [0, 0];
    earliest = Math.min(earliest, from);
    latest = Math.max(latest, to);
  }
  return latest - earliest;
}

/**
 * `quotient` for one price divided by another of about the same days, which is near 1; `change` for the difference of two
 * divided by a third or a quotient less 1, which is near 0; null for anything else.
 */
export function priceRatio(node: Node, env: CheckEnv, facts: Facts): "quotient" | "change" | null {
  const inner = written(node, env);
  const shape = shapeOf(inner, env, facts);
  return shape !== null && sessionsApart(inner) <= MAX_SESSIONS ? shape : null;
}

/** A price that is traded or an average of such, not the size of a move: ranges are counted in multiples of the ATR. */
function isLevel(node: Node, env: CheckEnv, facts: Facts): boolean {
  const inner = written(node, env);
  if (inner.kind !== "data" || facts.of(inner).unit !== "price") return false;
  return !("parameters" in inner.point) || indicatorOf(inner.point.name)?.group === "Overlap";
}

/** The difference of two levels. */
function isMove(node: Node, env: CheckEnv, facts: Facts): boolean {
  const inner = written(node, env);
  if (inner.kind !== "sum") return false;
  const [one, more] = inner.rest;
  return one?.op === "-" && !more && [inner.first, one.node].every((part) => isLevel(part, env, facts));
}

function shapeOf(node: Node, env: CheckEnv, facts: Facts): "quotient" | "change" | null {
  if (node.kind === "product") {
    const [divisor, more] = node.rest;
    if (!divisor || more || divisor.op !== "/" || !isLevel(divisor.node, env, facts)) return null;
    if (isMove(node.first, env, facts)) return "change";
    return isLevel(node.first, env, facts) ? "quotient" : null;
  }
  if (node.kind !== "sum") return null;
  const [one, more] = node.rest;
  const lessOne = one && !more && one.op === "-" && one.node.kind === "number" && one.node.value === 1;
  return lessOne && shapeOf(written(node.first, env), env, facts) === "quotient" ? "change" : null;
}
