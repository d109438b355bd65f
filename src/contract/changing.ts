import { z } from "zod";

/** What an account has lists of, which its calls change. */
export const CHANGING = ["requests", "folders", "templates", "formulas"] as const;
export type Changing = (typeof CHANGING)[number];

/** The name of a page, as in the header of its calls. */
export const PageName = z.string().regex(/^[\w-]{1,36}$/);
