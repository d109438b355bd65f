import { lazily } from "../ui/lazily.tsx";

/** The choice of the outcome, which comes with the first column. */
export const OutcomeChoice = lazily(() => import("./OutcomeSelect.tsx"));
