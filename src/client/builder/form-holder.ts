import { createContext, useContext } from "react";
import type { RequestState } from "../../request/index.ts";
import { change } from "../state/slices/builder.ts";
import { useRequest } from "./use-request.ts";

/** Where a card's form is held: what it shows, and what a click or a key in it changes. */
export interface FormHolder {
  readonly state: RequestState;
  readonly change: (transition: (state: RequestState) => RequestState, typed?: boolean) => void;
  /** Every change goes into the request at once: there is nothing to add and nothing to cancel. */
  readonly live: boolean;
}

const changeBuilder = (transition: (state: RequestState) => RequestState): void => change("", transition);

export const HeldForm = createContext<FormHolder | null>(null);

/** The forms of the builder's own cards, unless one is held elsewhere. */
export function useForm(): FormHolder {
  const state = useRequest();
  const held = useContext(HeldForm);
  return held ?? { state, change: changeBuilder, live: false };
}
