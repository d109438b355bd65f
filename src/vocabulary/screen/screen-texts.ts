import { TOAST_FAILED } from "./toast-failed.ts";

/**
 * Texts of the screens that are fixed to the letter, spelling included (docs/product-rules.md, Screens), `{name}` standing for a parameter.
 * Messages about formulas are diagnostics; texts of single cards stand with the cards.
 */
export const SCREEN_TEXTS = {
  // Steps
  promotion: "Float, IO, Insiders In Ownership tab was just added",
  "step-date-range": "Date range",
  "step-filters": "Filters",
  "step-columns": "Columns",
  "step-review": "Review",
  "date-range": "Choose the dates you wish to get data for",
  "added-title": "Added {title}",
  "added-none": "No added {title}",
  "wording-switch": "Formula Word Display",
  "review-wording-switch": "Wording Display",
  "select-all": "Select all",
  "select-none": "Select none",
  "show-more": "Show more",
  "show-less": "Show less",
  "column-name": "Name In Excel",
  "add-column": "Add column",
  "add-entry": "Add {card}",
  "edit-entry": "Edit {card}",
  "delete-all": "Delete all",

  // Hints and placeholders
  "entry-unfilled": "Fill in all fields to add a {card}",
  "text-placeholder": "Value: use comma to separate values",
  "text-hint": "Use commas and no spaces",
  "name-placeholder": "Name to display in Excel table",
  "tag-placeholder": "Tag (optional)",
  "updates-locked": "Upgrade subscription to enable daily updates",
  "news-slow": "News may extend the duration of the scan.",

  // Validation
  "request-name-required": "Request name required",
  "name-not-unique": "Name In Excel must be unique.",
  "time-order": "Start time cannot be greater then end time.",
  "time-limits": "Time should be between 04:00 and 19:59.",
  "invalid-date": "Invalid Date",

  // Confirmations and toasts
  "confirm-delete-all": "You are about to remove all selected Data. Are you sure?",
  "confirm-delete": "You are about to remove one of the selected Data. Are you sure?",
  "confirm-delete-columns": "Columns referenced in a custom formula are also removed.",
  "toast-failed": TOAST_FAILED,
  "toast-copied": "Copied to Clipboard",
  "toast-formula-copied": "Formula copied to clipbard.",
  "toast-use-as-stopped": "Successfully stopped use-as",
} as const satisfies Readonly<Record<string, string>>;

export type ScreenText = keyof typeof SCREEN_TEXTS;

/** A text with its parameters put in, `a` becoming `an` before a vowel; one that is not given stays as it is. */
export const screenText = (name: ScreenText, parameters: Readonly<Record<string, string>> = {}): string =>
  SCREEN_TEXTS[name].replaceAll(/(\ba )?\{(\w+)\}/g, (whole, article: string | undefined, key: string) => {
    const value = parameters[key];
    if (value === undefined) return whole;
    return article === undefined ? value : `${/^[aeiou]/i.test(value) ? "an" : "a"} ${value}`;
  });
