/** Milliseconds. */
export const TIMINGS = {
  /** From the last keystroke to the check of a formula. */
  formulaCheck: 400,
  /** From the last keystroke to the store of a column's name or formula. */
  store: 250,
  popupHover: 200,
  /** From leaving the input to closing its suggestions. */
  suggestionsClose: 300,
  copyToast: 3_000,
  toast: 5_000,
  transientFlag: 1_000,
} as const;

/** Pixels. */
export const SIZES = {
  suggestions: 220,
  dropdown: 400,
  sideDrawer: 260,
  numberInput: 100,
  textInput: 275,
  buttonRadius: 5,
} as const;

export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const HOUR_MS = 1_000 * HOUR_SECONDS;
/** Of UTC; a session of the exchange has its own hours. */
export const DAY_MS = 1_000 * DAY_SECONDS;
