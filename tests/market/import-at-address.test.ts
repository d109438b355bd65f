import { describe } from "vitest";
import { rounds } from "../cases.ts";
import { openMarketsAtAddress } from "./open-market.ts";

/** Every importer, into a market at an address: what it takes and refuses is what the embedded engine does. */
const IMPORTERS = ["import-rows", "import-files", "import-massive", "import-edgar", "import-edgar-time", "import-order", "import-docs", "import-real"];

describe.each(rounds(IMPORTERS, IMPORTERS))("%s", async (file) => {
  openMarketsAtAddress();
  // Evaluated anew, though this worker may have run the file itself.
  await import(`./${file}.test.ts?address`);
});
