import { randomBytes } from "node:crypto";
import { parameterKey } from "../formula/index.ts";
import type { ParameterValues } from "../formula/index.ts";
import { valueIn, valuesOf } from "../request/index.ts";
import type { ScanRequest } from "../request/index.ts";
import { runOpening, runSweep, STUDY_SEED, sweepMistake } from "../scan/index.ts";
import { sweepSentences } from "../vocabulary/index.ts";
import type { Sweep, SweepCell } from "../vocabulary/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { interruptible } from "./interrupt.ts";
import { textOption, wholeOption } from "./options.ts";
import { printable } from "./printable.ts";
import { count, ProgressLine } from "./progress.ts";
import { requestOfFile } from "./request-file.ts";
import { withMarket } from "./with-market.ts";

/** `sweep`: the outcome at every setting of a request's parameters; with `--open` at one, on the days held out. */
export async function sweepCommand(call: Call): Promise<ExitStatus> {
  const [path = ""] = call.arguments;
  const seed = wholeOption(call, "seed", 0, 2 ** 31 - 1) ?? STUDY_SEED;
  const opened = textOption(call, "open");
  const request = await requestOfFile(call, path);
  if (request === null) return 1;
  const outcome = textOption(call, "outcome") ?? request.outcome ?? "";
  const mistake =
    sweepMistake(request, outcome) ??
    (opened !== undefined && request.held === null ? "The request holds out no days: hold out last third." : null);
  if (mistake !== null) {
    call.err(`${printable(mistake)}\n`);
    return 1;
  }
  const line = new ProgressLine(call);
  const setting = opened === undefined ? null : settingOption(request, opened);
  return withMarket(call, (market) =>
    interruptible(async (signal): Promise<ExitStatus> => {
      const options = {
        run: `cli_${randomBytes(8).toString("hex")}`,
        signal,
        seed,
        onProgress: ({ stage, done, total }: { stage: string; done: number; total: number }) =>
          line.show(`${stage} ${done} of ${total}`),
      };
      const json = call.options["json"] === true;
      if (setting === null) {
        const sweep = await runSweep(market, request, outcome, options).finally(() => line.clear());
        call.out(json ? `${JSON.stringify(sweep, null, 2)}\n` : sweepText(sweep));
      } else {
        const cell = await runOpening(market, request, outcome, setting, options).finally(() => line.clear());
        call.out(json ? `${JSON.stringify(cell, null, 2)}\n` : `${heldText(request, cell)}\n`);
      }
      return 0;
    }),
  );
}

/** `gap=10,price=5`: a value of each parameter. */
function settingOption(request: ScanRequest, given: string): ParameterValues {
  const setting = new Map(request.parameters.map(({ name, value }) => [parameterKey(name), value]));
  const named = new Set<string>();
  for (const part of given.split(",")) {
    const [, name = "", text = ""] = /^\s*\$?([\p{L}_][\p{L}\p{N}_]*)\s*=\s*(-?\d+(?:\.\d+)?)\s*$/u.exec(part) ?? [];
    const parameter = request.parameters.find((one) => parameterKey(one.name) === parameterKey(name));
    const value = parameter && valueIn(parameter, Number(text));
    if (value === undefined || value === null)
      throw new UsageError(`--open takes values of the parameters, as gap=10, not ${part.trim()}.`);
    if (named.has(parameterKey(name))) throw new UsageError(`--open names $${name} twice.`);
    named.add(parameterKey(name));
    setting.set(parameterKey(name), value);
  }
  const missing = request.parameters.find((one) => valuesOf(one).length > 1 && !named.has(parameterKey(one.name)));
  if (missing !== undefined) throw new UsageError(`--open names no value of $${missing.name}.`);
  return setting;
}

const figure = (value: number | null): string => (value === null ? "-" : value.toFixed(4));

/** What `sweep --open` prints. */
export const heldText = ({ held, parameters }: ScanRequest, { values, rows, known, days, mean }: SweepCell): string =>
  `${parameters.map(({ name }, at) => `$${name} ${values[at] ?? "-"}`).join(", ")} from ${held?.start ?? ""} to ${held?.end ?? ""}: ${figure(mean)} of ${count(known)} rows with an outcome, ${count(rows)} in all, on ${count(days)} days`;

/** What `sweep` prints. */
export function sweepText(sweep: Sweep): string {
  const head = [...sweep.parameters.map(({ name }) => `$${name}`), "mean", "won", "rows", "days"];
  // The figures are of the rows with an outcome; of how many is said where some have none.
  const lines = sweep.cells.map(({ values, mean, won, rows, known, days }) => [
    ...values.map(String),
    figure(mean),
    won === null ? "-" : `${Math.round(won * 100)} %`,
    known === rows ? count(rows) : `${count(known)} of ${count(rows)}`,
    count(days),
  ]);
  const widths = head.map((text, at) => Math.max(text.length, ...lines.map((line) => line[at]?.length ?? 0)));
  const text = (line: readonly string[]): string => line.map((one, at) => one.padStart(widths[at] ?? 0)).join("  ");
  return `${[text(head), ...lines.map(text), "", ...sweepSentences(sweep)].join("\n")}\n`;
}
