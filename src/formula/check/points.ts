import {
  barsAhead,
  EXTENDED_OPEN,
  LAST_MINUTE,
  periodReach,
  REGULAR_OPEN,
  statementItem,
  warmupBars,
} from "../../vocabulary/index.ts";
import { securityGroupRow } from "../../vocabulary/index.ts";
import type { Field, Indicator, Recipe, SecurityGroup, Unit } from "../../vocabulary/index.ts";
import { fieldOf, indicatorOf } from "../code/catalogue.ts";
import { afterWindow, later } from "../known-at.ts";
import type { KnownAt } from "../known-at.ts";
import type { DataPoint, Day } from "../tree.ts";
import { NO_SCALE, onScale } from "./bars.ts";
import type { Scale } from "./bars.ts";
import { number, valueOfType, plain } from "./value.ts";
import type { Value } from "./value.ts";

type IndicatorPoint = Extract<DataPoint, { group: "indicator" | "period-indicator" }>;

interface PointFacts {
  readonly value: Value;
  readonly known: KnownAt;
  readonly scale: Scale;
}

const valueOf = (field: Field | undefined): Value =>
  field === undefined ? plain : field.type === "number" ? number(field.unit ?? "plain") : valueOfType(field.type);

const splits = (field: Field | undefined): boolean => field?.adjusts === "price" || field?.adjusts === "shares";

function knownOf(field: Field | undefined, day: Day): KnownAt {
  if (field?.known === "midnight") return { day, minute: 0 };
  return { day, minute: field?.known === "open" ? REGULAR_OPEN : "close" };
}

/** When it is known on a day which group a security is in. */
export const groupKnown = (by: SecurityGroup): KnownAt => knownOf(fieldOf(securityGroupRow(by).group, by), 0);

const recipes = new Map<string, Recipe | null>();

/** The definition of an indicator as parameterised; null where the catalogue has no such line. */
function recipeOf(point: IndicatorPoint): Recipe | null {
  const key = `${point.name}.${point.line}(${point.parameters.join(",")})`;
  const known = recipes.get(key);
  if (known !== undefined) return known;
  const numbers = point.parameters.filter((value) => typeof value === "number");
  const recipe = indicatorOf(point.name)?.recipe(...numbers)[point.line] ?? null;
  // While the user types, many lengths come and go; only the few of a request are worth keeping.
  if (recipes.size > 500) recipes.clear();
  recipes.set(key, recipe);
  return recipe;
}

function indicatorUnit(entry: Indicator | undefined, point: IndicatorPoint): Unit {
  const unit = entry?.lines.find(({ name }) => name === point.line)?.unit ?? "plain";
  return unit === "source" ? (fieldOf("daily", point.source ?? "close")?.unit ?? "plain") : unit;
}

/** Bars within the day end at 20:00 and go on at 04:00 of the next session. */
function barsOn(day: number, at: number, ahead: number): KnownAt {
  const beyond = Math.max(0, at + ahead - LAST_MINUTE - 1);
  const sessions = ahead === 0 ? 0 : Math.ceil(beyond / (LAST_MINUTE + 1 - EXTENDED_OPEN));
  return sessions === 0 ? { day, minute: at + ahead } : { day: day + sessions, minute: "close" };
}

function indicatorFacts(point: IndicatorPoint): PointFacts {
  const unit = indicatorUnit(indicatorOf(point.name), point);
  const recipe = recipeOf(point);
  const ahead = recipe ? barsAhead(recipe) : 0;
  const reach = point.group === "period-indicator" ? periodReach(point.bars, point.offset) : null;
  const [first, last] =
    point.group === "indicator" ? [point.day, point.day] : reach ? [Math.min(reach.from, reach.to), reach.to] : [0, 0];
  const known: KnownAt =
    point.group === "period-indicator"
      ? { day: periodReach(point.bars, point.offset + ahead).to, minute: "close" }
      : point.bars
        ? barsOn(point.day, point.bars.at, ahead * point.bars.timeframe)
        : { day: point.day + ahead, minute: "close" };
  const level = unit === "price" || unit === "shares";
  // An unadjusted indicator reads earlier days on the scale of those days.
  const back = recipe && warmupBars(recipe) > 1 ? 1 : 0;
  const scale = level || (back > 0 && point.basis === "unadj") ? onScale(point.basis, first - back, last) : NO_SCALE;
  return { value: number(unit), known, scale };
}

/** Type and unit of a data point, its known-at and its scale. */
export function pointFacts(point: DataPoint): PointFacts {
  switch (point.group) {
    case "daily": {
      const field = fieldOf("daily", point.field);
      const scale = splits(field) ? onScale(point.basis, point.day, point.day) : NO_SCALE;
      return { value: valueOf(field), known: knownOf(field, point.day), scale };
    }
    case "daily-range": {
      const field = fieldOf("daily", point.field);
      const { from, to } = point.days;
      return {
        value: valueOf(field),
        known: knownOf(field, to),
        scale: splits(field) ? onScale(point.basis, from, to) : NO_SCALE,
      };
    }
    case "daily-at": {
      const [field, by] = [fieldOf("daily", point.field), fieldOf("daily", point.at.field)];
      const { from, to } = point.days;
      const known = later(knownOf(field, to), knownOf(by, to)) ?? knownOf(field, to);
      const scale = splits(field) || splits(by) ? onScale(point.basis, from, to) : NO_SCALE;
      return { value: valueOf(field), known, scale };
    }
    case "intraday":
    case "intraday-at": {
      const field = fieldOf("intraday", point.field);
      const scale = splits(field) ? onScale(point.basis, point.day, point.day) : NO_SCALE;
      return { value: valueOf(field), known: afterWindow(point.day, point.start, point.end), scale };
    }
    case "intraday-at-time": {
      const field = fieldOf("intraday", point.field);
      const scale = splits(field) ? onScale(point.basis, point.day, point.day) : NO_SCALE;
      return { value: valueOf(field), known: { day: point.day, minute: point.time + 1 }, scale };
    }
    case "weekly":
    case "monthly": {
      const field = fieldOf(point.group, point.field);
      const reach = periodReach(point.group, point.offset);
      // A whole one is known when it ends, whatever its field; the days of one so far end with the row's.
      const to = point.soFar ? 0 : reach.to;
      const scale = splits(field) ? onScale(point.basis, Math.min(reach.from, to), to) : NO_SCALE;
      return { value: valueOf(field), known: { day: to, minute: "close" }, scale };
    }
    case "indicator":
    case "period-indicator":
      return indicatorFacts(point);
    case "identity":
    case "fundamental":
    case "ownership": {
      const field = fieldOf(point.group, point.field);
      // Shares are as of that day, so they must not be combined with an adjusted volume or price.
      const scale = field?.unit === "shares" ? onScale("unadj", point.day, point.day) : NO_SCALE;
      return { value: valueOf(field), known: knownOf(field, point.day), scale };
    }
    case "event": {
      const known: KnownAt =
        point.field === "ipo" ? { day: point.day, minute: 0 } : { day: point.day, minute: point.end + 1 };
      return { value: valueOfType("boolean"), known, scale: NO_SCALE };
    }
    case "earnings": {
      const unit = statementItem(point.item)?.unit ?? null;
      // Amounts per share and numbers of shares are as reported.
      const scale = unit === "price" || unit === "shares" ? onScale("unadj", 0, 0) : NO_SCALE;
      return { value: number(unit), known: { day: 0, minute: "close" }, scale };
    }
  }
  return point satisfies never;
}
