import { BAR_FIELDS } from "./fields/bar-fields.ts";
import type { BarField } from "./fields.ts";
import type { Indicator } from "./indicators.ts";
import type { Scale, Unit } from "./types.ts";

const NONE: Scale = { price: 0, volume: 0 };
const PRICE: Scale = { price: 1, volume: 0 };
const VOLUME: Scale = { price: 0, volume: 1 };

/** Of units that a split changes. */
const SCALES: Readonly<Partial<Record<Unit, Scale>>> = {
  price: PRICE,
  shares: VOLUME,
  currency: { price: 1, volume: 1 },
};

/** By what a split does to a field of a bar. */
const FIELD_SCALES = { price: PRICE, shares: VOLUME, none: NONE } as const;

const fieldScale = (field: BarField): Scale =>
  FIELD_SCALES[BAR_FIELDS.find(({ name }) => name === field)?.adjusts ?? "none"];

/** Scale of a line of an indicator over a source field; of the tangent of an angle in degrees where it says so. */
export function scaleOf(line: Indicator["lines"][number], source: BarField = "close"): Scale {
  const { price, volume } = fieldScale(source);
  if (line.scale === "tangent") return { price, volume };
  if (line.scale === "source squared") return { price: 2 * price, volume: 2 * volume };
  if (line.scale) return line.scale;
  return line.unit === "source" ? { price, volume } : (SCALES[line.unit] ?? NONE);
}
