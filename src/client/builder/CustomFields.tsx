import { Skeleton, TextField } from "@radix-ui/themes";
import { lazy, Suspense, useCallback, useId, useMemo } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { cardState, enterFormula, enterText, formulaText, putFormula, submission } from "../../request/index.ts";
import type { FormulaCheck } from "../../request/index.ts";
import { CARD_OPTIONS, screenText, SIZES } from "../../vocabulary/index.ts";
import type { CardSide } from "../../vocabulary/index.ts";
import { builder, change, tellCheck } from "../state/builder.ts";
import { validity } from "../state/validity.ts";
import { columnsWithout } from "./columns-without.ts";
import { formulaId } from "./go-to.ts";
import { rangeOfState } from "./open-example.ts";
import { PresetPicker } from "./PresetPicker.tsx";
import { runBuilder } from "./run-builder.ts";
import { submitCard } from "./submit-card.ts";
import { useLimits, useRequest } from "./use-request.ts";

// The editor is a chunk of its own: whoever fills cards never needs it.
const FormulaField = lazy(async () => ({ default: (await import("../editor/FormulaField.tsx")).FormulaField }));

const LABELS = { filters: "Filter formula", columns: "Column formula" } as const;

/** The form of the Custom card: a formula in words or code, or one of the library, with its name and tag. */
export function CustomFields({ side }: { readonly side: CardSide }): ReactNode {
  const id = useId();
  const state = useRequest();
  const limits = useLimits();
  const { columns: all } = useSnapshot(validity);
  const { form, editing, addedOptions } = cardState(state, side, "Custom");
  const own = editing === null ? undefined : addedOptions[editing]?.addedItem;
  const columns = columnsWithout(all, side === "columns" && own?.kind === "custom" ? own.formula.name : "");
  const onText = useCallback((text: string) => change("", (now) => enterFormula(now, side, text)), [side]);
  const onCheck = useCallback((check: FormulaCheck) => tellCheck(side, check), [side]);
  // The first time it adds what is typed, the next time it runs.
  const addOrRun = (): void => {
    const blocked = submission(builder.state, side, "Custom", limits, builder.checks[side]).blocked;
    if (blocked === null) submitCard({ side, title: "Custom" });
    else runBuilder();
  };
  const { start, end } = rangeOfState(state);
  const days = useMemo(() => (start === "" || end === "" ? null : { start, end }), [start, end]);
  if (form.kind !== "custom") return null;
  const clash = side === "columns" && submission(state, side, "Custom", limits).blocked === "name";
  const texts = side === "columns" ? (["name", "tag"] as const) : (["tag"] as const);
  return (
    <>
      {form.tab === "Common" && (
        <PresetPicker side={side} onPick={(preset) => change("", (now) => putFormula(now, side, preset))} />
      )}
      <Suspense fallback={<Skeleton className="formula-coming" role="status" aria-label="Loading the editor" />}>
        <FormulaField
          part={side}
          id={formulaId(side)}
          notation={form.tab === "Build your own - words" ? "words" : "code"}
          text={formulaText(form)}
          columns={columns}
          days={days}
          label={LABELS[side]}
          onText={onText}
          onCheck={onCheck}
          onRun={addOrRun}
        />
      </Suspense>
      <div className="options">
        {texts.map((option) => {
          const { label, placeholder = "" } = CARD_OPTIONS[option];
          const wrong = option === "name" && clash;
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
                {wrong ? screenText("name-not-unique") : ""}
              </p>
            </div>
          );
        })}
      </div>
    </>
  );
}
