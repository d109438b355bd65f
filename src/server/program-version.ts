import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";

const Package = z.object({ version: z.string() });

/** As package.json says it. */
export const PROGRAM_VERSION = Package.parse(
  JSON.parse(readFileSync(resolve(import.meta.dirname, "../../package.json"), "utf8")),
).version;
