import type { Kind } from "../market/index.ts";

/** What is to be fetched. Days are `yyyy-MM-dd`, both ends included. */
export interface FetchRequest {
  /** Upper-case symbols; of a source of whole files empty. */
  readonly symbols: readonly string[];
  readonly kinds: readonly DataKind[];
  readonly from: string;
  readonly to: string;
}

/** Kinds of data that sources have. `splits` and `dividends` come with `daily` where a source has them there. */
export const DATA_KINDS = [
  "daily",
  "minute",
  "splits",
  "dividends",
  "securities",
  "facts",
  "filings",
  "halts",
  "identities",
] as const;
export type DataKind = (typeof DATA_KINDS)[number];

/** Kinds that come only when they are named: there is much of the one, and the other is of a paid plan. */
const NAMED_ONLY: readonly DataKind[] = ["minute", "identities"];

/** What is fetched of a source where nobody says. */
export const usualKinds = ({ offers }: Pick<Connector, "offers">): readonly DataKind[] =>
  offers.filter((kind) => !NAMED_ONLY.includes(kind));

/** One call of a source. */
export interface SourcePage {
  /** Names the page among those of its fetch, as people read it: `daily AAPL from 2024-01-02`. Holds no key. */
  readonly name: string;
  /** Below the source's address, with its query. */
  readonly path: string;
  /** Sent as JSON by POST; GET without. */
  readonly body?: unknown;
  readonly of: DataKind;
  /** The symbol, where it is about one. */
  readonly symbol?: string;
}

/** A row for the importer: its fields by the names of the `csv` folder. Null and missing are the same. */
export type SourceRow = Readonly<Record<string, string | number | null>>;
export type SourceRows = Readonly<Partial<Record<Kind, readonly SourceRow[]>>>;

/** What a page's answer holds. */
export interface PageContent {
  readonly rows: SourceRows;
  /** The name under which the answer itself is a file of the import. */
  readonly file?: string;
  /** What the market has no place for, counted by reason. */
  readonly leftOut?: Readonly<Record<string, number>>;
  /** Pages that continue it. */
  readonly next?: readonly SourcePage[];
}

/** An answer that is not what the source's documentation says. */
export class MalformedPage extends Error {
  override readonly name = "MalformedPage";
}

/** How often a source may be called. */
export interface CallLimit {
  readonly calls: number;
  readonly seconds: number;
}

/** A secret of a source, by the environment variable that holds it. */
export interface KeyPart {
  readonly variable: string;
  /** What it is and where one gets it. */
  readonly meaning: string;
}

/**
 * A source of market data: what it offers, how it is called and how its answers are read. Everything else (limits, retries,
 * what is kept on disk, resuming, import) is the same for all of them.
 */
export interface Connector {
  readonly name: string;
  readonly title: string;
  /** Its addresses, the first the usual one; a page's path that begins with `name:` is below that one. */
  readonly addresses: Readonly<Record<string, string>>;
  readonly offers: readonly DataKind[];
  readonly keys: readonly KeyPart[];
  readonly limits: readonly CallLimit[];
  /** Calls under way at once. */
  readonly atOnce: number;
  /** The importer that takes what it gives. */
  readonly importer: "csv" | "massive" | "edgar";
  /** Whether its prices are adjusted for splits up to the day of the call. */
  readonly adjusted: boolean;
  /** Whether it is called for symbols, or has everything in its files. */
  readonly bySymbol: boolean;
  /** First day that it may have, `yyyy-MM-dd`. */
  readonly since: string;
  /** Days back that it corrects what it has published, which are fetched again each time; a week where it does not say. */
  readonly correctedDays?: number;
  /** Whether its store denies access to a file that is not there, as S3 does where nobody may list it. */
  readonly deniesMissing?: true;
  headers(keys: readonly string[]): Readonly<Record<string, string>>;
  /** The calls of a fetch, without those that continue others. */
  pages(request: FetchRequest): readonly SourcePage[];
  /** Reads an answer. Throws MalformedPage. */
  read(page: SourcePage, body: Uint8Array, request: FetchRequest): PageContent;
  /** Whether an answer of status 200 says that there were too many calls; some do. */
  throttled?(body: Uint8Array): boolean;
}
