import type { ReactNode } from "react";
import { choose, enterText, leaveInput, selectDataPoint } from "../../request/index.ts";
import type { CardView } from "../../request/index.ts";
import type { CardSide, CardTitle } from "../../vocabulary/index.ts";
import { Chips } from "./Chips.tsx";
import { useForm } from "./form-holder.ts";
import { OptionField } from "./OptionField.tsx";
import "./option.css";

interface OrdinaryFieldsProps {
  readonly side: CardSide;
  readonly title: CardTitle;
  readonly view: CardView;
}

/** The data points of a tab and the options of the active one. */
export function OrdinaryFields({ side, title, view }: OrdinaryFieldsProps): ReactNode {
  const { change } = useForm();
  return (
    <>
      <Chips
        label={`Data points of ${title}`}
        chips={view.dataPoints.map(({ name, label, isActive }) => ({ value: name, label, selected: isActive }))}
        onChoose={(name) => change((now) => selectDataPoint(now, side, title, name))}
      />
      <div className="option-group">
        {view.options.map((option) => (
          <OptionField
            key={option.name}
            option={option}
            onChoose={(choice) => change((now) => choose(now, side, title, option.name, choice))}
            onText={(text) => change((now) => enterText(now, side, title, option.name, text), true)}
            onLeave={() => change((now) => leaveInput(now, side, title, option.name))}
          />
        ))}
      </div>
    </>
  );
}
