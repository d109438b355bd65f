import { IMPORTERS } from "../../market/index.ts";
import type { ImportClock, ImportReport, Market } from "../../market/index.ts";
import type { Config } from "../config.ts";
import { withFolder } from "../files/local-copy.ts";

type Folder = NonNullable<Config["etl"]>;

/** Imports the folder of imports and checks the market. Rejects as the importer, and with BucketError. */
export const importFolder = (
  market: Market,
  { folder, source }: Folder,
  options: ImportClock = {},
): Promise<ImportReport> =>
  withFolder(folder, (local) => IMPORTERS[source](market, local, { ...options, check: true }));
