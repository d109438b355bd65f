import { Button, Dialog, Flex, Text, TextField, Tooltip } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { CHART_LIMITS, INDICATORS } from "../../vocabulary/index.ts";
import type { Indicator } from "../../vocabulary/index.ts";
import { content, data } from "../state/chart.ts";
import { addStudy, changeParameter, removeStudy } from "../state/studies.ts";

const MAX_SHOWN = 40;

const fits = ({ name, code, title, group, aliases = [] }: Indicator, query: string): boolean =>
  [name, code, title, group, ...aliases].some((text) => text.toLowerCase().includes(query.trim().toLowerCase()));

/** Indicators of the catalogue on the chart, with their parameters; greyed out where the plan has none. */
export function Indicators(): ReactNode {
  const { product } = useSnapshot(data);
  const { indicators } = useSnapshot(content);
  const [query, setQuery] = useState("");
  if (product?.product.chart_indicator_enabled !== true) {
    return (
      <Tooltip content="Upgrade subscription to use indicators on charts">
        <Button variant="surface" aria-disabled="true" className="greyed">
          Indicators
        </Button>
      </Tooltip>
    );
  }
  const found = INDICATORS.filter((entry) => fits(entry, query));
  return (
    <Dialog.Root onOpenChange={() => setQuery("")}>
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
          onChange={(event) => setQuery(event.target.value)}
        />
        <ul className="found" aria-label="Catalogue">
          {found.slice(0, MAX_SHOWN).map(({ name, code, title, group }) => (
            <li key={name}>
              <Button
                variant="ghost"
                disabled={indicators.length >= CHART_LIMITS.indicators}
                onClick={() => addStudy(name)}
              >
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
