import { Button, TextField } from "@radix-ui/themes";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import type { OptionView } from "../../request/index.ts";
import { SIZES } from "../../vocabulary/index.ts";
import { Chips } from "./Chips.tsx";
import { Info } from "./Info.tsx";
import { lazily } from "../ui/lazily.tsx";
import "./field.css";
import "./option.css";

// Few data points have as many choices.
const ChoiceMenu = lazily(
  async () => ({ default: (await import("./ChoiceMenu.tsx")).ChoiceMenu }),
  <Button type="button" size="1" variant="soft" color="gray" disabled>
    … to choose from
  </Button>,
);

// None of them is needed to read a card.
const Suggestions = lazily(() => import("./Suggestions.tsx"));

/** Up to so many choices all stand as chips; of more the first ones and the selected ones. */
const ALL_AS_CHIPS = 12;
const FIRST = 8;

interface OptionFieldProps {
  readonly option: OptionView;
  readonly onChoose: (choice: string) => void;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
}

const WIDTHS = { number_input: SIZES.numberInput, time_input: SIZES.numberInput, text_input: SIZES.textInput } as const;

/** One option of a data point: chips or an input, with what explains it and what is wrong with it. */
export function OptionField({ option, onChoose, onText, onLeave }: OptionFieldProps): ReactNode {
  const id = useId();
  const { name, label, input, choices, text, placeholder, hint, tooltip, optional, error } = option;
  // Emptied by hand it stays empty until it is left, or the name that is suggested would come back under the caret.
  const [emptied, setEmptied] = useState(false);
  // It stands on every card: its menu, or what its input suggests, comes once somebody asks for it.
  const [opened, setOpened] = useState(false);
  const suggests = name === "list" || name === "number" || (name === "value" && input === "number_input") ? name : null;
  const many = choices.length > ALL_AS_CHIPS;
  const chips = many
    ? choices.filter(({ selected }, index) => selected || (name === "func" && index < FIRST))
    : choices;
  return (
    <div className={`option option-${name}`} data-option={name}>
      <div className="option-label">
        <label htmlFor={input === "chips" ? undefined : id}>{label}</label>
        {tooltip !== "" && <Info about={label}>{tooltip}</Info>}
      </div>
      {input === "chips" ? (
        <Chips label={label} chips={chips} onChoose={onChoose}>
          {many && name === "among" && !opened && (
            <Button
              type="button"
              size="1"
              variant="soft"
              color="gray"
              className="more-choices"
              onClick={() => setOpened(true)}
            >
              {choices.length} to choose from <span className="visually-hidden"> ({label})</span>
            </Button>
          )}
          {many && (name !== "among" || opened) && (
            <ChoiceMenu label={label} choices={choices} many={name === "value"} opened={opened} onChoose={onChoose} />
          )}
        </Chips>
      ) : (
        <TextField.Root
          id={id}
          list={suggests === null ? undefined : `${id}-names`}
          size="2"
          style={{ width: text.startsWith("[") ? SIZES.textInput : WIDTHS[input] }}
          value={emptied ? "" : text}
          placeholder={placeholder !== "" ? placeholder : input === "time_input" ? "HH:MM" : ""}
          inputMode={input === "number_input" ? "decimal" : "text"}
          autoComplete="off"
          required={!optional}
          aria-invalid={error.isError}
          aria-describedby={`${id}-said`}
          color={error.isError ? "red" : "gray"}
          onChange={(event) => {
            setEmptied(event.target.value === "");
            onText(event.target.value);
          }}
          onFocus={() => setOpened(true)}
          onBlur={() => {
            setEmptied(false);
            onLeave();
          }}
        />
      )}
      {suggests !== null && opened && <Suggestions id={`${id}-names`} of={suggests} />}
      <p id={`${id}-said`} className={error.isError ? "field-error" : "field-hint"} aria-live="polite">
        {error.isError ? error.errorMessage : hint}
      </p>
    </div>
  );
}
