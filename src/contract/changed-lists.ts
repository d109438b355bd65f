import { z } from "zod";

/** The lists of an account that its calls change: other pages of the account are told. */
export const CHANGED_LISTS = ["requests", "folders", "templates", "formulas", "lists"] as const;
export type ChangedList = (typeof CHANGED_LISTS)[number];

/** The name of a page, as in the header of its calls. */
export const PageName = z.string().regex(/^[\w-]{1,36}$/);
