import type { Node } from "../formula/index.ts";

export interface Refused {
  readonly key: string;
  readonly refused: string;
}

/** What a card makes of an entry, without a comparison, or the key that is wrong and why. */
export type Made = Node | Refused;
