import { writeRun } from "../../../src/export/index.ts";
import type { Market } from "../../../src/market/index.ts";
import type { WriterJob } from "./job.ts";

export async function write(market: Market, job: WriterJob): Promise<void> {
  await writeRun(market, job.run, {
    format: "xlsx",
    path: job.path,
    meta: {
      requestName: "Bench",
      dates: { start: job.run.hits[0]?.date ?? "", end: job.run.hits.at(-1)?.date ?? "" },
      filters: [],
      columns: job.run.columns.slice(2).map(({ name, code }) => ({ name, code, words: code })),
      basis: "",
      request: {},
    },
  });
}
