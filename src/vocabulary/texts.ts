import { LIMITS } from "./limits.ts";

/** Exact texts of the builder, once each (specification, 4, 5 and 8). `{name}` stands for a parameter. */
export const TEXTS = {
  requestNameRequired: "Request name required",
  requestNameLong: `At most ${LIMITS.requestName} characters.`,
  invalidDate: "Invalid Date",
  dateOrder: "The start date is after the end date.",
  dateEarly: "The earliest date is {date}.",
  dateLate: "The latest date is {date}.",
  nameUnique: "Name In Excel must be unique.",
  timeOrder: "Start time cannot be greater then end time.",
  timeLimits: "Time should be between 04:00 and 19:59.",
  fillIn: "Fill in all fields to add a {card}",
  add: "Add {card}",
  edit: "Edit {card}",
  addColumn: "Add column",
  selectAll: "Select all",
  selectNone: "Select none",
  added: "Added {title}",
  noneAdded: "No added {title}",
  filterLimit: "Your subscription allows {limit} filters.",
  columnLimit: "Your subscription allows {limit} columns.",
  newsSlow: "News may extend the duration of the scan.",
  removeAll: "You are about to remove all selected Data. Are you sure?",
  removeOne: "You are about to remove one of the selected Data. Are you sure?",
  removeColumn: "Columns referenced in a custom formula are also removed.",
  upgradeForUpdates: "Upgrade subscription to enable daily updates",
} as const;

/** A text with its parameters put in. */
export const filledText = (text: string, parameters: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(parameters, name) ? String(parameters[name]) : whole,
  );
