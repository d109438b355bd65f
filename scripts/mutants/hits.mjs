// Loaded into every process of a run that records which test file reaches which place (`reach.ts`); plain JavaScript,
// because programs of an older Node are started as well.
import { appendFileSync } from "node:fs";

const seen = new Set();
globalThis.hitPlace = (place) => {
  const line = `${place}\t${process.env["HIT_BY"] ?? "?"}\n`;
  if (seen.has(line)) return;
  seen.add(line);
  appendFileSync(process.env["HITS"] ?? "/dev/null", line);
};
