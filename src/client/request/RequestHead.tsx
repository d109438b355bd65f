import { Button, Select, TextField, Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { LIMITS } from "../../vocabulary/index.ts";
import { Icon } from "../shell/icons.tsx";
import { requestDocument } from "../state/document.ts";
import { dateBounds, market } from "../state/market.ts";
import { run } from "../state/run.ts";
import { validity } from "../state/validity.ts";
import { RANGES, rangeOf } from "./ranges.ts";

/** ⌘ on a Mac, Ctrl elsewhere. */
export const MOD = navigator.userAgent.includes("Mac") ? "⌘" : "Ctrl ";

/** Name and dates of the request, and the button that runs it. */
export function RequestHead({ onRun, tried }: { readonly onRun: () => void; readonly tried: boolean }): ReactNode {
  const { name, start, end } = useSnapshot(requestDocument, { sync: true });
  const { nameError, startError, endError, runnable } = useSnapshot(validity);
  const { answer } = useSnapshot(market);
  const { phase } = useSnapshot(run);
  const bounds = dateBounds(answer);
  const busy = phase === "starting" || phase === "running";
  const dates = [
    // An empty date waits for the market, which gives it its first value.
    { key: "start", label: "Start date", value: start, error: answer === null ? null : startError },
    { key: "end", label: "End date", value: end, error: answer === null ? null : endError },
  ] as const;
  const shownNameError = tried ? nameError : null;
  return (
    <section className="request-head" id="date-range" aria-label="Name and date range">
      <div className="field title">
        <TextField.Root
          size="3"
          id="request-name"
          aria-label="Request name"
          placeholder="Request name"
          value={name}
          maxLength={LIMITS.requestName}
          aria-invalid={shownNameError !== null}
          aria-describedby="name-error"
          color={shownNameError === null ? "gray" : "red"}
          onChange={(event) => {
            requestDocument.name = event.target.value;
          }}
        />
        <p className="field-error" id="name-error" aria-live="polite">
          {shownNameError}
        </p>
      </div>
      {dates.map(({ key, label, value, error }) => (
        <div className="field" key={key}>
          <TextField.Root
            size="3"
            type="date"
            aria-label={label}
            min={bounds.first}
            max={bounds.last}
            value={value}
            color={error === null ? "gray" : "red"}
            aria-invalid={error !== null}
            aria-describedby={`${key}-error`}
            onChange={(event) => {
              requestDocument[key] = event.target.value;
            }}
          />
          <p className="field-error" id={`${key}-error`} aria-live="polite">
            {error}
          </p>
        </div>
      ))}
      <Select.Root
        size="3"
        value=""
        onValueChange={(chosen) => {
          const range = RANGES.find(({ label }) => label === chosen);
          if (range) Object.assign(requestDocument, rangeOf(range, bounds));
        }}
      >
        <Select.Trigger variant="soft" color="gray" placeholder="Range" aria-label="Set the date range" />
        <Select.Content position="popper">
          {RANGES.map(({ label }) => (
            <Select.Item key={label} value={label}>
              {label}
            </Select.Item>
          ))}
        </Select.Content>
      </Select.Root>
      <Tooltip content={`Scan and write the workbook (${MOD}Enter)`}>
        <Button size="3" className="run" onClick={onRun} disabled={busy} aria-disabled={runnable === null}>
          <Icon name="play" /> Run
        </Button>
      </Tooltip>
    </section>
  );
}
