import type { ReactNode } from "react";
import { Field } from "./Field.tsx";

/** The current password, as proof of identity; in the field `password` by default. */
export function CurrentPassword({
  label = "Password",
  name = "password",
  error,
}: {
  readonly label?: string;
  readonly name?: string;
  readonly error: string | null | undefined;
}): ReactNode {
  return <Field label={label} name={name} type="password" autoComplete="current-password" required error={error} />;
}
