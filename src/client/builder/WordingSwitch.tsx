import { Switch, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { screenText } from "../../vocabulary/index.ts";
import { display } from "../state/slices/display.ts";
import "./toggle.css";

/** Rows as sentences, or as fields; one setting for all tables. */
export function WordingSwitch({ about }: { readonly about: string }): ReactNode {
  const { wording } = useSnapshot(display);
  return (
    <Text as="label" size="1" className="toggle">
      <Switch
        size="1"
        checked={wording}
        aria-label={`${screenText("review-wording-switch")}: ${about}`}
        onCheckedChange={(on) => {
          display.wording = on;
        }}
      />
      {screenText("review-wording-switch")}
    </Text>
  );
}
