import { Button, Dialog, TextArea, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { formulas, saveNamed } from "../state/slices/formulas.ts";
import { showToast } from "../state/slices/toast.ts";
import "./save-formula.css";

const FIELDS = [
  { name: "tag", label: "Tag", hint: "Typing this tag in a formula suggests it." },
  { name: "display", label: "Display name", hint: "Shown in lists." },
  { name: "description", label: "Description", hint: "Optional." },
] as const;
type Field = (typeof FIELDS)[number]["name"];

const EMPTY: Readonly<Record<Field, string>> = { tag: "", display: "", description: "" };

interface SaveFormulaProps {
  /** Code; null where there is none to save. */
  readonly code: string | null;
  readonly children: ReactNode;
}

/** Saves the formula under a tag, with a name and what it is about. */
export function SaveFormula({ code, children }: SaveFormulaProps): ReactNode {
  const { saved } = useSnapshot(formulas);
  const [open, setOpen] = useState(false);
  const [given, setGiven] = useState(EMPTY);
  const tag = given.tag.trim();
  const there = saved.has(tag);
  const save = (): void => {
    if (code === null || tag === "") return;
    const display = given.display.trim() === "" ? tag : given.display;
    void saveNamed({ tag, display, description: given.description, formula: code });
    showToast(`Saved as ${tag}`);
    setGiven(EMPTY);
    setOpen(false);
  };
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger>{children}</Dialog.Trigger>
      <Dialog.Content maxWidth="460px" aria-describedby={undefined}>
        <Dialog.Title size="4">Save formula</Dialog.Title>
        <form
          className="save-formula"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          {FIELDS.map(({ name, label, hint }) => (
            <label key={name}>
              {label}
              {name === "description" ? (
                <TextArea
                  value={given[name]}
                  maxLength={2000}
                  onChange={(event) => setGiven({ ...given, [name]: event.target.value })}
                />
              ) : (
                <TextField.Root
                  value={given[name]}
                  maxLength={450}
                  onChange={(event) => setGiven({ ...given, [name]: event.target.value.replaceAll(/[{}|]/g, "") })}
                />
              )}
              <small>{name === "tag" && there ? "A formula with this tag exists. It will be replaced." : hint}</small>
            </label>
          ))}
          <code className="preview">{code}</code>
          <div className="buttons">
            <Dialog.Close>
              <Button type="button" variant="soft" color="gray">
                Cancel
              </Button>
            </Dialog.Close>
            <Button type="submit" disabled={tag === "" || code === null}>
              {there ? "Replace" : "Save"}
            </Button>
          </div>
        </form>
      </Dialog.Content>
    </Dialog.Root>
  );
}
