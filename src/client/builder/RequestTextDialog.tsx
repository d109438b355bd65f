import { useMemo } from "react";
import type { ReactNode } from "react";
import { openSent, textOfState } from "../../request/index.ts";
import type { RequestState } from "../../request/index.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { ReadDialog } from "../ui/ReadDialog.tsx";
import "./request-text-read.css";

export interface RequestTextProps {
  readonly kind: RequestState["kind"];
  readonly name: string;
  /** Of a template, where it stands beside the request; that of the request where left out. */
  readonly description?: string;
  readonly request: object;
}

/** A request or template as its text, to be read and copied. */
export function RequestText({ kind, name, description, request }: RequestTextProps): ReactNode {
  const text = useMemo(() => {
    const { state } = openSent(request, { kind, mode: "edit" });
    const dataRange = { ...state.dataRange, requestName: name };
    return textOfState({ ...state, dataRange, description: description ?? state.description });
  }, [kind, name, description, request]);
  return (
    <div className="request-text-read">
      {/* What scrolls is reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} aria-label={`${name} as text`}>
        {text}
      </pre>
      <CopyButton size="1" variant="soft" color="gray" text={() => text} said="Copied as text">
        Copy as text
      </CopyButton>
    </div>
  );
}

/** The same in a dialog of its own. */
export default function RequestTextDialog({
  onClose,
  ...props
}: RequestTextProps & { readonly onClose: () => void }): ReactNode {
  return (
    <ReadDialog
      title={props.name}
      about="As text. Copied, it can be pasted into the builder."
      width={820}
      onClose={onClose}
    >
      <RequestText {...props} />
    </ReadDialog>
  );
}
