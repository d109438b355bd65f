import { readFile } from "node:fs/promises";
import { unpacked } from "./file-bytes.ts";
import { MAX_TEXT_CHARS } from "./kinds.ts";
import { ImportError } from "./report.ts";

/** A ticker of a company's common shares. */
export interface EdgarSymbol {
  readonly cik: number;
  readonly symbol: string;
  /** The company's only one: the cover page's number of shares is the number of these. */
  readonly only: boolean;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Reads `company_tickers.json` (`{"0": {cik_str, ticker, title}}`) or `company_tickers_exchange.json` (`{fields, data}`).
 * Classes are written with a hyphen there: BRK-B is BRK.B. Preferred shares, warrants, units and rights have no
 * statements of their own: `other` counts them.
 */
export async function readSymbols(path: string): Promise<{ symbols: readonly EdgarSymbol[]; other: number }> {
  const bytes = unpacked(await readFile(path), path, path);
  let pairs: readonly (readonly [cik: number, ticker: string])[];
  try {
    pairs = pairsOf(JSON.parse(bytes.toString("utf8")));
  } catch (error) {
    throw new ImportError(`${path} is not readable: ${error instanceof Error ? error.message : ""}`);
  }
  const unreadable = pairs.find(
    ([, ticker]) => ticker.length > MAX_TEXT_CHARS.symbol || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/u.test(ticker),
  );
  if (unreadable)
    throw new ImportError(
      `${path}: the ticker of the company ${unreadable[0]} holds control characters, no UTF-8 or more than ${MAX_TEXT_CHARS.symbol} characters.`,
    );
  if (pairs.length === 0) throw new ImportError(`${path} holds no tickers.`);
  const owner = new Map<string, number>();
  for (const [cik, ticker] of pairs) if (!owner.has(ticker)) owner.set(ticker, cik);
  const common = [...owner].filter(([ticker, cik]) => isCommon(ticker, cik, owner));
  const perCompany = new Map<number, number>();
  for (const [, cik] of common) perCompany.set(cik, 1 + (perCompany.get(cik) ?? 0));
  return {
    symbols: common.map(([ticker, cik]) => ({
      cik,
      symbol: ticker.replace("-", "."),
      only: perCompany.get(cik) === 1,
    })),
    other: owner.size - common.length,
  };
}

function pairsOf(page: unknown): readonly (readonly [number, string])[] {
  if (!isObject(page)) return [];
  const fields = page["fields"];
  const data = page["data"];
  const rows: readonly (readonly [unknown, unknown])[] =
    Array.isArray(fields) && Array.isArray(data)
      ? data.flatMap((row: unknown) =>
          Array.isArray(row) ? [[row[fields.indexOf("cik")], row[fields.indexOf("ticker")]] as const] : [],
        )
      : Object.values(page).flatMap((row) => (isObject(row) ? [[row["cik_str"], row["ticker"]] as const] : []));
  return rows.flatMap(([cik, ticker]) =>
    Number.isSafeInteger(Number(cik)) && typeof ticker === "string" && ticker !== ""
      ? [[Number(cik), ticker.toUpperCase()] as const]
      : [],
  );
}

/** Of `BAC-PL`, `ABC-WT`, `ABC-UN`, `ABC-RI` and ABCDW beside ABCD none is a common share. */
function isCommon(ticker: string, cik: number, owner: ReadonlyMap<string, number>): boolean {
  const suffix = /-(.+)$/.exec(ticker)?.[1];
  if (suffix !== undefined) return /^[A-QS-TVX-Z]$/.test(suffix) && suffix !== "P";
  return !(/^[A-Z]{4}[WURPONMZ]$/.test(ticker) && owner.get(ticker.slice(0, 4)) === cik);
}
