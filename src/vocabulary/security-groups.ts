/** Fields whose values divide the securities of a session into groups, by `by` and the name. */
export const SECURITY_GROUPS = [
  { name: "sector", group: "fundamental", label: "sector" },
  { name: "industry", group: "fundamental", label: "industry" },
  { name: "exchange", group: "identity", label: "exchange" },
  { name: "country", group: "identity", label: "country" },
  { name: "security_class", group: "identity", label: "security class", aliases: ["class", "code", "type"] },
] as const;

export const SECURITY_GROUP_NAMES: readonly string[] = SECURITY_GROUPS.map(({ name }) => name);

export type SecurityGroup = (typeof SECURITY_GROUPS)[number]["name"];

/** The group that a name means, whatever its case and however its blanks are written; null where it is none. */
export function securityGroup(name: string): SecurityGroup | null {
  const key = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "_");
  const found = SECURITY_GROUPS.find(
    (one) => one.name === key || ("aliases" in one && one.aliases.some((alias) => alias === key)),
  );
  return found?.name ?? null;
}

/** The row of a group. */
export const securityGroupRow = (name: SecurityGroup): (typeof SECURITY_GROUPS)[number] => {
  const found = SECURITY_GROUPS.find((one) => one.name === name);
  if (!found) throw new RangeError(`no group ${name}`);
  return found;
};

/** What makes one value of those of many securities; `unit` null keeps that of the values. */
export const AGGREGATES = [
  { name: "count", of: "boolean", unit: "count", doc: "how many it is true of" },
  { name: "percent", of: "boolean", unit: "percent", doc: "of how many percent it is true" },
  { name: "avg", of: "number", unit: null, doc: "the average" },
  { name: "sum", of: "number", unit: null, doc: "the total" },
  { name: "median", of: "number", unit: null, doc: "the middle one, of two the average" },
  { name: "min", of: "number", unit: null, doc: "the smallest" },
  { name: "max", of: "number", unit: null, doc: "the largest" },
] as const;

export type AggregateName = (typeof AGGREGATES)[number]["name"];

export const aggregateNamed = (name: string): (typeof AGGREGATES)[number] | null =>
  AGGREGATES.find((one) => one.name === name.toLowerCase()) ?? null;
