import { marketStatus } from "../market/index.ts";
import type { MarketStatus } from "../market/index.ts";
import type { Call, ExitStatus } from "./command.ts";
import { count } from "./progress.ts";
import { withMarket } from "./with-market.ts";

/** `market status` */
export async function marketStatusCommand(call: Call): Promise<ExitStatus> {
  const status = await withMarket(call, marketStatus);
  call.out(call.options["json"] === true ? `${JSON.stringify(status, null, 2)}\n` : text(status, call.data));
  return 0;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

const span = (found: MarketStatus["daily"]): string =>
  found === null ? "none" : `${found.from} to ${found.to}, ${count(found.sessions)} sessions`;

function text({ tables, bytes, securities, daily, minute, snapshot }: MarketStatus, data: string): string {
  const width = Math.max(...tables.map(({ table }) => table.length));
  return [
    `data folder  ${data}`,
    `snapshot     ${snapshot === null ? "none: the market is empty" : `${snapshot.id} of ${snapshot.date}, from ${snapshot.source}`}`,
    `securities   ${count(securities)}`,
    `daily bars   ${span(daily)}`,
    `minute bars  ${span(minute)}`,
    `size         ${megabytes(bytes)}`,
    "",
    ...tables
      .filter(({ rows }) => rows > 0)
      .map(
        ({ table, rows, bytes: size }) =>
          `  ${table.padEnd(width)}  ${count(rows).padStart(12)}  ${megabytes(size).padStart(10)}`,
      ),
    "",
  ].join("\n");
}
