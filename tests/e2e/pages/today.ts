/** Today, as a date field shows it: in the time of the exchange, as the product counts days. */
export const today = (): string =>
  new Date().toLocaleDateString("en-US", {
    timeZone: "America/New_York",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
