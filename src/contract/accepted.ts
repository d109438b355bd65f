import { z } from "zod";

/** Done; there is nothing else to say. */
export const Accepted = z.strictObject({ success: z.literal(true) });
