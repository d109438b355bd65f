/** Index of a node in a plan's `nodes`; equal expressions have equal ids. */
export type NodeId = number;
/** Index of a series in a plan's `series`. */
export type SeriesId = number;
