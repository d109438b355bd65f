import { showDate } from "../ui/values.ts";

/** Days of a file in words; a list may have no bound. */
export const daysText = ({ from, until }: { readonly from: string | null; readonly until: string | null }): string =>
  from === null && until === null
    ? "all days"
    : from === null
      ? `until ${showDate(until ?? "")}`
      : until === null
        ? `from ${showDate(from)} on`
        : from === until
          ? showDate(from)
          : `${showDate(from)} to ${showDate(until)}`;
