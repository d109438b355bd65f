import { exchangeToday } from "../../vocabulary/index.ts";

/** The current date of the exchanges, yyyy-MM-dd, as the server counts days, wherever the user is. */
export const today = (): string => exchangeToday();
