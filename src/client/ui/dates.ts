// Days are written as `showDate` writes those of the market.
const DAY = new Intl.DateTimeFormat("en-US", { month: "2-digit", day: "2-digit", year: "numeric" });
const TIME = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hour12: true });

/** `03/28/2024`, in the user's time zone. */
export const showDay = (at: string): string => DAY.format(new Date(at));

/** `03/28/2024 04:05 PM`, in the user's time zone. */
export const showMoment = (at: string | null): string =>
  // Some versions of the browsers' data have a narrow blank before PM.
  at === null ? "never" : `${showDay(at)} ${TIME.format(new Date(at)).replace(/\s/u, " ")}`;
