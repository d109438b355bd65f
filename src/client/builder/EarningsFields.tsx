import { Button, Checkbox, Text, TextField } from "@radix-ui/themes";
import { useId } from "react";
import type { ReactNode } from "react";
import {
  cardState,
  enterText,
  selectAllStatements,
  selectNoStatements,
  toggleStatement,
  toggleStatementGroup,
} from "../../request/index.ts";
import type { CardView } from "../../request/index.ts";
import { screenText, SIZES } from "../../vocabulary/index.ts";
import { Chips } from "./Chips.tsx";
import { useForm } from "./form-holder.ts";
import "./field.css";
import "./option.css";
import "./statements.css";
import "./toggle.css";

/** Statement items by groups, several at once, and the name they share. */
export function EarningsFields({ view }: { readonly view: CardView }): ReactNode {
  const id = useId();
  const { state, change } = useForm();
  const { form } = cardState(state, "columns", "Earnings");
  if (form.kind !== "earnings") return null;
  const clash = view.button.blocked === "name";
  return (
    <>
      <div className="statements-links">
        <Button type="button" size="1" variant="ghost" onClick={() => change(selectAllStatements)}>
          {screenText("select-all")}
        </Button>
        <Button type="button" size="1" variant="ghost" onClick={() => change(selectNoStatements)}>
          {screenText("select-none")}
        </Button>
        <Text size="1" color="gray" aria-live="polite">
          {form.items.length} selected
        </Text>
      </div>
      <div className="statements">
        {view.statements.map(({ group, selected, items }) => (
          <section key={group} aria-label={group}>
            <Text as="label" size="2" weight="medium" className="toggle">
              <Checkbox
                size="1"
                checked={selected ? true : items.some((item) => item.selected) ? "indeterminate" : false}
                onCheckedChange={() => change((now) => toggleStatementGroup(now, group))}
              />
              {group}
            </Text>
            <Chips
              label={group}
              chips={items.map(({ name, label, selected: on }) => ({ value: name, label, selected: on }))}
              onChoose={(name) => change((now) => toggleStatement(now, name))}
            />
          </section>
        ))}
      </div>
      <div className="option-group">
        <div className="option" data-option="name">
          <div className="option-label">
            <label htmlFor={id}>{screenText("column-name")}</label>
          </div>
          <TextField.Root
            id={id}
            size="2"
            style={{ width: SIZES.textInput }}
            value={form.name}
            placeholder={screenText("name-placeholder")}
            aria-invalid={clash}
            aria-describedby={`${id}-said`}
            color={clash ? "red" : "gray"}
            onChange={(event) =>
              change((now) => enterText(now, "columns", "Earnings", "name", event.target.value), true)
            }
          />
          <p id={`${id}-said`} className={clash ? "field-error" : "field-hint"} aria-live="polite">
            {clash
              ? screenText("name-not-unique")
              : "With several data points, each column is called this and the data point's own name."}
          </p>
        </div>
      </div>
    </>
  );
}
