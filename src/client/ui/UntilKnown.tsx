import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { askProfileAgain, profile } from "../state/sign-in/profile.ts";
import { LoadFailure } from "./LoadFailure.tsx";

/** In the place of what needs to know who is signed in: what is waited with, or why it is not known and the way to ask again. */
export function UntilKnown({ children }: { readonly children: ReactNode }): ReactNode {
  const { error, failures } = useSnapshot(profile);
  return error === null ? children : <LoadFailure error={error} again={askProfileAgain} reload={failures > 1} />;
}
