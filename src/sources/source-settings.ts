import { CONNECTORS } from "./connectors/index.ts";
import type { CallLimit, Connector } from "./connector.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** How a source is called from here. */
export interface SourceSettings {
  readonly keys: readonly string[];
  readonly limits: readonly CallLimit[];
  readonly addresses: Readonly<Record<string, string>>;
}

/** What the environment lacks for a source; its message holds no value of a key. */
export class SourceSettingError extends Error {
  override readonly name = "SourceSettingError";
}

/** The source of a name. Throws SourceSettingError that names them all. */
export function sourceOf(name: string): Connector {
  const found = CONNECTORS.find((one) => one.name === name);
  if (found === undefined)
    throw new SourceSettingError(`A source is one of ${CONNECTORS.map((one) => one.name).join(", ")}, not ${name}.`);
  return found;
}

const prefixOf = ({ name }: Connector): string => name.toUpperCase().replaceAll("-", "_");

/**
 * Keys, limits and addresses of a source from the environment: its keys, `TIINGO_CALLS_PER_MINUTE` of a paid plan, and
 * `TIINGO_URL`, for a proxy or a server that answers as the source does. Throws SourceSettingError.
 */
export function sourceSettings(connector: Connector, env: Environment): SourceSettings {
  const missing = connector.keys.filter(({ variable }) => (env[variable] ?? "") === "");
  if (missing.length > 0)
    throw new SourceSettingError(
      `${connector.title} needs ${missing.map(({ variable, meaning }) => `${variable} (${meaning})`).join(" and ")} in the environment.`,
    );
  const address = env[`${prefixOf(connector)}_URL`] ?? "";
  return {
    keys: connector.keys.map(({ variable }) => env[variable] ?? ""),
    limits: limitsOf(connector, env),
    addresses:
      address === ""
        ? connector.addresses
        : Object.fromEntries(Object.keys(connector.addresses).map((key) => [key, address])),
  };
}

function limitsOf(connector: Connector, env: Environment): readonly CallLimit[] {
  const variable = `${prefixOf(connector)}_CALLS_PER_MINUTE`;
  const text = env[variable] ?? "";
  if (text === "") return connector.limits;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new SourceSettingError(`${variable} is a whole number from 1 on, not ${text}.`);
  return [{ calls: Number(text), seconds: 60 }];
}
