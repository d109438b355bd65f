import { Button, Heading, IconButton, Select, Text, TextField } from "@radix-ui/themes";
import { useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { enterDateRange, readShownDay } from "../../request/index.ts";
import type { DateRangeState } from "../../request/index.ts";
import { exchangeToday, LIMITS, screenText, showDate } from "../../vocabulary/index.ts";
import { Icon } from "../ui/icons.tsx";
import { change } from "../state/slices/builder.ts";
import { dateBounds, useMarket } from "../state/queries/market.ts";
import { validity } from "../state/slices/validity.ts";
import { RANGES, rangeOf } from "./ranges.ts";
import { tries } from "./run-builder.ts";
import { useContent } from "./use-request.ts";
import { ViewSwitch } from "./ViewSwitch.tsx";
import "./date-range.css";
import "./field.css";

const enter = (field: keyof DateRangeState, text: string, typed = true): void =>
  change(field === "requestName" ? "the name" : "the dates", (state) => enterDateRange(state, field, text), { typed });

function setRange({ start, end }: { readonly start: string; readonly end: string }): void {
  change("the dates", (state) =>
    enterDateRange(enterDateRange(state, "startTime", showDate(start)), "endTime", showDate(end)),
  );
}

interface DayFieldProps {
  readonly field: "startTime" | "endTime";
  readonly label: string;
  readonly text: string;
  readonly error: string | null;
}

/** A day as MM/dd/yyyy, typed or picked from the browser's calendar. */
function DayField({ field, label, text, error }: DayFieldProps): ReactNode {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="field day">
      <label htmlFor={field}>{label}</label>
      <TextField.Root
        id={field}
        size="2"
        value={text}
        placeholder="MM/dd/yyyy"
        autoComplete="off"
        color={error === null ? "gray" : "red"}
        aria-invalid={error !== null}
        aria-describedby={`${field}-error`}
        onChange={(event) => enter(field, event.target.value)}
        onBlur={() => {
          const day = readShownDay(text);
          if (day !== null && showDate(day) !== text) enter(field, showDate(day));
        }}
      >
        <TextField.Slot side="right">
          <IconButton
            type="button"
            size="1"
            variant="ghost"
            color="gray"
            aria-label={`${label}: calendar`}
            onClick={() => picker.current?.showPicker()}
          >
            <Icon name="calendar" size={14} />
          </IconButton>
          <input
            ref={picker}
            type="date"
            className="date-range-picker"
            tabIndex={-1}
            aria-hidden="true"
            min={LIMITS.earliestDate}
            max={exchangeToday()}
            value={readShownDay(text) ?? ""}
            onChange={(event) => enter(field, event.target.value === "" ? "" : showDate(event.target.value), false)}
          />
        </TextField.Slot>
      </TextField.Root>
      <p className="field-error" id={`${field}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

/** The step Date range: name and days of the request. */
export function DateRange(): ReactNode {
  return (
    <section className="step" id="date-range" data-part="input" aria-labelledby="date-range-title">
      <header>
        <Heading as="h2" size="4" id="date-range-title" tabIndex={-1}>
          {screenText("step-date-range")}
        </Heading>
        <span className="about">{screenText("date-range")}</span>
        <span className="space" />
        <ViewSwitch />
      </header>
      <DateRangeFields />
    </section>
  );
}

/** Name and days with what is wrong with them. */
export function DateRangeFields(): ReactNode {
  const { dataRange } = useContent();
  const { nameError, startError, endError } = useSnapshot(validity);
  const { answer } = useMarket();
  const { name: nameTried } = useSnapshot(tries);
  const { requestName, startTime, endTime } = dataRange;
  const shownNameError = nameTried || requestName !== "" ? nameError : null;
  const bounds = dateBounds(answer);
  const [start, end] = [readShownDay(startTime), readShownDay(endTime)];
  const outside =
    answer?.daily != null && start !== null && end !== null && (start > bounds.last || end < bounds.first);
  return (
    <>
      <div className="date-range">
        <div className="field name">
          <label htmlFor="request-name">Request name</label>
          <TextField.Root
            id="request-name"
            size="2"
            value={requestName}
            autoComplete="off"
            // One more than is allowed, so that a longer one gets an error instead of being cut.
            maxLength={LIMITS.requestName + 1}
            color={shownNameError === null ? "gray" : "red"}
            aria-invalid={shownNameError !== null}
            aria-describedby="name-error"
            onChange={(event) => enter("requestName", event.target.value)}
            onBlur={() => {
              tries.name = true;
            }}
          />
          <p className="field-error" id="name-error" aria-live="polite">
            {shownNameError}
          </p>
        </div>
        <DayField field="startTime" label="Start date" text={startTime} error={startError} />
        <DayField field="endTime" label="End date" text={endTime} error={endError} />
        <div className="field">
          <label htmlFor="range">Range</label>
          <Select.Root
            size="2"
            value=""
            onValueChange={(chosen) => {
              const range = RANGES.find(({ label }) => label === chosen);
              if (range !== undefined) setRange(rangeOf(range, bounds));
            }}
          >
            <Select.Trigger id="range" placeholder="Choose" aria-label="Range" color="gray" />
            <Select.Content position="popper">
              {RANGES.map(({ label }) => (
                <Select.Item key={label} value={label}>
                  {label}
                </Select.Item>
              ))}
            </Select.Content>
          </Select.Root>
        </div>
      </div>
      {outside && (
        <Text as="p" size="2" color="amber" className="outside" role="status">
          The market data hold {showDate(bounds.first)} to {showDate(bounds.last)}.{" "}
          <Button type="button" size="1" variant="soft" onClick={() => setRange(rangeOf(RANGES[2], bounds))}>
            Use the last 3 months
          </Button>
        </Text>
      )}
    </>
  );
}
