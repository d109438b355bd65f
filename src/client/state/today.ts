import { formatISO } from "date-fns";

/** The current date where the user is, yyyy-MM-dd. */
export const today = (): string => formatISO(new Date(), { representation: "date" });
