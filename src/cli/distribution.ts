import { valueText } from "../contract/index.ts";
import { readRequest, requestOfFormulas } from "../request/index.ts";
import { distribution } from "../scan/index.ts";
import type { Distribution } from "../scan/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { interruptible } from "./interrupt.ts";
import { textOption } from "./options.ts";
import { count, ProgressLine } from "./progress.ts";
import { diagnosticLine, fileBounds } from "./request-file.ts";
import { withMarket } from "./with-market.ts";

/** `distribution`: how the values of a formula are spread over a range of days. */
export async function distributionCommand(call: Call): Promise<ExitStatus> {
  const [formula = ""] = call.arguments;
  const [start, end, filter] = ["from", "to", "filter"].map((name) => textOption(call, name));
  if (start === undefined || end === undefined) throw new UsageError("--from and --to say over which days.");
  const source = requestOfFormulas({
    name: "Distribution",
    start,
    end,
    filters: filter === undefined ? [] : [{ formula: filter }],
    columns: [{ name: "formula", formula }],
  });
  const { request, diagnostics } = readRequest(source, fileBounds());
  for (const diagnostic of diagnostics)
    call.err(diagnosticLine({ ...diagnostic, path: argumentOfPath(diagnostic.path) }));
  if (request === null) return 1;
  const line = new ProgressLine(call);
  const found = await withMarket(call, (market) =>
    interruptible((signal) =>
      distribution(market, request, {
        signal,
        onProgress: ({ stage, done, total }) => line.show(`${stage} ${done} of ${total}`),
      }).finally(() => line.clear()),
    ),
  );
  call.out(call.options["json"] === true ? `${JSON.stringify(found, null, 2)}\n` : text(found));
  return 0;
}

const argumentOfPath = (path: string): string =>
  path.startsWith("columns")
    ? "FORMULA"
    : path.startsWith("filters")
      ? "--filter"
      : path.endsWith("start_date")
        ? "--from"
        : path.endsWith("end_date")
          ? "--to"
          : path;

const share = (part: number, of: number): string => `${of === 0 ? 0 : ((part / of) * 100).toFixed(2)} %`;
const BAR = 40;

function text({ type, rows, nulls, numbers, truths, top, min, max }: Distribution): string {
  const value = (of: Parameters<typeof valueText>[0]): string => valueText(of, type);
  const known = rows - nulls;
  const head = [
    `${count(rows)} security-days, ${count(nulls)} ${type === "boolean" ? "unknown" : "null"} (${share(nulls, rows)})`,
  ];
  if (truths) {
    head.push(
      `true   ${count(truths.true)} (${share(truths.true, known)})`,
      `false  ${count(truths.false)} (${share(truths.false, known)})`,
    );
  }
  if (min !== null || max !== null) head.push(`min ${value(min)}, max ${value(max)}`);
  if (numbers) {
    const { mean, deviation, quantiles, histogram } = numbers;
    head.push(
      `mean ${value(mean)}, standard deviation ${value(deviation)}`,
      ...quantiles.map((each) => `${String(Math.round(each.p * 100)).padStart(3)} %  ${value(each.value)}`),
      "",
    );
    const most = Math.max(1, ...histogram.bins.map((bin) => bin.rows));
    const bins = [
      ...(histogram.below > 0 ? [["below", histogram.below] as const] : []),
      ...histogram.bins.map(({ from, to, rows: rowCount }) => [`${value(from)} .. ${value(to)}`, rowCount] as const),
      ...(histogram.above > 0 ? [["above", histogram.above] as const] : []),
    ];
    const width = Math.max(...bins.map(([name]) => name.length));
    const digits = Math.max(...bins.map(([, rowCount]) => count(rowCount).length));
    for (const [name, rowCount] of bins)
      head.push(
        `${name.padStart(width)}  ${count(rowCount).padStart(digits)}  ${"#".repeat(Math.round((Math.min(rowCount, most) / most) * BAR))}`.trimEnd(),
      );
  }
  if (top) {
    head.push(`${count(top.distinct)} different values, the most frequent first`);
    for (const each of top.values) head.push(`${count(each.rows).padStart(count(rows).length)}  ${value(each.value)}`);
  }
  return `${head.join("\n")}\n`;
}
