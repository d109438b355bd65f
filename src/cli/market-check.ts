import { checkMarket, FINDING_KINDS } from "../market/index.ts";
import type { Finding } from "../market/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { textOption } from "./options.ts";
import { count, ProgressLine } from "./progress.ts";
import { withMarket } from "./with-market.ts";

/** `market check`: a line for each finding; status 1 where there is one. */
export async function marketCheck(call: Call): Promise<ExitStatus> {
  const kinds = kindsOption(call);
  const counts = new Map<string, number>();
  const progress = new ProgressLine(call);
  progress.show("Checking …");
  const take = (findings: readonly Finding[]): void => {
    const taken = findings.filter(({ kind }) => kinds === null || kinds.has(kind));
    if (taken.length === 0) return;
    progress.clear();
    for (const { kind } of taken) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const line = call.options["json"] === true ? jsonOf : lineOf;
    call.out(`${taken.map(line).join("\n")}\n`);
  };
  const bars = await withMarket(call, (market) => checkMarket(market, take));
  progress.clear();
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const parts = [...counts].toSorted((a, b) => b[1] - a[1]).map(([kind, n]) => `${count(n)} ${kind}`);
  call.err(
    `${count(bars)} daily bars, ${all === 0 ? "nothing doubtful" : `${count(all)} findings: ${parts.join(", ")}`}\n`,
  );
  return all === 0 ? 0 : 1;
}

function kindsOption(call: Call): ReadonlySet<string> | null {
  const text = textOption(call, "kind");
  if (text === undefined) return null;
  const kinds = text.split(",").map((kind) => kind.trim());
  const unknown = kinds.find((kind) => !FINDING_KINDS.some(({ name }) => name === kind));
  if (unknown !== undefined)
    throw new UsageError(`--kind is some of ${FINDING_KINDS.map(({ name }) => name).join(", ")}, not ${unknown}.`);
  return new Set(kinds);
}

const lineOf = ({ symbol, date, kind, seen, expected }: Finding): string =>
  `${symbol.padEnd(8)} ${date}  ${kind.padEnd(19)} ${seen}; expected ${expected}`;

const jsonOf = ({ symbol, date, kind, seen, expected }: Finding): string =>
  JSON.stringify({ symbol, date, kind, seen, expected });
