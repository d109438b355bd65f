import { join } from "node:path";
import { importFailure } from "../market/index.ts";
import {
  DATA_KINDS,
  usualKinds,
  FetchError,
  fetchSource,
  lastWholeDay,
  sourceOf,
  SourceSettingError,
  sourceSettings,
} from "../sources/index.ts";
import type { Connector, DataKind, FetchRequest, SourceSettings } from "../sources/index.ts";
import { UsageError } from "./command.ts";
import type { Call, ExitStatus } from "./command.ts";
import { interruptible } from "./interrupt.ts";
import { printReport } from "./market-import.ts";
import { textOption } from "./options.ts";
import { printable } from "./printable.ts";
import { count, ProgressLine } from "./progress.ts";
import { withMarket } from "./with-market.ts";

const MAX_SHOWN_MISSING = 10;

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

function dayOption(call: Call, name: string, otherwise: string): string {
  const text = textOption(call, name) ?? otherwise;
  if (!isDay(text)) throw new UsageError(`--${name} takes a day as yyyy-MM-dd, not ${text}.`);
  return text;
}

function wantOf(call: Call, connector: Connector): FetchRequest {
  const from = dayOption(call, "from", connector.since);
  const last = lastWholeDay(new Date());
  const to = dayOption(call, "to", last);
  // Half a day would stand in the market as a day.
  if (to > last) throw new UsageError(`--to ${to} is not over in New York yet; the last whole day is ${last}.`);
  if (from > to) throw new UsageError(`--from ${from} is after --to ${to}.`);
  const symbols = (textOption(call, "symbols") ?? "")
    .split(",")
    .map((symbol) => symbol.trim().toUpperCase())
    .filter((symbol) => symbol !== "");
  if (connector.bySymbol && symbols.length === 0)
    throw new UsageError(`${connector.title} is called for symbols: --symbols AAPL,MSFT.`);
  const given = textOption(call, "kinds");
  const kinds = given === undefined ? usualKinds(connector) : kindsOf(given, connector);
  return { symbols: [...new Set(symbols)].toSorted(), kinds, from, to };
}

function kindsOf(text: string, { offers, title }: Connector): DataKind[] {
  return text.split(",").map((word) => {
    const kind = DATA_KINDS.find((one) => one === word.trim());
    if (kind === undefined || !offers.includes(kind))
      throw new UsageError(`${title} has ${offers.join(", ")}, not ${word.trim()}.`);
    return kind;
  });
}

/** Work with a source and how it is called; what the environment lacks is wrong usage. */
export function withSource<T>(
  call: Call,
  name: string,
  work: (connector: Connector, settings: () => SourceSettings) => T,
): T {
  try {
    const connector = sourceOf(name);
    return work(connector, () => sourceSettings(connector, call.env));
  } catch (error) {
    if (error instanceof SourceSettingError) throw new UsageError(error.message);
    throw error;
  }
}

/** Says why a fetch or its import ended early: stopped, or failed for a reason that is the user's; throws all else. */
export function fetchEnded(call: Call, error: unknown): ExitStatus {
  if (error instanceof DOMException && error.name === "AbortError") {
    call.err("Stopped; what was fetched is kept. The same command goes on from there.\n");
    return 1;
  }
  const failure = error instanceof FetchError ? error.message : importFailure(error);
  if (failure === null) throw error;
  call.err(`${printable(failure)}\n`);
  return 1;
}

/** `market fetch`: fetches what is new from a source, keeps each answer, and imports them all at the end. */
export async function marketFetch(call: Call): Promise<ExitStatus> {
  const [name = ""] = call.arguments;
  const { connector, want, settings } = withSource(call, name, (source, read) => ({
    connector: source,
    want: wantOf(call, source),
    settings: read(),
  }));
  const progress = new ProgressLine(call);
  try {
    const report = await interruptible((signal) =>
      withMarket(call, (market) =>
        fetchSource(market, connector, want, {
          folder: join(call.data, "fetch"),
          ...settings,
          signal,
          restart: call.options["restart"] === true,
          onProgress: ({ page, done, total }) => progress.show(`${count(done)} of ${count(total)}: ${page}`),
          onWait: (page, why) => progress.show(`${page.name}: ${why}, trying again …`),
        }),
      ),
    );
    progress.clear();
    const { called, resumed, missing, imported, to, leftOut } = report;
    call.out(`fetched  ${count(called)} pages${resumed > 0 ? `, ${count(resumed)} were there already` : ""}\n`);
    for (const page of missing.slice(0, MAX_SHOWN_MISSING)) call.err(`${printable(`nothing there: ${page}`)}\n`);
    if (missing.length > MAX_SHOWN_MISSING) call.err(`… and ${count(missing.length - MAX_SHOWN_MISSING)} more\n`);
    if (to < want.to)
      call.err(
        `This ended a fetch that was begun with ${to} as its last day; the same command fetches what is newer.\n`,
      );
    const reasons = Object.entries(leftOut).map(([reason, rows]) => `${count(rows)} ${reason}`);
    if (reasons.length > 0) call.out(`left out ${reasons.join(", ")}: the market has no place for them\n`);
    if (imported === null) {
      call.out("nothing new\n");
      return 0;
    }
    return printReport(call, imported, report.pageOf);
  } catch (error) {
    progress.clear();
    return fetchEnded(call, error);
  }
}
