import { Button, Dialog, Flex, Spinner, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { LIMITS, TIMINGS } from "../../vocabulary/index.ts";
import { Icon } from "../ui/icons.tsx";
import { call } from "../state/queries/calls.ts";
import { answerOrThrow, delay } from "../state/queries/route-query.ts";
import { useLoaded } from "../state/queries/use-route.ts";
import { many } from "./item.ts";
import type { RequestItem } from "./item.ts";
import { makeFolder, moveToFolder } from "./verbs.ts";
import "./folder-choice.css";

/** Folders by name, found as one types; Enter takes the first, a name that is not there yet makes it. */
export function MoveDialog({
  items,
  onClose,
}: {
  readonly items: readonly RequestItem[];
  readonly onClose: () => void;
}): ReactNode {
  const [text, setText] = useState("");
  const name = text.trim();
  const { value, error } = useLoaded({
    queryKey: ["folders", "by name", name],
    queryFn: async ({ signal }) => {
      await delay(TIMINGS.store, signal);
      return answerOrThrow(call("folders", { query: { page_size: LIMITS.pageRows, sort: "name", q: name }, signal }));
    },
  });
  const folders = value?.items ?? null;
  const move = (folder: { readonly id: string; readonly name: string }): void => {
    onClose();
    void moveToFolder(items, folder);
  };
  const missing = name !== "" && folders?.every((folder) => folder.name !== name) === true;
  const make = (): void => void makeFolder(name).then((made) => made !== null && move(made));
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth="460px">
        <Dialog.Title size="4">Move to folder</Dialog.Title>
        <Dialog.Description size="2" color="gray">
          {items.length === 1 ? items[0]?.name : many(items.length, "request")}
        </Dialog.Description>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const [first] = folders ?? [];
            if (first !== undefined) move(first);
            else if (missing) make();
          }}
        >
          <TextField.Root
            mt="3"
            aria-label="Folder"
            placeholder="Find or name a folder"
            value={text}
            maxLength={LIMITS.requestName}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          >
            <TextField.Slot>
              <Icon name="search" />
            </TextField.Slot>
          </TextField.Root>
        </form>
        <ul className="folder-choice" aria-label="Folders">
          {folders === null && error === null && <Spinner />}
          {error !== null && (
            <Text size="2" color="red" role="alert">
              {error}
            </Text>
          )}
          {folders?.map((folder) => (
            <li key={folder.id}>
              <button type="button" onClick={() => move(folder)}>
                <Icon name="folder" /> {folder.name}
                <span className="count">{many(folder.requests, "request")}</span>
              </button>
            </li>
          ))}
          {missing && (
            <li>
              <button type="button" onClick={make}>
                <Icon name="add" /> New folder {name}
              </button>
            </li>
          )}
          {folders?.length === 0 && name === "" && <Text size="2">There is no folder yet: type its name.</Text>}
        </ul>
        <Flex justify="end">
          <Dialog.Close>
            <Button variant="soft" color="gray">
              Cancel
            </Button>
          </Dialog.Close>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}
