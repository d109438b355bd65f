import { Select } from "@radix-ui/themes";
import { useId, useMemo } from "react";
import type { ReactNode } from "react";
import { outcomeChoices, setOutcome } from "../../request/index.ts";
import { change } from "../state/slices/builder.ts";
import { useContent } from "./use-request.ts";
import "./outcome-select.css";

/** No column is called so: names have no braces. */
const NONE = "{}";

/** The column that tells what a row was worth, among those that become known after the close of their day. */
export default function OutcomeSelect({ readOnly = false }: { readonly readOnly?: boolean }): ReactNode {
  const id = useId();
  const state = useContent();
  const choices = useMemo(() => outcomeChoices(state), [state]);
  const { outcome } = state;
  const names = outcome === null || choices.includes(outcome) ? choices : [outcome, ...choices];
  // Nothing to choose from: most requests have no column that becomes known so late.
  if (names.length === 0) return null;
  return (
    <div className="outcome-select">
      <label htmlFor={id}>Outcome</label>
      <Select.Root
        disabled={readOnly}
        value={outcome ?? NONE}
        onValueChange={(name) => change("the outcome", (now) => setOutcome(now, name === NONE ? null : name))}
      >
        <Select.Trigger id={id} />
        <Select.Content position="popper">
          <Select.Item value={NONE}>None</Select.Item>
          {names.map((name) => (
            <Select.Item key={name} value={name}>
              {name}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
    </div>
  );
}
