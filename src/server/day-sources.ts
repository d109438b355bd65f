import { sourceOf, sourceSettings, SourceSettingError } from "../sources/index.ts";
import type { Connector, SourceSettings } from "../sources/index.ts";
import { StartError } from "./start-error.ts";

/** The folder of an administrator's imports, as a source. */
const FOLDER = "folder";

/** What brings sessions: a source with its keys, or the folder of imports. */
export type DaySource = { readonly connector: Connector; readonly settings: SourceSettings } | "folder";

export const nameOf = (source: DaySource): string => (source === "folder" ? FOLDER : source.connector.name);
export const titleOf = (source: DaySource): string => (source === "folder" ? "The folder" : source.connector.title);

const listOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== ""),
  ),
];

/** The names of `MARKET_SOURCES`. Throws SourceSettingError for one that is no source. */
export function readSources(text: string): readonly string[] {
  const names = listOf(text);
  for (const name of names) if (name !== FOLDER) sourceOf(name);
  return names;
}

/** What the environment says of sessions that come by themselves. Throws StartError where a key is missing. */
export function readDay(
  names: readonly string[],
  symbols: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): { readonly sources: readonly DaySource[]; readonly symbols: readonly string[] | null } {
  try {
    return {
      sources: names.map((name): DaySource => {
        if (name === FOLDER) return FOLDER;
        const connector = sourceOf(name);
        return { connector, settings: sourceSettings(connector, env) };
      }),
      symbols: symbols === undefined ? null : listOf(symbols.toUpperCase()).toSorted(),
    };
  } catch (error) {
    if (error instanceof SourceSettingError) throw new StartError(`MARKET_SOURCES: ${error.message}`);
    throw error;
  }
}
