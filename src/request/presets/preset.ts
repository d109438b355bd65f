import { check, knownAtLabel, parseCode } from "../../formula/index.ts";
import type { Checked, KnownAt } from "../../formula/index.ts";

/** A formula of the library: a column, or a condition for filters. */
export interface Preset {
  /** Name of the library; made for a column's name, unique without regard to case. */
  readonly tag: string;
  readonly display: string;
  readonly description: string;
  readonly formula: string;
  readonly group: string;
  /** `filter` where it is a condition, which is good as a column too. */
  readonly use: "filter" | "column";
  readonly knownAt: KnownAt | null;
  /** Known only after the close of the row's day. */
  readonly outcome: boolean;
}

export interface ReadPresets {
  readonly presets: readonly Preset[];
  /** What is wrong, each with file and place; a preset with a mistake is left out. */
  readonly mistakes: readonly string[];
}

const KEYS = ["display", "description", "tag", "formula", "known_at", "group"] as const;

/**
 * Reads the library: files by name, each a list of presets with display, description, tag, formula, known_at (the label
 * that the language gives, null for a constant) and group. Pure; never throws.
 */
export function readPresets(files: Readonly<Record<string, unknown>>): ReadPresets {
  const presets: Preset[] = [];
  const mistakes: string[] = [];
  const places = new Map<string, string>();
  for (const [file, list] of Object.entries(files)) {
    if (!Array.isArray(list)) {
      mistakes.push(`${file}: a list of presets belongs here.`);
      continue;
    }
    for (const [index, entry] of list.entries()) {
      const place = `${file}[${index}]`;
      const found = readPreset(entry);
      if (Array.isArray(found)) {
        mistakes.push(...found.map((mistake) => `${place}${mistake}`));
        continue;
      }
      const key = found.tag.toLowerCase();
      const taken = places.get(key);
      if (taken === undefined) presets.push(found);
      else mistakes.push(`${place}.tag: ${found.tag} is used at ${taken} already.`);
      places.set(key, taken ?? place);
    }
  }
  return { presets, mistakes };
}

/** The preset, or what is wrong with it, each behind its key. */
function readPreset(entry: unknown): Preset | string[] {
  if (typeof entry !== "object" || entry === null) return [": a preset belongs here."];
  const given = new Map<string, unknown>(Object.entries(entry));
  const mistakes = [...given.keys()]
    .filter((key) => !KEYS.some((known) => known === key))
    .map((key) => `.${key}: no such key.`);
  const text = (key: (typeof KEYS)[number]): string => {
    const value = given.get(key);
    if (typeof value === "string" && value.trim() !== "") return value;
    mistakes.push(`.${key}: a text belongs here.`);
    return "";
  };
  const [display, description, tag, formula, group] = [
    text("display"),
    text("description"),
    text("tag"),
    text("formula"),
    text("group"),
  ];
  if (tag !== "" && !/^[a-z][a-z0-9_]*$/.test(tag)) mistakes.push(".tag: small letters, digits and _ only.");
  if (formula === "") return mistakes;

  const { tree, diagnostics } = parseCode(formula);
  // Whether a market has the values of its fields dated is said where the formula is used.
  const env = { columns: new Map(), currentOnly: new Set<string>() };
  const column = tree && check(tree, { ...env, use: "column" });
  const use = column?.type === "boolean" ? "filter" : "column";
  const checked: Checked | null = tree && use === "filter" ? check(tree, { ...env, use }) : column;
  for (const { message } of [...diagnostics, ...(checked?.diagnostics ?? [])]) mistakes.push(`.formula: ${message}`);
  if (checked === null || mistakes.length > 0) return mistakes;

  const label = checked.knownAt && knownAtLabel(checked.knownAt);
  if (given.get("known_at") !== label) return [`.known_at: the formula is known at ${JSON.stringify(label)}.`];
  const { knownAt, outcome } = checked;
  return { tag, display, description, formula, group, use, knownAt, outcome };
}
