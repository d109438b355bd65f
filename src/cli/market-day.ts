import { join } from "node:path";
import { sessionOf } from "../market/index.ts";
import type { Market } from "../market/index.ts";
import { fetchSession, lastWholeSession, sayState } from "../sources/index.ts";
import type { Connector, SourceSettings } from "../sources/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { interruptible } from "./interrupt.ts";
import { fetchEnded, withSource } from "./market-fetch.ts";
import { textOption } from "./options.ts";
import { printable } from "./printable.ts";
import { count, ProgressLine } from "./progress.ts";
import { withMarket } from "./with-market.ts";

interface Step {
  readonly step: "fetch" | "import" | "check";
  readonly source: string;
  readonly date: string;
  readonly status: "Finished" | "Waiting" | "Failed";
  readonly said: string;
}

/**
 * `market day`: the steps of a server's day that concern the market, once: fetches a session from each source, imports and
 * checks it. Status 0 where the session is whole in the market, 1 where it is late or half a day.
 */
export async function marketDay(call: Call): Promise<ExitStatus> {
  const names = (call.arguments[0] ?? "").split(",").map((name) => name.trim());
  // A name that is no source is said before a key that is missing.
  for (const name of names) withSource(call, name, () => null);
  const sources = names.map((name) =>
    withSource(call, name, (connector, settings) => ({ connector, settings: settings() })),
  );
  const date = dateOf(call);
  const progress = new ProgressLine(call);
  const say = (step: Step): void => {
    progress.clear();
    call.out(
      `${call.options["json"] === true ? JSON.stringify(step) : printable(`${step.step.padEnd(7)} ${step.source}  ${step.status.toLowerCase().padEnd(9)} ${step.said}`)}\n`,
    );
  };
  let whole = true;
  try {
    await interruptible((signal) =>
      withMarket(call, async (market) => {
        for (const source of sources)
          whole = (await sourceDay(call, market, { ...source, date, signal, say, progress })) && whole;
      }),
    );
    return whole ? 0 : 1;
  } catch (error) {
    progress.clear();
    return fetchEnded(call, error);
  }
}

function dateOf(call: Call): string {
  const last = lastWholeSession(new Date())?.date ?? "";
  const date = textOption(call, "date") ?? last;
  if (sessionOf(date) === null) throw new UsageError(`--date takes a trading day as yyyy-MM-dd, not ${date}.`);
  if (date > last)
    throw new UsageError(`--date ${date} is not over in New York yet; the last whole session is ${last}.`);
  return date;
}

interface SourceDay {
  readonly connector: Connector;
  readonly settings: SourceSettings;
  readonly date: string;
  readonly signal: AbortSignal;
  readonly say: (step: Step) => void;
  readonly progress: ProgressLine;
}

/** One source's session; whether it is whole. */
async function sourceDay(
  call: Call,
  market: Market,
  { connector, settings, date, signal, say, progress }: SourceDay,
): Promise<boolean> {
  const of = { source: connector.name, date };
  const symbols = textOption(call, "symbols")
    ?.split(",")
    .map((symbol) => symbol.trim().toUpperCase());
  const { state, imported } = await fetchSession(market, connector, date, {
    ...settings,
    folder: join(call.data, "fetch"),
    signal,
    symbols: symbols === undefined ? null : [...new Set(symbols)].toSorted(),
    asItIs: call.options["as-it-is"] === true,
    async onFetched({ called, resumed }) {
      const kept = resumed === 0 ? "" : `, ${count(resumed)} were there already`;
      say({ step: "fetch", ...of, status: "Finished", said: `${count(called)} pages${kept}.` });
    },
    onProgress: ({ page, done, total }) => progress.show(`${count(done)} of ${count(total)}: ${page}`),
    onWait: (page, why) => progress.show(`${page.name}: ${why}, trying again …`),
  });
  const whole = state.is === "whole";
  say({ step: "import", ...of, status: whole ? "Finished" : "Waiting", said: sayState(state, connector) });
  if (imported !== null)
    say({ step: "check", ...of, status: "Finished", said: `${count(imported.doubtful ?? 0)} open findings.` });
  return whole;
}
