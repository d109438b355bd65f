import gapAndGo from "../../../presets/templates/gap-and-go.json" with { type: "json" };

/** The template that the first start runs and a first visit opens: the same request everywhere. */
export const FIRST_REQUEST = {
  name: gapAndGo.name,
  description: gapAndGo.description,
  filters: gapAndGo.filters.Custom,
  columns: gapAndGo.columns.Custom,
} as const;
