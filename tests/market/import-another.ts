import { onSnapshot, replaceTables, type Market } from "../../src/market/index.ts";

/** Lands an import that changes every daily bar. */
export async function importAnother(market: Market): Promise<void> {
  await onSnapshot(market, async ({ table, number }) => {
    const change = number % 2 === 0 ? "* 2" : "/ 2";
    await replaceTables(market, ["daily", "snapshot"], async (importing, name, into) =>
      importing.command(
        name === "daily"
          ? `INSERT INTO ${into} SELECT * REPLACE (close ${change} AS close, open ${change} AS open, high ${change} AS high, volume + security_id AS volume) FROM ${table("daily")}`
          : `INSERT INTO ${into} SELECT 'import ${number}', '2025-12-31', now(), 'test'`,
      ),
    );
  });
}
