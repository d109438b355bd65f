import { randomBytes } from "node:crypto";
import { extname, resolve } from "node:path";
import { ExportError, writeRun } from "../export/index.ts";
import type { ExportFormat } from "../export/index.ts";
import { dropRun, runScan } from "../scan/index.ts";
import { exportMeta, studyOf, withRequestText } from "../server/index.ts";
import type { FinishedRun } from "../vocabulary/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { withMarket } from "./with-market.ts";
import { textOption } from "./options.ts";
import { requestOfFile } from "./request-file.ts";
import { count, ProgressLine, seconds } from "./progress.ts";

const FORMATS: ReadonlyMap<string, ExportFormat> = new Map([
  [".xlsx", "xlsx"],
  [".csv", "csv"],
  [".parquet", "parquet"],
]);

/** `scan`: runs a request on the market of the data folder and writes its rows. */
export async function scan(call: Call): Promise<ExitStatus> {
  const [path = ""] = call.arguments;
  const out = textOption(call, "out");
  const json = call.options["json"] === true;
  if (out === undefined && !json)
    throw new UsageError("--out says where the rows go; --json alone prints figures only.");
  const format = out === undefined ? undefined : FORMATS.get(extname(out).toLowerCase());
  if (out !== undefined && format === undefined) {
    throw new UsageError(`--out ends in ${[...FORMATS.keys()].join(", ")}, not ${extname(out) || "nothing"}.`);
  }
  const request = await requestOfFile(call, path);
  if (request === null) return 1;
  return withMarket(call, async (market) => {
    const run = `cli_${randomBytes(8).toString("hex")}`;
    const progress = new ProgressLine(call);
    const abort = new AbortController();
    const interrupt = (): void => abort.abort();
    process.once("SIGINT", interrupt);
    try {
      const finished = await runScan(market, request, {
        run,
        signal: abort.signal,
        onProgress: ({ stage, done, total, readRows }) =>
          progress.show(`${stage} ${done} of ${total}, ${count(readRows)} rows read`),
      });
      progress.clear();
      if (out !== undefined && format !== undefined) {
        progress.show(`Writing ${out}`);
        const meta = exportMeta(request);
        await writeRun(
          market,
          finished,
          { format, meta: withRequestText(meta), path: resolve(out) },
          { signal: abort.signal, ...studyOf(market, finished, meta, () => Promise.resolve(request)) },
        );
        progress.clear();
      }
      call.out(json ? `${JSON.stringify(figures(finished), null, 2)}\n` : summary(finished, out));
      return 0;
    } catch (error) {
      progress.clear();
      if (!(error instanceof ExportError)) throw error;
      call.err(`${error.message}\n`);
      return 1;
    } finally {
      process.removeListener("SIGINT", interrupt);
      await dropRun(market, run);
    }
  });
}

function figures(run: FinishedRun): object {
  return {
    rows: run.rows,
    seconds: run.seconds,
    funnel: run.funnel,
    nulls: Object.fromEntries(run.columns.map(({ name, nulls }) => [name, nulls])),
    snapshot: run.snapshot,
    notes: run.notes,
  };
}

function summary(run: FinishedRun, out: string | undefined): string {
  const width = Math.max(...run.funnel.map(({ rows }) => count(rows).length));
  return [
    `${count(run.rows)} rows in ${seconds(run.seconds)}${out === undefined ? "" : `, written to ${out}`}`,
    ...run.funnel.map(({ label, rows }) => `  ${count(rows).padStart(width)}  ${label}`),
    ...run.notes.map(({ column, rows, message }) => `  ${column}: ${count(rows)} ${message}`),
    "",
  ].join("\n");
}
