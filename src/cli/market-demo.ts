import { makeDemo } from "../market/index.ts";
import type { DemoOptions, DemoReport, Market } from "../market/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { withMarket } from "./with-market.ts";
import { wholeOption } from "./options.ts";
import { count, percent, ProgressLine, seconds } from "./progress.ts";

/** Makes the demo market with progress on the terminal. */
export async function demo(call: Call, market: Market, options: DemoOptions = {}): Promise<DemoReport> {
  const line = new ProgressLine(call);
  try {
    return await makeDemo(market, {
      ...options,
      onProgress: (done, what) => line.show(`Demo market ${percent(done)} ${what}`),
    });
  } finally {
    line.clear();
  }
}

/** `market demo` */
export async function marketDemo(call: Call): Promise<ExitStatus> {
  const symbols = wholeOption(call, "symbols", 1, 17_576);
  const years = wholeOption(call, "years", 1, 30);
  const minuteDays = wholeOption(call, "minute-days", 0, 2_520);
  const seed = wholeOption(call, "seed", 0, 2 ** 31 - 1);
  if ((call.env["MARKET_URL"] ?? "") !== "" && call.options["demo"] !== true)
    throw new UsageError("Others may use the market at MARKET_URL: --demo puts the invented one in its place.");
  const report = await withMarket(call, (market) =>
    demo(call, market, {
      ...(symbols === undefined ? {} : { symbols }),
      ...(years === undefined ? {} : { years }),
      ...(minuteDays === undefined ? {} : { minuteDays }),
      ...(seed === undefined ? {} : { seed }),
    }),
  );
  call.out(
    `${count(report.securities)} securities, ${count(report.sessions)} sessions, ${count(report.daily)} daily and ` +
      `${count(report.minute)} minute bars in ${seconds(report.seconds)}; snapshot ${report.snapshot}\n`,
  );
  return 0;
}
