import { resolve } from "node:path";
import { IMPORT_SOURCES, IMPORTERS, importFailure } from "../market/index.ts";
import type { ImportReport, RefusedRow } from "../market/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { csvOptions } from "./csv-options.ts";
import { printable } from "./printable.ts";
import { count, ProgressLine, seconds } from "./progress.ts";
import { withMarket } from "./with-market.ts";

/** Refused rows shown on the terminal; the counts are of all. */
const MAX_SHOWN_ROWS = 20;

/** `market import`: rows taken and refused, each refused one with file, line and reason. */
export async function marketImport(call: Call): Promise<ExitStatus> {
  const [given = "", path = ""] = call.arguments;
  const source = IMPORT_SOURCES.find((one) => one === given);
  if (source === undefined) throw new UsageError(`A source is one of ${IMPORT_SOURCES.join(", ")}, not ${given}.`);
  const options = csvOptions(call);
  if (source !== "csv" && (options.adjusted === true || Object.keys(options).length > 1)) {
    throw new UsageError(`Files of ${source} describe themselves; they take no options.`);
  }
  const progress = new ProgressLine(call);
  progress.show(`Importing ${path} …`);
  try {
    const report = await withMarket(call, (market) =>
      IMPORTERS[source](market, resolve(path), {
        ...options,
        check: true,
        onProgress: ({ step, done, files }) =>
          progress.show(
            done < files || step === "look"
              ? `Importing ${path} … ${step === "look" ? "looked at" : "read"} ${count(done)} of ${count(files)} files`
              : `Importing ${path} …`,
          ),
      }),
    );
    progress.clear();
    return printReport(call, report);
  } catch (error) {
    progress.clear();
    const failure = importFailure(error);
    if (failure === null) throw error;
    call.err(`${printable(failure)}\n`);
    return 1;
  }
}

/** Prints what an import took, refused and left out; `origin` says where a refused row comes from besides its file. */
export function printReport(
  call: Call,
  report: ImportReport,
  origin: (row: RefusedRow) => string | null = () => null,
): ExitStatus {
  const { taken, refused } = report;
  const kinds = Object.entries(taken).filter(([, rows]) => rows > 0);
  for (const row of refused.rows.slice(0, MAX_SHOWN_ROWS)) {
    const { file, line, field, reason, text } = row;
    const parts = [origin(row) ?? `${file}:${line}`, field, reason, text.slice(0, 120)].filter((part) => part !== "");
    call.err(`${printable(parts.join(": "))}\n`);
  }
  if (refused.count > MAX_SHOWN_ROWS)
    call.err(`… and ${count(refused.count - Math.min(MAX_SHOWN_ROWS, refused.rows.length))} more\n`);
  call.out(
    [
      `taken    ${kinds.map(([kind, rows]) => `${count(rows)} ${kind}`).join(", ") || "nothing"}`,
      `refused  ${count(refused.count)}${Object.entries(refused.reasons)
        .map(([reason, rows], index) => `${index === 0 ? ": " : ", "}${count(rows)} ${reason}`)
        .join("")}`,
      ...(report.derived > 0 ? [`         ${count(report.derived)} quarters by difference`] : []),
      ...fileLines(report),
      ...leftOutLines(report),
      ...(report.restated > 0 ? [`         ${count(report.restated)} rows replaced earlier ones`] : []),
      ...(report.rewritten.daily + report.rewritten.minute > 0
        ? [
            `rewrote  ${count(report.rewritten.daily)} daily and ${count(report.rewritten.minute)} minute bars that stood there`,
          ]
        : []),
      ...(report.rounded > 0 ? [`         ${count(report.rounded)} rows rounded to 6 decimals`] : []),
      ...(report.behind > 0
        ? [`         ${count(report.behind)} rows not used, because another bar has the same time`]
        : []),
      ...(report.excluded > 0 ? [`         ${count(report.excluded)} bars left out that an admin excluded`] : []),
      ...((report.doubtful ?? 0) > 0
        ? [`doubtful ${count(report.doubtful ?? 0)} findings; \`market check\` lists them`]
        : []),
      ...(report.replacedDemo ? ["         the demo market was replaced"] : []),
      kinds.length === 0 && refused.count > 0
        ? "nothing was changed"
        : `snapshot ${report.snapshot} in ${seconds(report.seconds)}`,
      "",
    ].join("\n"),
  );
  // Data that was wrong as a whole is an error; single refused rows are the import's ordinary work.
  return kinds.length === 0 ? 1 : 0;
}

/** What was made of files of any form: symbols that their names gave, columns that no field has. */
function fileLines({ guessedSymbols, translated, unknownColumns, adjustedTo }: ImportReport): readonly string[] {
  const shown = (all: readonly string[]): string =>
    `${all.slice(0, MAX_SHOWN_ROWS).join(", ")}${all.length > MAX_SHOWN_ROWS ? `, and ${count(all.length - MAX_SHOWN_ROWS)} more` : ""}`;
  const symbols = [...new Set(guessedSymbols.map(({ symbol }) => symbol))];
  const columns = [...new Set(unknownColumns.map(({ column }) => column))];
  return [
    ...[...Map.groupBy(translated, ({ from }) => from)].map(
      ([from, files]) => `read as  ${from}: ${printable(shown(files.map(({ file }) => file)))}`,
    ),
    ...(symbols.length > 0 ? [`symbols  by the names of the files: ${printable(shown(symbols))}`] : []),
    ...(adjustedTo.length > 0
      ? [`adjusted to their own last day: ${printable(shown(adjustedTo.map(({ file, to }) => `${file} (${to})`)))}`]
      : []),
    ...(columns.length > 0 ? [`columns  left out: ${printable(shown(columns))}`] : []),
  ];
}

/** Rows that the market cannot hold, by the most frequent reasons. */
function leftOutLines({ leftOut: reasons }: ImportReport): readonly string[] {
  const all = Object.entries(reasons);
  if (all.length === 0) return [];
  const total = all.reduce((sum, [, rows]) => sum + rows, 0);
  const shown = all.slice(0, MAX_SHOWN_ROWS).map(([reason, rows]) => `${count(rows)} ${reason}`);
  const more = all.length > MAX_SHOWN_ROWS ? `, and ${count(all.length - MAX_SHOWN_ROWS)} reasons more` : "";
  return [`left out ${count(total)}: ${shown.join(", ")}${more}`];
}
