import { Button, IconButton, Select, Text, TextField } from "@radix-ui/themes";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import {
  draftsWithParameter,
  freshParameter,
  HOLD_OUTS,
  holdOutNamed,
  parametersTyped,
  renameParameter,
  typedParameter,
  valuesText,
} from "../../request/index.ts";
import type { Parameter, TypedParameter } from "../../request/index.ts";
import { LIMITS } from "../../vocabulary/index.ts";
import { change } from "../state/slices/builder.ts";
import { validity } from "../state/slices/validity.ts";
import { Icon } from "../ui/icons.tsx";
import { useContent } from "./use-request.ts";
import "./field.css";
import "./sweep-fields.css";

const PARTS = [
  ["name", "Name"],
  ["from", "From"],
  ["to", "To"],
  ["step", "Step"],
  ["value", "Runs with"],
] as const;

const NONE = "none";

const setParameters = (parameters: readonly Parameter[]): void =>
  change("the parameters", (now) => ({ ...now, parameters }));

/** Puts in parameters of which one may have another name: formulas name it so in the same step. */
function changeParameter(parameters: readonly Parameter[], from: string, to: string): void {
  const rename = from === to ? null : { from, to, parameter: draftsWithParameter };
  change("the parameters", (now) => ({ ...((rename && renameParameter(now, from, to)) ?? now), parameters }), {
    rename,
  });
}

/** The parameters of a request and the days that a sweep does not look at, as its text says them. */
export default function SweepFields({ readOnly = false }: { readonly readOnly?: boolean }): ReactNode {
  const id = useId();
  const { parameters, holdOut } = useContent();
  const { heldOutWarning } = useSnapshot(validity);
  return (
    <section className="sweep-fields" aria-label="Sweep">
      {parameters.map((parameter, index) => (
        <ParameterRow key={index} index={index} parameter={parameter} parameters={parameters} readOnly={readOnly} />
      ))}
      <div className="sweep-fields-row">
        {parameters.length < LIMITS.parameters && (
          <Button
            type="button"
            size="1"
            variant="soft"
            disabled={readOnly}
            onClick={() => setParameters([...parameters, freshParameter(parameters)])}
          >
            Add parameter
          </Button>
        )}
        <label htmlFor={id}>Hold out</label>
        <Select.Root
          size="1"
          disabled={readOnly}
          value={holdOut ?? NONE}
          onValueChange={(part) => change("the days held out", (now) => ({ ...now, holdOut: holdOutNamed(part) }))}
        >
          <Select.Trigger id={id} aria-describedby={`${id}-said`} />
          <Select.Content position="popper">
            <Select.Item value={NONE}>no days</Select.Item>
            {HOLD_OUTS.map(({ part }) => (
              <Select.Item key={part} value={part}>
                {part}
              </Select.Item>
            ))}
          </Select.Content>
        </Select.Root>
        <p id={`${id}-said`} className="field-warning" aria-live="polite">
          {heldOutWarning}
        </p>
      </div>
      <Text as="p" size="1" color="gray">
        {parameters.length === 0
          ? "A parameter is a number in formulas, such as > $x, of which a sweep tries all values."
          : "Formulas name a parameter by its sign, such as > $x. Held-out days stay locked until one setting is chosen."}
      </Text>
    </section>
  );
}

interface ParameterRowProps {
  readonly index: number;
  readonly parameter: Parameter;
  readonly parameters: readonly Parameter[];
  readonly readOnly: boolean;
}

/** One parameter. What is typed becomes the request's when it is left, or stays with what is wrong with it. */
function ParameterRow({ index, parameter, parameters, readOnly }: ParameterRowProps): ReactNode {
  const id = useId();
  const [typed, setTyped] = useState<TypedParameter>(() => typedParameter(parameter));
  const [wrong, setWrong] = useState<{ readonly part: keyof TypedParameter | null; readonly mistake: string } | null>(
    null,
  );
  // Changed elsewhere, by undo or in the text; what is being typed into keeps the caret.
  const said = JSON.stringify(parameter);
  const [seen, setSeen] = useState(said);
  if (seen !== said) {
    setSeen(said);
    setTyped(typedParameter(parameter));
    setWrong(null);
  }
  const leave = (): void => {
    const read = parametersTyped(parameters.map(typedParameter).with(index, typed));
    setWrong("mistake" in read ? read : null);
    if (!("parameters" in read)) return;
    const now = read.parameters[index];
    if (now !== undefined && JSON.stringify(now) !== said) changeParameter(read.parameters, parameter.name, now.name);
  };
  return (
    <div className="sweep-fields-row" role="group" aria-label={`Parameter $${parameter.name}`}>
      {PARTS.map(([part, label]) => (
        <div className={`sweep-fields-${part === "name" ? "name" : "number"}`} key={part}>
          <label htmlFor={`${id}-${part}`}>{label}</label>
          <TextField.Root
            id={`${id}-${part}`}
            size="1"
            disabled={readOnly}
            value={typed[part]}
            inputMode={part === "name" ? "text" : "decimal"}
            autoComplete="off"
            {...(wrong?.part === part
              ? { color: "red", "aria-invalid": true, "aria-describedby": `${id}-said` }
              : { color: "gray" })}
            onChange={(event) => setTyped({ ...typed, [part]: event.target.value })}
            onBlur={leave}
            onKeyDown={(event) => {
              if (event.key === "Enter") leave();
            }}
          >
            {part === "name" && <TextField.Slot>$</TextField.Slot>}
          </TextField.Root>
        </div>
      ))}
      <span className="sweep-fields-count">{valuesText(parameter)}</span>
      {!readOnly && (
        <IconButton
          type="button"
          size="1"
          variant="ghost"
          color="gray"
          aria-label={`Remove $${parameter.name}`}
          onClick={() => setParameters(parameters.toSpliced(index, 1))}
        >
          <Icon name="cross" size={14} />
        </IconButton>
      )}
      <p id={`${id}-said`} className="field-error" aria-live="polite">
        {wrong?.mistake}
      </p>
    </div>
  );
}
