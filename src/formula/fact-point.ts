import type { Field } from "../vocabulary/index.ts";
import type { DataPoint, Day } from "./tree.ts";

/** A field of the groups whose data points are a field on a day; events have a window besides. */
type FactField = Extract<Field<"identity" | "fundamental" | "ownership">, { readonly event?: undefined }>;

/** The data point of such a field on a day. */
export function factPoint(field: FactField, day: Day): DataPoint {
  switch (field.group) {
    case "identity":
      return { group: field.group, field: field.name, day };
    case "fundamental":
      return { group: field.group, field: field.name, day };
    case "ownership":
      return { group: field.group, field: field.name, day };
  }
}
