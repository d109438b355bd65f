import { Text, TextField } from "@radix-ui/themes";
import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";

/** A text field with its label, and below it what is wrong with what stands in it. */
export function Field({
  label,
  error,
  ...rest
}: ComponentProps<typeof TextField.Root> & {
  readonly label: string;
  readonly error?: string | null | undefined;
}): ReactNode {
  const id = useId();
  const wrong = error !== null && error !== undefined;
  return (
    <div className="labelled">
      <Text as="label" size="2" htmlFor={id}>
        {label}
      </Text>
      <TextField.Root
        {...rest}
        id={id}
        mt="1"
        {...(wrong ? { color: "red", "aria-invalid": true, "aria-describedby": `${id}-error` } : {})}
      />
      {wrong && (
        <Text as="p" size="1" color="red" mt="1" id={`${id}-error`}>
          {error}
        </Text>
      )}
    </div>
  );
}
