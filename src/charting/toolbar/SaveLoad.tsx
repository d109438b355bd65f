import { Button, Dialog, Flex, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { ChartLayoutItem } from "../../contract/index.ts";
import { CHART_LIMITS, showDate } from "../../vocabulary/index.ts";
import { content, interaction } from "../state/chart.ts";
import { deleteLayout, listLayouts, openLayout, saveLayout } from "../state/layouts.ts";

/** Saves the chart under a name, and opens saved ones. */
export function SaveLoad(): ReactNode {
  const { layout } = useSnapshot(interaction);
  const { symbol } = useSnapshot(content);
  const [open, setOpen] = useState(false);
  const [items, setItems] = useState<readonly ChartLayoutItem[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const refresh = async (): Promise<void> => {
    const found = await listLayouts();
    if (typeof found === "string") setFailure(found);
    else setItems(found);
  };
  const onOpen = (next: boolean): void => {
    setOpen(next);
    setFailure(null);
    if (next) void refresh();
  };
  const save = async (form: HTMLFormElement, asNew: boolean): Promise<void> => {
    const name = new FormData(form).get("name");
    const wrong = await saveLayout(typeof name === "string" ? name : "", asNew);
    setFailure(wrong);
    if (wrong === null) setOpen(false);
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpen}>
      <Dialog.Trigger>
        <Button variant="surface">{layout === null ? "Layouts" : layout.name}</Button>
      </Dialog.Trigger>
      <Dialog.Content maxWidth="520px" aria-describedby={undefined}>
        <Dialog.Title size="3">Saved charts</Dialog.Title>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save(event.currentTarget, layout === null);
          }}
        >
          <Flex gap="2" wrap="wrap">
            <TextField.Root
              name="name"
              aria-label="Name of the chart"
              required
              maxLength={CHART_LIMITS.layoutName}
              defaultValue={layout?.name ?? symbol}
              style={{ flex: "1 1 12rem" }}
            />
            <Button type="submit">Save</Button>
            {layout !== null && (
              <Button
                type="button"
                variant="soft"
                onClick={(event) => event.currentTarget.form && void save(event.currentTarget.form, true)}
              >
                Save as new
              </Button>
            )}
          </Flex>
        </form>
        {failure !== null && (
          <Text as="p" size="2" color="red" role="alert" mt="2">
            {failure}
          </Text>
        )}
        <ul className="found" aria-label="Saved charts">
          {items?.map(({ id, name, symbol: of, updated_at }) => (
            <li key={id}>
              <Button
                variant="ghost"
                onClick={() => {
                  setOpen(false);
                  void openLayout(id);
                }}
              >
                {name}
              </Button>
              <Text size="1" color="gray">
                {of}, {showDate(updated_at.slice(0, 10))}
              </Text>
              <Button
                size="1"
                variant="ghost"
                color="red"
                aria-label={`Delete ${name}`}
                onClick={() => void deleteLayout(id).then((wrong) => (wrong === null ? refresh() : setFailure(wrong)))}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
        <Text as="p" size="2" color="gray" role="status">
          {items === null ? "Loading …" : items.length === 0 ? "No saved charts yet. Name this one to save it." : ""}
        </Text>
      </Dialog.Content>
    </Dialog.Root>
  );
}
