import { IconButton, Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { TIMINGS } from "../../vocabulary/index.ts";
import { Icon } from "../ui/icons.tsx";

/** A popup that explains something, 200 ms after the pointer or the focus came. */
export function Info({ about, children }: { readonly about: string; readonly children: string }): ReactNode {
  return (
    <Tooltip content={children} delayDuration={TIMINGS.popupHover} maxWidth="320px">
      <IconButton type="button" size="1" variant="ghost" color="gray" aria-label={`About ${about}: ${children}`}>
        <Icon name="info" size={14} />
      </IconButton>
    </Tooltip>
  );
}
