/** Built-in formula columns, all on adjusted daily values, in percent. */
export const BUILT_IN_COLUMNS: readonly { readonly name: string; readonly code: string; readonly doc: string }[] = [
  {
    name: "chg_close",
    code: "( [daily close adj] / [daily close -1 adj] - 1 ) * 100",
    doc: "close against the previous close",
  },
  { name: "chg_open", code: "( [daily close adj] / [daily open adj] - 1 ) * 100", doc: "close against the open" },
  { name: "gain", code: "( [daily high adj] / [daily open adj] - 1 ) * 100", doc: "high against the open" },
  {
    name: "gap",
    code: "( [daily open adj] / [daily close -1 adj] - 1 ) * 100",
    doc: "open against the previous close",
  },
  {
    name: "hod",
    code: "( [daily high adj] / [daily close -1 adj] - 1 ) * 100",
    doc: "high against the previous close",
  },
  { name: "lod", code: "( [daily low adj] / [daily close -1 adj] - 1 ) * 100", doc: "low against the previous close" },
  { name: "range", code: "( [daily high adj] / [daily low adj] - 1 ) * 100", doc: "high against the low" },
];
