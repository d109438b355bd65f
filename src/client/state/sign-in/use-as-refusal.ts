import { useSnapshot } from "valtio";
import { inUseAs, ROUTES } from "../../../contract/index.ts";
import type { RouteName } from "../../../contract/index.ts";
import { user } from "../session/session.ts";

const REFUSED = "Not available while using the app as another user";

/** Why a route is not called now: an admin who acts as the user does not. Null where it may be. */
export const useAsRefusal = (name: RouteName): string | null =>
  user.useAs === null || inUseAs(ROUTES[name]) ? null : REFUSED;

/** The same as a hook, which follows the user. */
export function useUseAsRefusal(name: RouteName): string | null {
  const { useAs } = useSnapshot(user);
  return useAs === null || inUseAs(ROUTES[name]) ? null : REFUSED;
}
