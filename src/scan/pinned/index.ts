export { brokenPins, type BrokenPin, type PinnedValue } from "./pinned-values.ts";
export { readPins, type PinMistake, type ReadPins } from "./read-pins.ts";
