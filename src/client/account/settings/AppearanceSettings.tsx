import { RadioGroup } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { appearance, APPEARANCES } from "../../state/slices/appearance.ts";
import { Section } from "./Section.tsx";

/** Light or dark, in this browser. */
export function AppearanceSettings(): ReactNode {
  const { chosen } = useSnapshot(appearance);
  return (
    <Section title="Theme" about="Kept in this browser.">
      <RadioGroup.Root
        aria-label="Theme"
        value={chosen}
        onValueChange={(value) => {
          appearance.chosen = APPEARANCES.find((one) => one.value === value)?.value ?? "system";
        }}
      >
        {APPEARANCES.map(({ value, label }) => (
          <RadioGroup.Item key={value} value={value}>
            {label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </Section>
  );
}
