import { marketStatus, onSnapshot } from "../market/index.ts";
import type { ImportReport, Market } from "../market/index.ts";
import { FetchError } from "./call-source.ts";
import { usualKinds, type Connector } from "./connector.ts";
import { fetchSource } from "./fetch-source.ts";
import type { FetchOptions } from "./fetch-source.ts";

/** What there is of a session after a source was asked for it. */
export type SessionState =
  /** All of it is in the market, or the source has no bars. */
  | { readonly is: "whole"; readonly securities: number | null }
  /** The source has nothing of it yet. */
  | { readonly is: "late" }
  /** Far fewer securities than the session before: it was not taken, unless an earlier import had. */
  | { readonly is: "half"; readonly securities: number; readonly before: number };

/** What an import has of a session that was asked for. */
export function sessionState(imported: ImportReport | null, date: string): SessionState {
  const count = imported?.sessions.find((session) => session.date === date);
  if (count === undefined) return { is: "late" };
  const { securities, before, whole } = count;
  return whole || before === null ? { is: "whole", securities } : { is: "half", securities, before };
}

interface SessionOptions extends Omit<FetchOptions, "holdsHalfDays"> {
  /** Of a source that is called by symbol; all of the market without. */
  readonly symbols: readonly string[] | null;
  /** Takes the session as the source has it, also where that looks like half a day. */
  readonly asItIs: boolean;
}

export interface SessionReport {
  readonly state: SessionState;
  readonly imported: ImportReport | null;
  /** Other sessions that the import has whole: they may have been late. */
  readonly whole: readonly string[];
}

/**
 * Asks a source for what is new up to a session, and imports it, but for half days. May run again at any time: what is
 * there already is given anew and changes nothing. Rejects as `fetchSource`.
 */
export async function fetchSession(
  market: Market,
  connector: Connector,
  date: string,
  { symbols, asItIs, ...options }: SessionOptions,
): Promise<SessionReport> {
  const status = await marketStatus(market);
  const isDemo = status.snapshot === null || status.snapshot.source === "demo";
  const first = isDemo ? undefined : status.daily?.from;
  const wanted = connector.bySymbol ? (symbols ?? (isDemo ? [] : await currentSymbols(market))) : [];
  if (connector.bySymbol && wanted.length === 0)
    throw new FetchError(`${connector.title} is called for symbols, and neither the market nor a setting has any.`);
  const { imported } = await fetchSource(
    market,
    connector,
    {
      symbols: wanted,
      kinds: usualKinds(connector),
      from: first === undefined || first > date ? connector.since : first,
      to: date,
    },
    { ...options, holdsHalfDays: !asItIs },
  );
  const state = sessionState(imported, date);
  const hasBars = connector.offers.includes("daily");
  return {
    // The directory of today, or reports: nothing of them belongs to a session.
    state: hasBars ? (asItIs && state.is === "half" ? { is: "whole", securities: state.securities } : state) : NO_BARS,
    imported,
    whole: hasBars ? (imported?.sessions ?? []).filter(({ whole }) => whole).map((session) => session.date) : [],
  };
}

const NO_BARS: SessionState = { is: "whole", securities: null };

/** Symbols of the securities that had bars in the market's last month, in order. */
const currentSymbols = (market: Market): Promise<readonly string[]> =>
  onSnapshot(market, async (snapshot) => {
    const rows = await snapshot.query<{ symbol: string }>(
      `SELECT DISTINCT toString(symbol) AS symbol FROM ${snapshot.table("security")} WHERE security_id IN (
SELECT security_id FROM ${snapshot.table("daily")} WHERE session > (SELECT max(session) FROM ${snapshot.table("daily")}) - 20) ORDER BY symbol`,
    );
    return rows.map(({ symbol }) => symbol);
  });

/** What a state means, for people. */
export function sayState(state: SessionState, { title }: Pick<Connector, "title">): string {
  switch (state.is) {
    case "whole":
      return state.securities === null ? "It has no bars." : `${state.securities} securities.`;
    case "late":
      return `${title} has nothing of this session yet.`;
    case "half":
      return `${title} has ${state.securities} securities of this session, ${state.before} of the one before: half a day, which is not shown as a day.`;
    default:
      return state satisfies never;
  }
}
