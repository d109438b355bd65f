/** A second program on a market: opens the folder it is given, says so, and does what it is told over IPC. */
import { openMarket, type Market } from "../../src/market/index.ts";

const folder = process.argv[2] ?? "";
const market: Market = await openMarket({ folder });
process.on("message", (sql: unknown) => {
  if (sql === "close") void market.close().then(() => process.exit());
  else
    market.query(String(sql)).then(
      (rows) => process.send?.(rows),
      (error: unknown) => process.send?.(String(error)),
    );
});
process.send?.("open");
