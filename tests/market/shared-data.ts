import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Real data beside the checkout; tests that need it are skipped, with a note, where it is absent. */
export const SHARED_DATA = fileURLToPath(new URL("../../../shared/data/", import.meta.url));
export const hasSharedData = existsSync(SHARED_DATA);
if (!hasSharedData) console.log(`Skipped: no real data at ${SHARED_DATA}`);
