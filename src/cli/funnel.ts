import { funnel } from "../scan/index.ts";
import type { FunnelAnswer } from "../scan/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { UsageError } from "./command.ts";
import { printMistakes } from "./explain.ts";
import { interruptible } from "./interrupt.ts";
import { textOption } from "./options.ts";
import { count, ProgressLine } from "./progress.ts";
import { requestOfFile } from "./request-file.ts";
import { withMarket } from "./with-market.ts";

/** `funnel`: rows left after each filter, in any order, by it alone and by all others. */
export async function funnelCommand(call: Call): Promise<ExitStatus> {
  const [path = ""] = call.arguments;
  const order = orderOption(call);
  const request = await requestOfFile(call, path);
  if (request === null) return 1;
  const line = new ProgressLine(call);
  const outcome = await withMarket(call, (market) =>
    interruptible((signal) =>
      funnel(market, request, order, {
        signal,
        onProgress: ({ stage, done, total }) => line.show(`${stage} ${done} of ${total}`),
      }).finally(() => line.clear()),
    ),
  );
  if (!outcome.ok) return printMistakes(call, outcome.mistakes);
  call.out(call.options["json"] === true ? `${JSON.stringify(outcome.value, null, 2)}\n` : text(outcome.value));
  return 0;
}

/** `3,1,2` */
function orderOption(call: Call): readonly number[] | null {
  const given = textOption(call, "order");
  if (given === undefined) return null;
  if (!/^\s*\d{1,4}(\s*,\s*\d{1,4})*\s*$/.test(given))
    throw new UsageError(`--order takes the numbers of the filters, as 3,1,2, not ${given}.`);
  return given.split(",").map(Number);
}

function text({ rows, order, steps, alone, without }: FunnelAnswer): string {
  const width = Math.max(7, count(rows).length);
  const cell = (value: number | string): string => (typeof value === "number" ? count(value) : value).padStart(width);
  return [
    `${cell("left")}  ${cell("alone")}  ${cell("without")}  filter`,
    `${cell(rows)}  ${cell("")}  ${cell("")}  security-days`,
    ...steps.map(({ label, rows: left }, index) => {
      const place = (order[index] ?? 1) - 1;
      return `${cell(left)}  ${cell(alone[place]?.rows ?? 0)}  ${cell(without[place]?.rows ?? 0)}  ${place + 1} ${label}`;
    }),
    "",
  ].join("\n");
}
