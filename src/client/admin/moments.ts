import { format } from "date-fns";

/** MMM d, yyyy hh:mm a, where the user is (specification, 9). */
export const showMoment = (time: string | null): string =>
  time === null ? "never" : format(new Date(time), "MMM d, yyyy hh:mm a");
