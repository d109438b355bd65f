import { afterAll, beforeAll, expect, test } from "vitest";
import type { Market } from "../../src/market/index.ts";
import { openTestMarket } from "../market/open-market.ts";
import { describeOnSharedData } from "../market/shared-data.ts";
import { createBars } from "./indicator-engine.ts";
import { agreements, type Agreement } from "./vectors/agreement.ts";
import { COMPARISONS, type Comparison } from "./vectors/comparisons.ts";

describeOnSharedData("indicators against the reference collections", () => {
  let market: Market;
  let results: ReadonlyMap<Comparison, readonly Agreement[]>;
  beforeAll(async () => {
    market = await openTestMarket();
    await createBars(market);
    results = await agreements(market, COMPARISONS);
    const rows = [...results].flatMap(([{ indicator, parameters, collection, file, block, differs }, lines]) =>
      lines.map(({ line, verdict, compared, late }) => ({
        indicator: `${indicator}.${line}(${parameters.join(", ")})`,
        reference: `${collection} ${block ?? file}`,
        verdict: verdict === "differs" ? `differs by definition: ${differs}` : verdict,
        compared,
        late,
      })),
    );
    console.log(
      rows
        .map(
          ({ indicator, reference, verdict, compared, late }) =>
            `${indicator.padEnd(26)} ${reference.padEnd(42)} ${String(compared).padStart(5)} ${String(late).padStart(4)}  ${verdict}`,
        )
        .join("\n"),
    );
  });
  afterAll(() => market.close());

  test.each(COMPARISONS)("$indicator $parameters as $collection $file $block", (comparison) => {
    const lines = results.get(comparison) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    if (comparison.differs === undefined) {
      expect(lines.filter(({ verdict }) => verdict === "differs")).toEqual([]);
    } else {
      expect(lines.some(({ verdict }) => verdict === "differs")).toBe(true);
    }
  });
});
