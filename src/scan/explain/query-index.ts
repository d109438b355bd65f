/** Index of a formula among those sent to the engine. */
export type QueryIndex = number;
