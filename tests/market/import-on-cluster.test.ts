import { describe } from "vitest";
import { IN_SOAK, rounds } from "../cases.ts";
import { openMarketsOnCluster } from "./open-market.ts";

// Every importer, into the two shards of a cluster and into two replicas of one: it takes and refuses what it does with one
// engine. In npm test the cluster of tests/scan/cluster.test.ts takes an import.
const FILES = [
  "import-files",
  "import-massive",
  "import-edgar",
  "import-rows",
  "import-edgar-time",
  "import-order",
  "import-docs",
  "import-real",
  "import-incremental",
];
const CLUSTERS = [
  ["two", 1],
  ["one", 2],
] as const;

describe.runIf(IN_SOAK).each(CLUSTERS)("cluster %s of %i nodes (in the soak)", (cluster, nodes) => {
  describe.each(rounds([], FILES))("%s", async (file) => {
    openMarketsOnCluster(cluster, nodes);
    // Evaluated anew, though this worker may have run the file itself.
    await (cluster === "two" ? import(`./${file}.test.ts?two`) : import(`./${file}.test.ts?one`));
  });
});
