export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const HOUR_MS = 1_000 * HOUR_SECONDS;
/** Of UTC; a session of the exchange has its own hours. */
export const DAY_MS = 1_000 * DAY_SECONDS;
