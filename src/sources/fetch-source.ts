import { createHash } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { importCsv, importEdgar, importMassive, lockFile } from "../market/index.ts";
import type { ImportReport, Market, RefusedRow } from "../market/index.ts";
import { sourceCaller, FetchError } from "./call-source.ts";
import type { CallOptions, SourceCall } from "./call-source.ts";
import { MalformedPage } from "./connector.ts";
import type { Connector, SourcePage, PageContent, FetchRequest } from "./connector.ts";
import { daysAfter, isCovered, readFetchedDays, requestsLeft, writeFetchedDays } from "./fetched-days.ts";
import type { FetchedDays } from "./fetched-days.ts";
import { ImportFolder } from "./import-folder.ts";
import { KeptPages, writeWhole } from "./kept-pages.ts";

/** Pages that continue one another, at most: a source that never ends is not waited for. */
const MAX_PAGES = 1_000_000;
/** Times that a page whose answer cannot be read is called again. */
const MALFORMED_TRIES = 2;

export interface FetchProgress {
  readonly page: string;
  readonly done: number;
  /** Of the pages known so far. */
  readonly total: number;
}

export interface FetchOptions extends Omit<CallOptions, "addresses" | "limits"> {
  /** Folder of all fetches of this data folder. */
  readonly folder: string;
  readonly addresses?: CallOptions["addresses"];
  readonly limits?: CallOptions["limits"];
  /** Asks for everything again, also what an unfinished fetch has. */
  readonly restart?: boolean;
  readonly now?: Date;
  /** As `ImportClock` says. */
  readonly holdsHalfDays?: boolean;
  /** Called when all pages are there, before the import. */
  readonly onFetched?: (pages: { readonly called: number; readonly resumed: number }) => Promise<void>;
  readonly onProgress?: (progress: FetchProgress) => void;
}

export interface FetchReport {
  /** Pages that came in this call, and those that an unfinished one had kept. */
  readonly called: number;
  readonly resumed: number;
  /** What the source has nothing of: names of pages, and symbols without a bar. */
  readonly missing: readonly string[];
  /** The last day fetched: earlier than the one wanted where an unfinished fetch was ended as it was begun. */
  readonly to: string;
  readonly leftOut: Readonly<Record<string, number>>;
  /** Null where there was no row to import. */
  readonly imported: ImportReport | null;
  /** The page of each refused row that comes from one. */
  readonly pageOf: (row: RefusedRow) => string | null;
}

/**
 * Fetches from a source and imports what it has. Answers are kept on disk until they are imported; where the call ends before, the
 * same call goes on from there. Rejects with FetchError where the source refuses, cannot be reached or answers with something else.
 */
export async function fetchSource(
  market: Market,
  connector: Connector,
  request: FetchRequest,
  options: FetchOptions,
): Promise<FetchReport> {
  const { folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = lockFile(join(folder, `${connector.name}.lock`));
  if (lock === null) throw new FetchError(`Another fetch of ${connector.title} is under way on this data folder.`);
  try {
    const work = new Fetch(connector, options, join(folder, connector.name));
    const daysFile = join(folder, `${connector.name}.json`);
    const days = await readFetchedDays(daysFile, market);
    const { report, fetched } = await work.run(market, request, days);
    await writeFetchedDays(daysFile, market, daysAfter(days, fetched));
    await work.drop();
    return report;
  } finally {
    lock.release();
  }
}

/** One fetch: calls, keeps, and imports at the end. */
class Fetch {
  readonly #connector: Connector;
  readonly #options: FetchOptions;
  readonly #folder: string;
  readonly #missing: SourcePage[] = [];
  readonly #withBars = new Set<string>();
  readonly #leftOut = new Map<string, number>();
  #called = 0;
  #resumed = 0;
  #known = 0;
  /** Of a fetch that was imported. */
  #pages: KeptPages | null = null;

  constructor(connector: Connector, options: FetchOptions, folder: string) {
    this.#connector = connector;
    this.#options = options;
    this.#folder = folder;
  }

  /** Fetches and imports; gives what of the request the market has now. */
  async run(
    market: Market,
    request: FetchRequest,
    days: FetchedDays,
  ): Promise<{ readonly report: FetchReport; readonly fetched: FetchRequest }> {
    const { restart = false } = this.#options;
    // Without the last day, which is another one tomorrow: an unfinished fetch is ended as it was begun.
    const { symbols, kinds, from } = request;
    const name = createHash("sha256")
      .update(JSON.stringify([symbols, kinds, from]))
      .digest("hex")
      .slice(0, 16);
    if (restart) await rm(join(this.#folder, name), { recursive: true, force: true });
    const pages = await KeptPages.open(join(this.#folder, name));
    const requests = await this.#begun(
      join(this.#folder, name, "requests.json"),
      restart ? [request] : requestsLeft(request, days, this.#connector.correctedDays),
    );
    const to = requests.map((each) => each.to).toSorted()[0] ?? request.to;
    const into = new ImportFolder(join(this.#folder, `${name}-import`), this.#connector.importer);
    try {
      for (const each of requests) await this.#fetchPages(each, pages);
      await into.begin();
      for (const each of requests) await this.#writeAll(each, pages, into);
      await into.end();
      await this.#options.onFetched?.({ called: this.#called, resumed: this.#resumed });
      const imported = into.size === 0 ? null : await this.#import(market, join(this.#folder, `${name}-import`), into);
      const unknown = this.#unknownSymbols(request, days);
      const found = symbols.filter((symbol) => !unknown.has(symbol));
      this.#pages = pages;
      return {
        report: {
          called: this.#called,
          resumed: this.#resumed,
          missing: [
            ...this.#missing.map((page) => page.name),
            // Some sources answer with an empty page instead of saying that they know no such symbol.
            ...[...unknown].filter((symbol) => !this.#missing.some((page) => page.symbol === symbol)),
          ],
          to,
          leftOut: Object.fromEntries(this.#leftOut),
          imported,
          pageOf: ({ file, line }) => into.pageOf(file, line),
        },
        fetched: {
          ...request,
          to,
          ...(symbols.length === 0 ? {} : { kinds: found.length === 0 ? [] : kinds, symbols: found }),
        },
      };
    } catch (error) {
      pages.close();
      throw error;
    } finally {
      await into.end().then(() => into.drop());
    }
  }

  /** Symbols without a bar in this fetch and before it: the next one looks for them from the first day on. */
  #unknownSymbols({ symbols, kinds }: FetchRequest, days: FetchedDays): ReadonlySet<string> {
    const known = (symbol: string): boolean => kinds.some((kind) => days[`${kind} ${symbol}`] !== undefined);
    const hasBars = kinds.includes("daily") || kinds.includes("minute");
    const without = hasBars ? symbols.filter((symbol) => !this.#withBars.has(symbol) && !known(symbol)) : [];
    return new Set([...without, ...this.#missing.flatMap(({ symbol }) => symbol ?? [])]);
  }

  /** Removes what is kept of it on disk. */
  async drop(): Promise<void> {
    await this.#pages?.drop();
    this.#pages = null;
  }

  /** What an unfinished fetch was begun for; else what this one is begun for, from now on. */
  async #begun(path: string, left: readonly FetchRequest[]): Promise<readonly FetchRequest[]> {
    const kept = await readFile(path, "utf8").catch(() => null);
    if (kept !== null) {
      // Written whole by this program, in a folder of its own.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const begun = JSON.parse(kept) as readonly FetchRequest[];
      if (isCovered(left, begun)) return begun;
    }
    await writeWhole(path, JSON.stringify(left));
    return left;
  }

  /** Asks for the pages that are not there yet, some at once. */
  async #fetchPages(request: FetchRequest, pages: KeptPages): Promise<void> {
    const { signal } = this.#options;
    const call = sourceCaller(this.#connector, {
      ...this.#options,
      addresses: { ...this.#connector.addresses, ...this.#options.addresses },
      limits: this.#options.limits ?? this.#connector.limits,
    });
    const open = [...this.#connector.pages(request)];
    const seen = new Set(open.map(({ name }) => name));
    this.#known += open.length;
    const failures: unknown[] = [];
    const fetchNext = async (page: SourcePage): Promise<void> => {
      signal.throwIfAborted();
      const next = await this.#fetchPage(page, request, pages, call);
      for (const { name } of next) {
        if (seen.has(name)) throw new FetchError(`${name}: the source continues it with itself.`);
        seen.add(name);
      }
      open.push(...next);
      this.#known += next.length;
      if (this.#known > MAX_PAGES) throw new FetchError(`The source gave more than ${MAX_PAGES} pages.`);
      this.#options.onProgress?.({ page: page.name, done: this.#called + this.#resumed, total: this.#known });
    };
    // Never rejects: the calls of the other lanes end first, so that nothing writes to what is closed.
    const lane = async (): Promise<void> => {
      for (let page = open.shift(); page !== undefined && failures.length === 0; page = open.shift())
        await fetchNext(page).catch((error: unknown) => void failures.push(error));
    };
    // A page may bring others while the other lanes have nothing to do: what is left is fetched by one of them.
    while (open.length > 0 && failures.length === 0)
      await Promise.all(Array.from({ length: this.#connector.atOnce }, () => lane()));
    if (failures.length > 0) throw failures[0];
  }

  /** Makes one page kept; gives those that continue it. */
  async #fetchPage(
    page: SourcePage,
    request: FetchRequest,
    pages: KeptPages,
    call: SourceCall,
  ): Promise<readonly SourcePage[]> {
    const kept = await pages.get(page);
    if (kept !== undefined) {
      this.#resumed += 1;
      return kept === null ? [] : (this.#read(page, kept, request).next ?? []);
    }
    for (let left = MALFORMED_TRIES; ; left -= 1) {
      const answer = await call(page);
      try {
        const next = answer === null ? [] : (this.#connector.read(page, answer, request).next ?? []);
        // Only what can be read is kept, so that a later call does not stumble over it.
        await pages.set(page, answer);
        this.#called += 1;
        return next;
      } catch (error) {
        if (!(error instanceof MalformedPage) || left === 0) throw this.#named(page, error);
      }
    }
  }

  /** Writes what was kept into the folder of the import, in the order in which pages follow one another. */
  async #writeAll(request: FetchRequest, pages: KeptPages, into: ImportFolder): Promise<void> {
    const open = [...this.#connector.pages(request)];
    for (let page = open.shift(); page !== undefined; page = open.shift()) {
      this.#options.signal.throwIfAborted();
      const body = await pages.get(page);
      if (body === undefined) throw new FetchError(`${page.name} was kept and is damaged now. Fetch again.`);
      if (body === null) {
        this.#missing.push(page);
        continue;
      }
      const read = this.#read(page, body, request);
      for (const [reason, rows] of Object.entries(read.leftOut ?? {}))
        this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + rows);
      for (const row of [...(read.rows.daily ?? []), ...(read.rows.minute ?? [])])
        this.#withBars.add(String(row["symbol"] ?? row["ticker"]));
      await into.add(page.name, read, body);
      open.unshift(...(read.next ?? []));
    }
  }

  #read(page: SourcePage, body: Uint8Array, request: FetchRequest): PageContent {
    try {
      return this.#connector.read(page, body, request);
    } catch (error) {
      throw this.#named(page, error);
    }
  }

  #named(page: SourcePage, error: unknown): unknown {
    if (!(error instanceof MalformedPage)) return error;
    return new FetchError(`${page.name}: ${this.#connector.title} answered with something else: ${error.message}`);
  }

  #import(market: Market, folder: string, { pages }: ImportFolder): Promise<ImportReport> {
    const { name, importer, adjusted } = this.#connector;
    const { now, holdsHalfDays } = this.#options;
    const clock = {
      check: true,
      origin: { source: name, pages },
      ...(now === undefined ? {} : { now }),
      ...(holdsHalfDays === undefined ? {} : { holdsHalfDays }),
    };
    switch (importer) {
      case "csv":
        return importCsv(market, folder, { adjusted, ...clock });
      case "massive":
        return importMassive(market, folder, clock);
      case "edgar":
        return importEdgar(market, folder, clock);
      default:
        return importer satisfies never;
    }
  }
}
