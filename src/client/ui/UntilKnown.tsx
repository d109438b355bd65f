import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { askProfileAgain, profile } from "../state/sign-in/profile.ts";
import { LoadFailure } from "./LoadFailure.tsx";

/** Shown until the signed-in user is known: a placeholder, or the error with a retry. */
export function UntilKnown({ children }: { readonly children: ReactNode }): ReactNode {
  const { error, failures } = useSnapshot(profile);
  return error === null ? children : <LoadFailure error={error} again={askProfileAgain} reload={failures > 1} />;
}
