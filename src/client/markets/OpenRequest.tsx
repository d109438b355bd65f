import { Button } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { navigate } from "wouter/use-browser-location";
import { showToast } from "../state/slices/toast.ts";
import { fragmentOf } from "../builder/share.ts";

/** Opens a tile's request in the builder, by a share link. */
export function OpenRequest({ request, name }: { readonly request: object; readonly name: string }): ReactNode {
  const [busy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    try {
      navigate(`/data-request${await fragmentOf(request)}`);
    } catch {
      setBusy(false);
      showToast("The request could not be opened.", "error");
    }
  };
  return (
    <Button
      size="1"
      variant="soft"
      loading={busy}
      aria-label={`Build a request from this: ${name}`}
      onClick={() => void open()}
    >
      Build a request from this
    </Button>
  );
}
