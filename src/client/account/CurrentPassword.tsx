import type { ReactNode } from "react";
import { Field } from "./Field.tsx";

/** The password that proves who asks; in the field `password` unless another is named. */
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
