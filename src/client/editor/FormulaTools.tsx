import { Button } from "@radix-ui/themes";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { printCode } from "../../formula/index.ts";
import type { KnownColumn, NotationName } from "../../formula/index.ts";
import { DAY_MS, screenText } from "../../vocabulary/index.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { editorOf } from "../state/page/caret.ts";
import { dateBounds, useMarket } from "../state/queries/market.ts";
import type { Part } from "../state/page/checks.ts";
import type { Days } from "./ask-distribution.ts";
import type { EditorCheck } from "./check.ts";
import { DistributionStrip } from "./DistributionStrip.tsx";
import { HelpPanel } from "./HelpPanel.tsx";
import { insertCode } from "./insert.ts";
import { pasteFromPlatform } from "./paste-into.ts";
import { PinnedDay } from "./PinnedDay.tsx";
import { SaveFormula } from "./SaveFormula.tsx";
import { SavedFormulas } from "./SavedFormulas.tsx";
import "./formula-tools.css";

/** Days of the strip while the request names none. */
const USUAL_DAYS = 90;

function lastDays(bounds: ReturnType<typeof dateBounds>): Days {
  const end = new Date(`${bounds.last}T00:00:00Z`);
  const start = new Date(end.getTime() - USUAL_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { start: start < bounds.first ? bounds.first : start, end: bounds.last };
}

interface FormulaToolsProps {
  readonly part: Part;
  readonly id: string;
  readonly notation: NotationName;
  readonly text: string;
  readonly columns: readonly KnownColumn[];
  readonly check: EditorCheck;
  /** Of the request; the last ones of the data while it names none. */
  readonly days: Days | null;
}

/** Below a formula: how its values are spread, the pinned day, help, the saved formulas. */
export function FormulaTools({ part, id, notation, text, columns, check, days }: FormulaToolsProps): ReactNode {
  const { answer } = useMarket();
  const [help, setHelp] = useState(false);
  const panel = useId();
  const { tree } = check.checked;
  const said = check.text === text && check.state === "success" ? tree : null;
  const sound = tree !== null && !check.findings.some(({ severity }) => severity === "error");
  const waitsFor = !sound ? "formula" : check.parse === "offline" ? "server" : "check";
  const shownDays = days ?? (answer === null ? null : lastDays(dateBounds(answer)));
  const code = text.trim() === "" ? null : notation === "code" ? text : tree && printCode(tree);
  const insert = (formula: string): void => {
    const view = editorOf(part, id);
    if (view) insertCode(view, formula);
  };
  const wrong = check.findings.length;
  return (
    <>
      <DistributionStrip tree={said} columns={columns} days={shownDays} waitsFor={waitsFor} />
      <div className="formula-tools">
        <PinnedDay />
        <span className="space" />
        <span className="count" aria-live="polite">
          Problems {wrong}
        </span>
        <Button
          size="1"
          variant="ghost"
          color="gray"
          aria-expanded={help}
          aria-controls={panel}
          onClick={() => setHelp(!help)}
        >
          Help
        </Button>
        <Button
          size="1"
          variant="ghost"
          color="gray"
          onClick={() => {
            const view = editorOf(part, id);
            if (view) pasteFromPlatform(view);
          }}
        >
          Paste from…
        </Button>
        <CopyButton
          size="1"
          variant="ghost"
          color="gray"
          disabled={text === ""}
          text={() => text}
          said={screenText("toast-formula-copied")}
        />
        <SavedFormulas onInsert={insert} />
        <SaveFormula code={code}>
          <Button size="1" variant="soft" disabled={code === null}>
            Save formula
          </Button>
        </SaveFormula>
      </div>
      <div id={panel} hidden={!help}>
        {help && <HelpPanel onExample={insert} />}
      </div>
    </>
  );
}
