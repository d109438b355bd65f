import type { ReactNode } from "react";
import { useOwnNames } from "../state/queries/own-data.ts";

/** What an input of a list or of a number of one's own suggests. */
export default function OwnNames({ id, of }: { readonly id: string; readonly of: "list" | "number" }): ReactNode {
  const names = useOwnNames();
  const known = (of === "list" ? names?.lists : names?.numbers) ?? [];
  return (
    <datalist id={id}>
      {known.map(({ name }) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
