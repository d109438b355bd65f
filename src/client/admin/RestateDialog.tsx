import { Flex, Text, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import type { AnswerOf } from "../../contract/index.ts";
import { showNumbersIn } from "./bar-text.ts";
import { FormDialog } from "../ui/FormDialog.tsx";
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
  const [refusal, setRefusal] = useState<string | null>(null);
  const numberOf = (field: Field): number => Number(texts[FIELDS.indexOf(field)] || Number.NaN);
  const incomplete = FIELDS.some((field) => !Number.isFinite(numberOf(field)));
  const save = async (): Promise<boolean> => {
    const values = {
      open: numberOf("open"),
      high: numberOf("high"),
      low: numberOf("low"),
      close: numberOf("close"),
      volume: numberOf("volume"),
    };
    const answer = await call("restateFinding", { body: { symbol, date, kind, ...values } });
    if (!answer.ok) {
      setRefusal(messageOf(answer.error));
      return false;
    }
    showToast("The bar was restated");
    onDone();
    return true;
  };
  return (
    <FormDialog
      title={`The bar of ${symbol} on ${showDate(date)}`}
      about={`Prices as traded. Seen: ${showNumbersIn(seen)}. Expected: ${showNumbersIn(expected)}. A source that gives another bar of that day later replaces this one.`}
      submit="Restate"
      incomplete={incomplete}
      onSubmit={save}
      onClose={onClose}
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
    </FormDialog>
  );
}
