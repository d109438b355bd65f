import type { ComponentProps, ReactNode } from "react";
import type { Format } from "../../contract/index.ts";
import { addressOf, download, messageOf } from "../state/queries/calls.ts";
import { showToast } from "../state/slices/toast.ts";

/** A link to a run's file. The call carries the session, which a plain link cannot. */
export function DownloadLink({
  id,
  format,
  label,
  children,
  ...rest
}: Omit<ComponentProps<"a">, "href" | "onClick"> & {
  readonly id: string;
  readonly format: Format;
  /** Name for a screen reader where the children say too little. */
  readonly label?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <a
      {...rest}
      href={addressOf("export", { id }, { format })}
      download
      {...(label === undefined ? {} : { "aria-label": label, title: label })}
      onClick={(event) => {
        event.preventDefault();
        void download("export", { id }, { format }).then((error) => {
          if (error !== null) showToast(messageOf(error), "error");
        });
      }}
    >
      {children}
    </a>
  );
}
