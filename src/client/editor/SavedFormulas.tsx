import { Button, IconButton, Popover } from "@radix-ui/themes";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { formulasText } from "../../request/index.ts";
import { Icon } from "../ui/icons.tsx";
import { useUseAsRefusal } from "../state/sign-in/use-as-refusal.ts";
import { forgetNamed, formulas, importFormulas, keepFormulas } from "../state/slices/formulas.ts";
import { showToast } from "../state/slices/toast.ts";
import "./saved-formulas.css";

async function takeIn(file: File): Promise<void> {
  const { taken, refused } = await importFormulas(await file.text());
  const some = `${taken} ${taken === 1 ? "formula" : "formulas"}`;
  if (refused.includes("")) showToast(`${file.name} holds no formulas.`, "error");
  else if (refused.length > 0) showToast(`${some} imported; not read: ${refused.slice(0, 3).join(", ")}`, "error");
  else showToast(`${some} imported`);
}

function exportFormulas(): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([formulasText(formulas.saved)], { type: "application/json" }));
  link.download = "formulas.json";
  link.click();
  // After the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The saved formulas: put one in, forget one, all of them out to a file and in from one. */
export function SavedFormulas({ onInsert }: { readonly onInsert: (code: string) => void }): ReactNode {
  const { saved, phase } = useSnapshot(formulas);
  const refusal = useUseAsRefusal("forgetFormula");
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => keepFormulas(), []);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger>
        <Button size="1" variant="ghost" color="gray">
          Saved <span className="count">{saved.size}</span>
        </Button>
      </Popover.Trigger>
      <Popover.Content width="360px" className="saved-formulas" aria-label="Saved formulas">
        {phase === "failed" && <p role="alert">The account's formulas could not be read; these are this browser's.</p>}
        {saved.size === 0 && <p>No saved formulas yet. Use Save formula to keep the one you are writing.</p>}
        <ul>
          {[...saved.values()].map(({ tag, display, description, formula }) => (
            <li key={tag}>
              <button
                type="button"
                onClick={() => {
                  onInsert(formula);
                  setOpen(false);
                }}
              >
                <strong>{display}</strong>
                <small>{description === "" ? formula : description}</small>
              </button>
              <IconButton
                size="1"
                variant="ghost"
                color="gray"
                aria-label={`Delete ${display}`}
                disabled={refusal !== null}
                title={refusal ?? undefined}
                onClick={() => void forgetNamed(tag)}
              >
                <Icon name="cross" size={12} />
              </IconButton>
            </li>
          ))}
        </ul>
        <div className="buttons">
          <input
            ref={input}
            type="file"
            hidden
            accept=".json,application/json"
            aria-label="File of formulas"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = "";
              if (file) void takeIn(file);
            }}
          />
          <Button size="1" variant="soft" color="gray" onClick={() => input.current?.click()}>
            Import
          </Button>
          <Button size="1" variant="soft" color="gray" disabled={saved.size === 0} onClick={exportFormulas}>
            Export
          </Button>
        </div>
      </Popover.Content>
    </Popover.Root>
  );
}
