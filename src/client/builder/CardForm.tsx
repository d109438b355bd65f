import { Button, Callout, Switch, Tabs, Text } from "@radix-ui/themes";
import { useDeferredValue, useId } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import {
  cardState,
  cardView,
  formHolds,
  selectTab,
  stopEditing,
  toggleAdvanced,
  withSuggestedName,
} from "../../request/index.ts";
import type { CardView } from "../../request/index.ts";
import { screenText } from "../../vocabulary/index.ts";
import { Icon } from "../ui/icons.tsx";
import { lazily } from "../ui/lazily.tsx";
import { builder } from "../state/slices/builder.ts";
import { display } from "../state/slices/display.ts";
import { useJustDone } from "../state/slices/just-done.ts";
import { clearForm } from "./clear-form.ts";
import { useForm } from "./form-holder.ts";
import { FormWords } from "./FormWords.tsx";
import { cardId, focusRow } from "./go-to.ts";
import { Info } from "./Info.tsx";
import { OrdinaryFields } from "./OrdinaryFields.tsx";
import { addForm } from "./settle-forms.ts";
import { submitCard } from "./submit-card.ts";
import type { CardPlace } from "./submit-card.ts";
import { useLimits } from "./use-request.ts";
import "./card.css";
import "./main-button.css";
import "./toggle.css";

// Cards that do not stand open at first.
const CustomFields = lazily(async () => ({ default: (await import("./CustomFields.tsx")).CustomFields }));
const EarningsFields = lazily(async () => ({ default: (await import("./EarningsFields.tsx")).EarningsFields }));

/** The form of a card: tabs, toggles, data points, options, and the button with the reason why it is disabled. */
export function CardForm({ side, title }: CardPlace): ReactNode {
  const id = useId();
  const { state, change, live } = useForm();
  const limits = useLimits();
  const check = useSnapshot(builder).checks[side];
  const { formulaWords } = useSnapshot(display);
  const view = cardView(live ? state : withSuggestedName(state, side, title), side, title, limits, check);
  // The words may come a moment after the key.
  const said = useDeferredValue(view);
  const { editing } = cardState(state, side, title);
  const done = useJustDone(cardId(side, title));
  const holds = formHolds(state, side, title);
  // By number: a name with blanks makes no id.
  const active = String(view.tabs.findIndex(({ isActive }) => isActive));
  // No form element: a button of the editor's inside one would submit it.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target } = event;
    const inOption = target instanceof HTMLInputElement && target.closest("[data-option]") !== null;
    // With Ctrl or ⌘ it runs the request.
    if (live || event.key !== "Enter" || event.ctrlKey || event.metaKey || event.defaultPrevented || !inOption) return;
    event.preventDefault();
    void addForm({ side, title });
  };
  const fields = (
    <>
      {view.kind === "custom" && <CustomFields side={side} />}
      {view.kind === "ordinary" && <OrdinaryFields side={side} title={title} view={view} />}
      {view.kind === "earnings" && <EarningsFields view={view} />}
    </>
  );
  return (
    <div className="card-form" role="group" aria-label={`${title} form`} onKeyDown={onKeyDown}>
      {view.tabs.length > 1 ? (
        <Tabs.Root
          value={active}
          onValueChange={(value) => {
            const tab = view.tabs[Number(value)];
            if (tab !== undefined) change((now) => selectTab(now, side, title, tab.name));
          }}
        >
          <div className="card-bar">
            <Tabs.List size="1" aria-label={`Tabs of ${title}`}>
              {view.tabs.map(({ name }, index) => (
                <Tabs.Trigger key={name} value={String(index)}>
                  {name}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <span className="space" />
            <Toggles side={side} title={title} view={view} />
          </div>
          <Tabs.Content value={active} tabIndex={-1}>
            {fields}
          </Tabs.Content>
        </Tabs.Root>
      ) : (
        <>
          <div className="card-bar">
            <span className="space" />
            <Toggles side={side} title={title} view={view} />
          </div>
          {fields}
        </>
      )}
      {view.warning !== "" && (
        <Callout.Root color="amber" size="1" role="status">
          <Callout.Icon>
            <Icon name="warning" />
          </Callout.Icon>
          <Callout.Text>{view.warning}</Callout.Text>
        </Callout.Root>
      )}
      <div className="card-foot">
        {formulaWords && view.formulaWordDisplay && <FormWords view={said} />}
        <span className="space" />
        <span className="card-hint" id={`${id}-hint`}>
          {view.button.hint}
        </span>
        {!live && editing !== null && (
          <Button
            type="button"
            size="2"
            variant="soft"
            color="gray"
            onClick={() => {
              change((now) => stopEditing(now, side, title));
              focusRow(side, title, editing);
            }}
          >
            Cancel
          </Button>
        )}
        {!live && editing === null && holds && (
          <Button type="button" size="2" variant="soft" color="gray" onClick={() => clearForm({ side, title })}>
            Clear
          </Button>
        )}
        {!live && (
          <Button
            type="button"
            size="2"
            className="main-button add-button"
            onClick={() => submitCard({ side, title })}
            disabled={view.button.disabled}
            data-done={done}
            title={view.button.hint}
            aria-describedby={`${id}-hint`}
          >
            {done && <Icon name="check" />}
            {view.button.label}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Advanced, with the popup that explains it, and *Formula Word Display*, where the tab has them. */
function Toggles({ side, title, view }: CardPlace & { readonly view: CardView }): ReactNode {
  const { formulaWords } = useSnapshot(display);
  const { change } = useForm();
  return (
    <>
      {view.advanced !== null && (
        <span className="toggle">
          <Text as="label" size="1" className="toggle">
            <Switch
              size="1"
              checked={view.advanced.on}
              onCheckedChange={() => change((now) => toggleAdvanced(now, side, title))}
            />
            Advanced
          </Text>
          <Info about="Advanced">{view.advanced.tooltip}</Info>
        </span>
      )}
      {view.formulaWordDisplay && view.kind !== "earnings" && (
        <Text as="label" size="1" className="toggle">
          <Switch
            size="1"
            checked={formulaWords}
            onCheckedChange={(on) => {
              display.formulaWords = on;
            }}
          />
          {screenText("wording-switch")}
        </Text>
      )}
    </>
  );
}
