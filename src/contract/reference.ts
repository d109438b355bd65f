import { z } from "zod";

/** The name of a page, such as `functions`, or `reference.css`. */
export const ReferenceParams = z.object({ page: z.string().regex(/^[a-z][a-z.-]{0,40}$/) });
