import { Button, Dialog, Flex, Text, TextField, Tooltip } from "@radix-ui/themes";
import { useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { CHART_LIMITS, INDICATORS } from "../../vocabulary/index.ts";
import { content, data } from "../state/chart.ts";
import { addStudy, changeParameter, matches, removeStudy } from "../state/studies.ts";

const MAX_SHOWN = 40;

const inSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: "nearest" });

/** Indicators of the catalogue on the chart, with their parameters; greyed out where the plan has none. */
export function Indicators(): ReactNode {
  const { product } = useSnapshot(data);
  const { indicators } = useSnapshot(content);
  const [query, setQuery] = useState("");
  const [moved, setMoved] = useState(0);
  if (product?.product.chart_indicator_enabled !== true) {
    return (
      <Tooltip content="Upgrade subscription to use indicators on charts">
        <Button variant="surface" aria-disabled="true" className="greyed">
          Indicators
        </Button>
      </Tooltip>
    );
  }
  const found = matches(query);
  const listed = found.slice(0, MAX_SHOWN);
  const at = Math.min(moved, Math.max(0, listed.length - 1));
  const full = indicators.length >= CHART_LIMITS.indicators;
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = listed[at];
    if (step !== 0 && listed.length > 0) setMoved((at + step + listed.length) % listed.length);
    else if (event.key === "Enter" && !full && chosen !== undefined) addStudy(chosen.name);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog.Root
      onOpenChange={() => {
        setQuery("");
        setMoved(0);
      }}
    >
      <Dialog.Trigger>
        <Button variant="surface">Indicators{indicators.length > 0 ? ` (${indicators.length})` : ""}</Button>
      </Dialog.Trigger>
      <Dialog.Content maxWidth="640px" aria-describedby={undefined}>
        <Dialog.Title size="3">Indicators</Dialog.Title>
        {indicators.map((study) => (
          <Study key={study.id} study={study} />
        ))}
        <TextField.Root
          aria-label="Find an indicator"
          placeholder="Find an indicator"
          value={query}
          aria-description="Arrow keys choose, Enter adds."
          onChange={(event) => {
            setQuery(event.target.value);
            setMoved(0);
          }}
          onKeyDown={onKey}
        />
        <ul className="found" aria-label="Catalogue">
          {listed.map(({ name, code, title, group }, index) => (
            <li key={name} aria-current={index === at ? "true" : undefined} ref={index === at ? inSight : undefined}>
              <Button variant="ghost" disabled={full} onClick={() => addStudy(name)}>
                {code} <Text color="gray">{title}</Text>
              </Button>
              <Text size="1" color="gray">
                {group}
              </Text>
            </li>
          ))}
        </ul>
        <Text as="p" size="1" color="gray" role="status">
          {found.length > MAX_SHOWN
            ? `${found.length - MAX_SHOWN} more; type to narrow them.`
            : `${found.length} found`}
        </Text>
        <Flex justify="end" mt="3">
          <Dialog.Close>
            <Button>Done</Button>
          </Dialog.Close>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}

interface StudyProps {
  readonly study: { readonly id: string; readonly name: string; readonly parameters: readonly number[] };
}

function Study({ study: { id, name, parameters } }: StudyProps): ReactNode {
  const entry = INDICATORS.find((each) => each.name === name);
  if (entry === undefined) return null;
  return (
    <Flex align="center" gap="2" wrap="wrap" mb="2" role="group" aria-label={entry.code}>
      <Text size="2" weight="bold">
        {entry.code}
      </Text>
      {entry.parameters.map(({ name: parameter, min, max, integer, default: usual }, index) => (
        <Text key={parameter} as="label" size="1">
          {parameter}
          <TextField.Root
            size="1"
            type="number"
            min={min}
            max={max}
            step={integer ? 1 : "any"}
            defaultValue={parameters[index] ?? usual}
            style={{ width: 90 }}
            onChange={(event) => changeParameter(id, index, event.target.valueAsNumber)}
          />
        </Text>
      ))}
      <Button size="1" variant="soft" color="red" onClick={() => removeStudy(id)}>
        Remove {entry.code}
      </Button>
    </Flex>
  );
}
