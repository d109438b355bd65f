import { Button, Callout, Dialog, Flex } from "@radix-ui/themes";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { countOf } from "../../request/index.ts";
import type { RequestState } from "../../request/index.ts";
import { openInPlace } from "../files/open-save.ts";
import type { OpenResult } from "../files/open-result.ts";
import { openPasted, textOfState, textWithEntriesOf, unreadInText, withText } from "../files/text-contents.ts";
import type { Recognised } from "../files/recognise.ts";
import { builder, change, undo } from "../state/slices/builder.ts";
import { showToast } from "../state/slices/toast.ts";

export interface Pasted extends Recognised {
  readonly raw: string;
  /** Pastes it as any text; null where there is no editor. */
  readonly asIs: (() => void) | null;
}

const numbered = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;
const contents = (state: RequestState): string =>
  `${numbered(countOf(state, "filters"), "filter")} and ${numbered(countOf(state, "columns"), "column")}`;

function add({ state }: OpenResult): void {
  change("add what was pasted", (now) => withText(now, textWithEntriesOf(textOfState(now), textOfState(state))));
  showToast(`Added ${contents(state)}`, "success", undo);
}

/** Asks what is to be done with a request that was pasted. */
export default function PastedRequest({
  pasted,
  onClose,
}: {
  readonly pasted: Pasted;
  readonly onClose: () => void;
}): ReactNode {
  const opened = useMemo(() => openPasted(pasted.kind, pasted.raw), [pasted]);
  const { state, mistake, note } = opened;
  const name = state.dataRange.requestName;
  const own = builder.state;
  const isEmpty = countOf(own, "filters") + countOf(own, "columns") === 0;
  const nothing = countOf(state, "filters") + countOf(state, "columns") === 0 && name === "";
  // A statement that cannot be read would be left behind.
  const addable = !nothing && (state.text === null || unreadInText(state.text) === undefined);
  const act = (what: () => void) => () => {
    onClose();
    what();
  };
  const openIt = (
    <Button
      key="open"
      variant={pasted.whole ? "solid" : "soft"}
      disabled={nothing}
      autoFocus={pasted.whole}
      onClick={act(() => openInPlace(opened, "What was pasted"))}
    >
      Open it
    </Button>
  );
  const addIt = (
    <Button
      key="add"
      variant={pasted.whole ? "soft" : "solid"}
      disabled={!addable}
      autoFocus={!pasted.whole}
      onClick={act(() => add(opened))}
    >
      Add its filters and columns
    </Button>
  );
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth="560px">
        <Dialog.Title size="4">A request was pasted</Dialog.Title>
        <Dialog.Description size="2" color="gray" mb="3">
          {name === "" ? "It" : `“${name}”`} has {contents(state)}.{" "}
          {isEmpty
            ? "Undo takes back what you choose."
            : "Opening it takes the place of the request being written; adding puts its filters and columns behind your own. Undo takes back what you choose."}
        </Dialog.Description>
        {[mistake, note].flatMap((said) =>
          said === undefined
            ? []
            : [
                <Callout.Root key={said} color="orange" size="1" mb="2">
                  <Callout.Text>{said}</Callout.Text>
                </Callout.Root>,
              ],
        )}
        <Flex gap="3" mt="3" justify="end" wrap="wrap">
          <Button variant="soft" color="gray" onClick={onClose}>
            Cancel
          </Button>
          {pasted.asIs !== null && (
            <Button variant="soft" color="gray" onClick={act(pasted.asIs)}>
              Paste as it is
            </Button>
          )}
          {pasted.whole ? [addIt, openIt] : [openIt, addIt]}
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}
