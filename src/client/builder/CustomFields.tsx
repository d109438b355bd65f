import { Skeleton, TextField } from "@radix-ui/themes";
import { useCallback, useId, useMemo } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import {
  cardState,
  chosenValues,
  enterFormula,
  enterText,
  formulaText,
  putFormula,
  submission,
} from "../../request/index.ts";
import { CARD_OPTIONS, screenText, SIZES } from "../../vocabulary/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import type { EditorCheck } from "../editor/check.ts";
import { lazily } from "../ui/lazily.tsx";
import { change, tellCheck } from "../state/slices/builder.ts";
import { showToast } from "../state/slices/toast.ts";
import { validity } from "../state/slices/validity.ts";
import { columnsWithout } from "./columns-without.ts";
import { formulaId } from "./go-to.ts";
import { rangeOfState } from "./open-example.ts";
import { runBuilder } from "./run-builder.ts";
import { settling, UNNAMED } from "./settle-forms.ts";
import { useLimits, useRequest } from "./use-request.ts";
import "./custom-fields.css";
import "./field.css";
import "./option.css";

// The editor is a chunk of its own: whoever fills cards never needs it.
const FormulaField = lazily(
  async () => ({ default: (await import("../editor/FormulaField.tsx")).FormulaField }),
  <div role="status" aria-label="Loading the editor">
    <Skeleton className="custom-fields-coming" />
  </div>,
);

// The library comes with the tab that shows it.
const PresetPicker = lazily(
  async () => ({ default: (await import("./PresetPicker.tsx")).PresetPicker }),
  <div role="status" aria-label="Loading the library">
    <Skeleton height="302px" mb="3" />
  </div>,
);

const LABELS = { filters: "Filter formula", columns: "Column formula" } as const;

/** The form of the Custom card: a formula in words or code, or one of the library, with its name and tag. */
export function CustomFields({ side }: { readonly side: CardSide }): ReactNode {
  const id = useId();
  const state = useRequest();
  const limits = useLimits();
  const { columns: all } = useSnapshot(validity);
  const { unnamed } = useSnapshot(settling);
  const { form, editing, addedOptions, entry } = cardState(state, side, "Custom");
  const own = editing === null ? undefined : addedOptions[editing]?.addedItem;
  const columns = columnsWithout(all, side === "columns" && own?.kind === "custom" ? own.formula.name : "");
  const onText = useCallback((text: string) => change("", (now) => enterFormula(now, side, text)), [side]);
  const onCheck = useCallback(
    ({ state: verdict, text, parse, findings }: EditorCheck) => {
      const mistake = findings.find(({ severity }) => severity === "error") ?? null;
      tellCheck(side, { state: verdict, text, offline: parse === "offline", mistake });
    },
    [side],
  );
  const parameters = useMemo(() => chosenValues(state.parameters), [state.parameters]);
  const { start, end } = rangeOfState(state);
  const days = useMemo(() => (start === "" || end === "" ? null : { start, end }), [start, end]);
  if (form.kind !== "custom") return null;
  const clash = side === "columns" && submission(state, side, "Custom", limits).blocked === "name";
  const nameError = clash ? screenText("name-not-unique") : unnamed && form.name.trim() === "" ? UNNAMED : "";
  const texts = side === "columns" ? (["name", "tag"] as const) : (["tag"] as const);
  return (
    <>
      {form.tab === "Common" && (
        <PresetPicker
          side={side}
          onPick={(preset) => {
            const before = formulaText(form);
            change("", (now) => putFormula(now, side, preset));
            if (before.trim() === "") return;
            const back = (): void => change("", (now) => enterFormula(now, side, before));
            showToast("Another formula was there", "success", back);
          }}
        />
      )}
      <FormulaField
        part={side}
        id={formulaId(side)}
        entry={entry}
        notation={form.tab === "Build your own - words" ? "words" : "code"}
        text={formulaText(form)}
        columns={columns}
        parameters={parameters}
        days={days}
        label={LABELS[side]}
        onText={onText}
        onCheck={onCheck}
        onRun={() => void runBuilder()}
      />
      <div className="option-group">
        {texts.map((option) => {
          const { label, placeholder } = CARD_OPTIONS[option];
          const wrong = option === "name" && nameError !== "";
          return (
            <div className="option" data-option={option} key={option}>
              <div className="option-label">
                <label htmlFor={`${id}-${option}`}>{label}</label>
              </div>
              <TextField.Root
                id={`${id}-${option}`}
                size="2"
                style={{ width: SIZES.textInput }}
                value={form[option]}
                placeholder={placeholder}
                aria-invalid={wrong}
                aria-describedby={`${id}-${option}-said`}
                color={wrong ? "red" : "gray"}
                onChange={(event) => change("", (now) => enterText(now, side, "Custom", option, event.target.value))}
              />
              <p id={`${id}-${option}-said`} className="field-error" aria-live="polite">
                {wrong ? nameError : ""}
              </p>
            </div>
          );
        })}
      </div>
    </>
  );
}
