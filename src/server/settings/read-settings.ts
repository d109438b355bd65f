import type { z } from "zod";
import { nearest } from "../../formula/index.ts";
import { StartError } from "../start-error.ts";
import { SETTINGS } from "./settings.ts";
import type { Setting } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

type Name = keyof typeof SETTINGS;

/** The value of every setting; undefined where it is left out. */
export type Settings = { readonly [One in Name]: z.output<(typeof SETTINGS)[One]["type"]> | undefined };

/** Settings of which one alone is a mistake. */
const TOGETHER = [
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["CHAT", "CHAT_KEY"],
  ["ANALYTICS", "ANALYTICS_KEY"],
  ["AFFILIATE", "AFFILIATE_KEY"],
] as const satisfies readonly (readonly [Name, Name])[];

/** An address without what may be secret in it; null for what is no address. */
function openPart(value: string): string | null {
  if (!URL.canParse(value)) return null;
  const { protocol, host, pathname } = new URL(value);
  return host === "" ? null : `${protocol}//${host}${pathname}`;
}

/** What an error may show of a value. */
function shown(value: string, { secret }: Pick<Setting, "secret">): string {
  const part = secret === undefined ? value : secret === "address" ? openPart(value) : null;
  return part === null ? " (the value is not shown)" : `, not ${JSON.stringify(part)}`;
}

function mistake(name: string, setting: Setting, value: string): string | null {
  const { error } = setting.type.safeParse(value);
  if (error === undefined) return null;
  const [issue] = error.issues;
  if (issue?.code === "custom") return `${name}: ${issue.message}`;
  return `${name}: has to be ${setting.expects}${shown(value, setting)}`;
}

/** Reads every setting. Throws StartError with one line for each that cannot be used: its name, its value and what is expected. */
export function readSettings(env: Environment): Settings {
  const given = (name: string): string | undefined => (env[name] === "" ? undefined : env[name]);
  const mistakes = Object.entries<Setting>(SETTINGS).flatMap(([name, setting]) => {
    const value = given(name);
    return value === undefined ? [] : (mistake(name, setting, value) ?? []);
  });
  for (const [one, other] of TOGETHER)
    if ((given(one) === undefined) !== (given(other) === undefined)) mistakes.push(`${one} and ${other} go together.`);
  if (mistakes.length > 0) throw new StartError(mistakes.join("\n"));
  const values = Object.entries<Setting>(SETTINGS).map(([name, { type }]) => {
    const value = given(name);
    return [name, value === undefined ? undefined : type.parse(value)] as const;
  });
  // Every entry has been read by the type of that name.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(values) as Settings;
}

/** Names that begin with ours, and are not settings: of development, and what Kubernetes adds for a service of that name. */
const OTHER_NAMES = /^SCANBOOK_(DEV|SERVER|TESTS.*|.*SERVICE_(HOST|PORT.*)|(.*_)?PORT(_.*)?)$/;

/** A line for each variable that is probably a misspelt setting. Not an error: the environment has variables of others too. */
export function misspelt(env: Environment): readonly string[] {
  const names = Object.keys(SETTINGS);
  return Object.keys(env).flatMap((name) => {
    if (Object.hasOwn(SETTINGS, name) || !/^[A-Z][A-Z0-9_]{5,39}$/.test(name) || OTHER_NAMES.test(name)) return [];
    const meant = nearest(
      name,
      names.filter((known) => Math.abs(known.length - name.length) <= 2),
    );
    if (meant !== null) return [`${name} is no setting. Did you mean ${meant}?`];
    return name.startsWith("SCANBOOK_") ? [`${name} is no setting.`] : [];
  });
}
