import { useQuery } from "@tanstack/react-query";
import type { OwnDataItem } from "../../../contract/index.ts";
import type { CheckEnv } from "../../../formula/index.ts";
import { OWN_LABEL } from "../../../vocabulary/index.ts";
import type { OwnNames } from "../../../vocabulary/index.ts";
import { NEVER_STALE, routeQuery } from "./route-query.ts";
import { queryClient } from "./query-client.ts";
import { user } from "../session/session.ts";

const QUERY = { ...routeQuery("ownData"), ...NEVER_STALE };

/** The account's lists and numbers; empty until they are known, and for nobody's. */
export const ownItemsNow = (): readonly OwnDataItem[] => queryClient.getQueryData(QUERY.queryKey)?.items ?? [];

const namesOf = new WeakMap<readonly OwnDataItem[], OwnNames>();

function ownNames(items: readonly OwnDataItem[]): OwnNames {
  const known = namesOf.get(items);
  if (known !== undefined) return known;
  const names: OwnNames = {
    lists: items.filter(({ kind }) => kind === "list"),
    numbers: [
      ...items.flatMap(({ version, fields }) => fields.map((field) => ({ ...field, version }))),
      { ...OWN_LABEL, version: "" },
    ],
  };
  namesOf.set(items, names);
  return names;
}

/** What formulas may name of the account's own; undefined until that is known, when any name may be one. */
export function ownNamesNow(): OwnNames | undefined {
  const items = queryClient.getQueryData(QUERY.queryKey)?.items;
  return items && ownNames(items);
}

/** The same as a part of a formula's surroundings. */
export function ownEnv(names: OwnNames | undefined = ownNamesNow()): Pick<CheckEnv, "own"> {
  return names === undefined ? {} : { own: names };
}

/** The same for what shows it; asks for it, once for the whole visit. */
export function useOwnNames(): OwnNames | undefined {
  const { data } = useQuery({ ...QUERY, enabled: user.isAuth });
  return data && ownNames(data.items);
}
