import type { ReactNode } from "react";

/** What only a pointer or the keyboard brings about; whoever takes the picture forces it. */
export type Forced = "hover" | "active" | "focus-visible";

export interface State {
  readonly state: string;
  readonly node: ReactNode;
  readonly forced?: Forced;
}

/** A component in its states. */
export interface Shown {
  readonly name: string;
  readonly states: readonly State[];
  /** Each state takes the whole width. */
  readonly wide?: true;
}

export const state = (name: string, node: ReactNode, forced?: Forced): State => ({
  state: name,
  node,
  ...(forced === undefined ? {} : { forced }),
});
