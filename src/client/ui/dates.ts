import { format } from "date-fns";

/** `Mar 28, 2024 04:05 PM`, in the user's time zone. */
export const showMoment = (at: string | null): string =>
  at === null ? "never" : format(new Date(at), "MMM d, yyyy hh:mm a");
export const showDay = (at: string): string => format(new Date(at), "MMM d, yyyy");
