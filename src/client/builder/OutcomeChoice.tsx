import { Button } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { lazily } from "../ui/lazily.tsx";
import { useContent } from "./use-request.ts";

/** The choice of the outcome, which comes with the first column. */
const OutcomeSelect = lazily(() => import("./OutcomeSelect.tsx"));

// Most requests have no sweep.
const SweepFields = lazily(() => import("./SweepFields.tsx"));

/** The outcome of a request, and the parameters and held-out days of its sweep. */
export function OutcomeChoice({ readOnly = false }: { readonly readOnly?: boolean }): ReactNode {
  const { parameters, holdOut } = useContent();
  const [open, setOpen] = useState(false);
  return (
    <>
      <OutcomeSelect readOnly={readOnly} />
      {open || parameters.length > 0 || holdOut !== null ? (
        <SweepFields readOnly={readOnly} />
      ) : (
        !readOnly && (
          <Button size="1" variant="soft" color="gray" onClick={() => setOpen(true)}>
            Sweep …
          </Button>
        )
      )}
    </>
  );
}
