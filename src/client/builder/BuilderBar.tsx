import { Badge, Button, DropdownMenu, Heading, IconButton, Spinner, Tooltip } from "@radix-ui/themes";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { builderTitle } from "../../request/index.ts";
import { screenText } from "../../vocabulary/index.ts";
import { addCommands } from "../commands/registry.ts";
import { copyAsText, openFile, saveFile, saveText } from "../files/open-save.ts";
import { Icon } from "../ui/icons.tsx";
import { builder, redo, undo } from "../state/slices/builder.ts";
import { builderView, showView, VIEW_NAMES } from "../state/slices/builder-view.ts";
import { run } from "../state/slices/run.ts";
import { validity } from "../state/slices/validity.ts";
import { copyLink } from "./copy-link.ts";
import { goToCard, goToStep } from "./go-to.ts";
import { runBuilder } from "./run-builder.ts";
import { saveAsTemplate } from "./save.ts";
import { settling } from "./settle-forms.ts";
import { startAnew } from "./start-anew.ts";
import { useContent } from "./use-request.ts";
import "./builder-bar.css";
import "./main-button.css";

/** ⌘ on a Mac, Ctrl elsewhere. */
const MOD = navigator.userAgent.includes("Mac") ? "⌘" : "Ctrl ";

const OPEN_FILE = "Open a request or workbook…";

/** What the builder puts into the bar: what is being made, steps back and forth, files and links, Review and Run. */
export function BuilderBar(): ReactNode {
  const { kind, mode } = useContent();
  const { undo: undone, redo: redone } = useSnapshot(builder);
  const { runnable } = useSnapshot(validity);
  const { phase } = useSnapshot(run);
  const { waits } = useSnapshot(settling);
  const file = useRef<HTMLInputElement>(null);
  const switched = useRef(false);
  const { shown } = useSnapshot(builderView);
  const other = shown === "cards" ? "text" : "cards";
  const busy = phase === "starting" || phase === "running";
  useEffect(
    () =>
      addCommands([
        {
          id: "request.open-file",
          title: OPEN_FILE,
          group: "Request",
          words: ["scan file", "json", "import"],
          run: () => file.current?.click(),
        },
      ]),
    [],
  );
  return (
    <div className="builder-bar">
      <Heading as="h1" size="3" className="builder-bar-title">
        {builderTitle({ kind, mode })}
      </Heading>
      <button type="button" className="builder-bar-promotion" onClick={() => goToCard("filters", "Ownership")}>
        <Badge color="green" variant="soft" radius="full">
          {screenText("promotion")}
        </Badge>
      </button>
      <span className="space" />
      <span className="builder-bar-steps">
        <Tooltip content={undone === null ? "Nothing to undo" : `Undo ${undone} (${MOD}Z)`}>
          <IconButton variant="ghost" color="gray" aria-label="Undo" disabled={undone === null} onClick={undo}>
            <Icon name="undo" />
          </IconButton>
        </Tooltip>
        <Tooltip content={redone === null ? "Nothing to redo" : `Redo ${redone} (${MOD}Shift Z)`}>
          <IconButton variant="ghost" color="gray" aria-label="Redo" disabled={redone === null} onClick={redo}>
            <Icon name="redo" />
          </IconButton>
        </Tooltip>
      </span>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Request file"
        accept=".scan,.json,.xlsx,application/json"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = "";
          if (chosen) void openFile(chosen);
        }}
      />
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>
          <IconButton variant="ghost" color="gray" aria-label="More for this request">
            <Icon name="more" />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content
          align="end"
          onCloseAutoFocus={(event) => {
            // The other view has the focus by then.
            if (switched.current) event.preventDefault();
            switched.current = false;
          }}
        >
          <DropdownMenu.Item
            onSelect={() => {
              switched.current = shown === "text";
              startAnew();
            }}
          >
            New request
          </DropdownMenu.Item>
          <DropdownMenu.Item
            onSelect={() => {
              switched.current = true;
              showView(other);
            }}
          >
            {VIEW_NAMES[other]}
          </DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={() => file.current?.click()}>{OPEN_FILE}</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={saveFile}>Save as a file</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void saveText()}>Save as text</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void copyAsText()}>Copy as text</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void copyLink()}>Copy a link to this request</DropdownMenu.Item>
          {kind === "request" && (
            <DropdownMenu.Item onSelect={() => void saveAsTemplate()}>Save as a template</DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      <Button variant="soft" color="gray" className="builder-bar-review" onClick={() => goToStep("review")}>
        {screenText("step-review")}
      </Button>
      <Tooltip content={kind === "template" ? `Save (${MOD}Enter)` : `Scan and write the workbook (${MOD}Enter)`}>
        <Button
          className="run main-button"
          onClick={() => void runBuilder()}
          disabled={busy}
          aria-disabled={runnable === null}
          aria-busy={waits}
        >
          {kind === "template" ? "Save" : <>{waits ? <Spinner size="1" /> : <Icon name="play" />} Run</>}
        </Button>
      </Tooltip>
    </div>
  );
}
