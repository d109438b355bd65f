import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { writeXlsxStream } from "hucre/xlsx";
import type { Market } from "../../../src/market/index.ts";
import type { WriterJob } from "./job.ts";
import { formatOf, rowsOf } from "./rows.ts";

/** hucre's streaming writer with its defaults: inline strings, compressed. */
export async function write(market: Market, job: WriterJob): Promise<void> {
  const columns = job.run.columns.map((column) => {
    const format = formatOf(column);
    return { header: column.name, width: 14, ...(format === undefined ? {} : { numFmt: format }) };
  });
  const stream = writeXlsxStream(rowsOf(market, job), { name: "Rows", columns, freezePane: { rows: 1 } });
  await pipeline(chunksOf(stream), createWriteStream(job.path));
}

/** Node's types know the web's streams under another name. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}
