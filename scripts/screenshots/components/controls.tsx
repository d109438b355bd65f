import {
  Badge,
  Button,
  Callout,
  Checkbox,
  IconButton,
  Progress,
  RadioGroup,
  SegmentedControl,
  Select,
  Skeleton,
  Spinner,
  Switch,
  Table,
  Tabs,
  TextArea,
  TextField,
} from "@radix-ui/themes";
import type { ComponentProps, ReactNode } from "react";
import { Field } from "../../../src/client/account/Field.tsx";
import { Icon } from "../../../src/client/ui/icons.tsx";
import { STATUS_COLOURS, USER_STATUS_COLOURS } from "../../../src/vocabulary/index.ts";
import { state } from "./shown.ts";
import type { Shown } from "./shown.ts";

const LOOKS = {
  main: {},
  soft: { variant: "soft" },
  quiet: { variant: "soft", color: "gray" },
  ghost: { variant: "ghost", color: "gray" },
  danger: { color: "red", className: "danger" },
  "soft danger": { variant: "soft", color: "red" },
} as const;

const buttons = Object.entries(LOOKS).map(([look, props]): Shown => {
  const one = (more: ComponentProps<typeof Button> = {}): ReactNode => (
    <Button {...props} {...more}>
      <Icon name="play" size={12} /> Run
    </Button>
  );
  return {
    name: `Button, ${look}`,
    states: [
      state("at rest", one()),
      state("pointed at", one(), "hover"),
      state("pressed", one(), "active"),
      state("focused", one(), "focus-visible"),
      state("disabled", one({ disabled: true })),
      state("busy", one({ loading: true })),
      state("small", one({ size: "1" })),
    ],
  };
});

const icon = (more: ComponentProps<typeof IconButton> = {}): ReactNode => (
  <IconButton variant="ghost" color="gray" aria-label="Close" {...more}>
    <Icon name="cross" />
  </IconButton>
);

const field = (more: ComponentProps<typeof TextField.Root> = {}): ReactNode => (
  <TextField.Root aria-label="Value" {...more} />
);

const select = (more: { readonly value?: string; readonly disabled?: true } = {}): ReactNode => (
  <Select.Root {...more}>
    <Select.Trigger placeholder="Choose one" aria-label="Exchange" />
    <Select.Content>
      <Select.Item value="nasdaq">Nasdaq</Select.Item>
    </Select.Content>
  </Select.Root>
);

const choice = (value: string, disabled = false): ReactNode => (
  <SegmentedControl.Root value={value} size="1">
    {["Cards", "Text"].map((one) => (
      <SegmentedControl.Item key={one} value={one} {...(disabled ? { disabled: true } : {})}>
        {one}
      </SegmentedControl.Item>
    ))}
  </SegmentedControl.Root>
);

const callout = (color: "gray" | "blue" | "amber" | "red" | "green", text: string): ReactNode => (
  <Callout.Root size="1" color={color}>
    <Callout.Text>{text}</Callout.Text>
  </Callout.Root>
);

/** What the product takes from Radix Themes, as it uses it. */
export const CONTROLS: readonly Shown[] = [
  ...buttons,
  {
    name: "IconButton",
    states: [
      state("at rest", icon()),
      state("pointed at", icon(), "hover"),
      state("focused", icon(), "focus-visible"),
      state("disabled", icon({ disabled: true })),
      state("busy", icon({ loading: true })),
    ],
  },
  {
    name: "TextField",
    states: [
      state("empty", field({ placeholder: "MM/dd/yyyy" })),
      state("filled", field({ defaultValue: "03/28/2024" })),
      state("wrong", field({ defaultValue: "02/31/2024", color: "red", "aria-invalid": true })),
      state("disabled", field({ defaultValue: "03/28/2024", disabled: true })),
      state(
        "with an icon",
        <TextField.Root aria-label="Search" placeholder="Search">
          <TextField.Slot>
            <Icon name="search" size={14} />
          </TextField.Slot>
        </TextField.Root>,
      ),
    ],
  },
  {
    name: "Field",
    states: [
      state("empty", <Field label="E-mail" />),
      state("wrong", <Field label="Password" defaultValue="short" error="A password has at least 8 characters." />),
    ],
  },
  {
    name: "TextArea",
    states: [
      state("empty", <TextArea aria-label="Description" placeholder="What it is for" />),
      state("filled", <TextArea aria-label="Description" defaultValue="Gaps that hold." />),
    ],
  },
  {
    name: "Select",
    states: [
      state("empty", select()),
      state("chosen", select({ value: "nasdaq" })),
      state("disabled", select({ value: "nasdaq", disabled: true })),
    ],
  },
  {
    name: "Checkbox",
    states: [
      state("off", <Checkbox aria-label="One" />),
      state("on", <Checkbox aria-label="One" defaultChecked />),
      state("some", <Checkbox aria-label="One" checked="indeterminate" />),
      state("disabled", <Checkbox aria-label="One" disabled />),
    ],
  },
  {
    name: "Switch",
    states: [
      state("off", <Switch aria-label="One" />),
      state("on", <Switch aria-label="One" defaultChecked />),
      state("disabled", <Switch aria-label="One" disabled />),
    ],
  },
  {
    name: "RadioGroup",
    states: [
      state(
        "one chosen",
        <RadioGroup.Root defaultValue="light" aria-label="Appearance">
          <RadioGroup.Item value="light">Light</RadioGroup.Item>
          <RadioGroup.Item value="dark">Dark</RadioGroup.Item>
        </RadioGroup.Root>,
      ),
    ],
  },
  {
    name: "SegmentedControl",
    states: [
      state("first", choice("Cards")),
      state("second", choice("Text")),
      state("disabled", choice("Cards", true)),
    ],
  },
  {
    name: "Tabs",
    states: [
      state(
        "second",
        <Tabs.Root defaultValue="code">
          <Tabs.List>
            <Tabs.Trigger value="words">Words</Tabs.Trigger>
            <Tabs.Trigger value="code">Code</Tabs.Trigger>
          </Tabs.List>
        </Tabs.Root>,
      ),
    ],
  },
  {
    name: "Badge",
    states: [
      ...Object.entries({ ...STATUS_COLOURS, ...USER_STATUS_COLOURS }).map(([name, color]) =>
        state(name, <Badge color={color}>{name.replaceAll("_", " ")}</Badge>),
      ),
      state("plain", <Badge color="gray">1 min</Badge>),
      state("Outcome", <Badge color="amber">Outcome</Badge>),
    ],
  },
  {
    name: "Callout",
    wide: true,
    states: [
      state("plain", callout("gray", "Nothing is asked of you.")),
      state("hint", callout("blue", "The preview reads the last three months.")),
      state("doubt", callout("amber", "This column looks ahead: it is known only after the day.")),
      state("failure", callout("red", "The server could not answer.")),
      state("done", callout("green", "The address is confirmed.")),
    ],
  },
  {
    name: "Progress",
    wide: true,
    states: [state("begun", <Progress value={8} />), state("nearly done", <Progress value={86} />)],
  },
  {
    name: "Waiting",
    states: [state("a part", <Skeleton height="28px" width="160px" />), state("a step", <Spinner />)],
  },
  {
    name: "Table",
    wide: true,
    states: [
      state(
        "rows",
        <Table.Root size="1">
          <Table.Header>
            <Table.Row>
              <Table.ColumnHeaderCell>Request</Table.ColumnHeaderCell>
              <Table.ColumnHeaderCell>Rows</Table.ColumnHeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body>
            <Table.Row>
              <Table.RowHeaderCell>Openings above 2 %</Table.RowHeaderCell>
              <Table.Cell>1,284</Table.Cell>
            </Table.Row>
          </Table.Body>
        </Table.Root>,
      ),
    ],
  },
];
