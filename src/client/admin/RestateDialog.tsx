import { Button, Dialog, Flex, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import type { AnswerOf } from "../../contract/index.ts";
import { showDate } from "../ui/values.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { showToast } from "../state/slices/toast.ts";

const FIELDS = ["open", "high", "low", "close", "volume"] as const;
type Field = (typeof FIELDS)[number];

const LABELS: Readonly<Record<Field, string>> = {
  open: "Open",
  high: "High",
  low: "Low",
  close: "Close",
  volume: "Volume",
};

/** Asks for the right values of a bar; begins with those that stand there. Stays open while the server refuses them. */
export function RestateDialog({
  finding: { symbol, date, kind, bar, seen, expected },
  onDone,
  onClose,
}: {
  readonly finding: AnswerOf<"marketFindings">["items"][number];
  readonly onDone: () => void;
  readonly onClose: () => void;
}): ReactNode {
  const [texts, setTexts] = useState<readonly string[]>(bar.split(" "));
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const numberOf = (field: Field): number => Number(texts[FIELDS.indexOf(field)] || Number.NaN);
  const incomplete = FIELDS.some((field) => !Number.isFinite(numberOf(field)));
  const save = async (): Promise<void> => {
    setBusy(true);
    const values = {
      open: numberOf("open"),
      high: numberOf("high"),
      low: numberOf("low"),
      close: numberOf("close"),
      volume: numberOf("volume"),
    };
    const answer = await call("restateFinding", { body: { symbol, date, kind, ...values } });
    setBusy(false);
    if (!answer.ok) return setRefusal(messageOf(answer.error));
    showToast("The bar was given anew");
    onDone();
    onClose();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth="460px">
        <Dialog.Title size="4">
          The bar of {symbol} on {showDate(date)}
        </Dialog.Title>
        <Dialog.Description size="2" mb="3">
          Prices as traded. Seen: {seen}. Expected: {expected}. A source that gives another bar of that day later
          replaces this one.
        </Dialog.Description>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!incomplete) void save();
          }}
        >
          <Flex direction="column" gap="2">
            {FIELDS.map((field, place) => (
              <label key={field}>
                <Text as="div" size="1" mb="1">
                  {LABELS[field]}
                </Text>
                <TextField.Root
                  inputMode="decimal"
                  value={texts[place] ?? ""}
                  onChange={(event) =>
                    setTexts(FIELDS.map((_, at) => (at === place ? event.target.value : (texts[at] ?? ""))))
                  }
                />
              </label>
            ))}
          </Flex>
          {refusal !== null && (
            <Text as="p" role="alert" size="1" color="red" mt="2">
              {refusal}
            </Text>
          )}
          <Flex gap="3" mt="4" justify="end">
            <Dialog.Close>
              <Button type="button" variant="soft" color="gray">
                Cancel
              </Button>
            </Dialog.Close>
            <Button type="submit" disabled={incomplete} loading={busy}>
              Restate
            </Button>
          </Flex>
        </form>
      </Dialog.Content>
    </Dialog.Root>
  );
}
