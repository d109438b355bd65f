import { z } from "zod";

/** What an account has lists of, which its calls change. */
export const CHANGING = ["requests", "folders", "templates", "formulas"] as const;
export type Changing = (typeof CHANGING)[number];

/** Header of a call by which a page knows its own changes again. */
export const PAGE_HEADER = "x-page";
export const PageName = z.string().regex(/^[\w-]{1,36}$/);
