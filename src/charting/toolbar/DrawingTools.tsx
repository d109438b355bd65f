import { DropdownMenu, IconButton, Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { CHART_TOOLS } from "../../vocabulary/index.ts";
import { content, interaction } from "../state/chart.ts";
import { removeDrawing, takeTool } from "../state/drawing.ts";
import { history, redo, undo } from "../state/drawing-history.ts";
import { ToolIcon } from "./ToolIcon.tsx";

type Steps = Readonly<Record<"done" | "undone", { readonly length: number }>> | undefined;

const STEPS = [
  { name: "undo", title: "Undo (Ctrl+Z)", step: undo, left: (steps: Steps) => steps?.done.length ?? 0 },
  { name: "redo", title: "Redo (Ctrl+Shift+Z)", step: redo, left: (steps: Steps) => steps?.undone.length ?? 0 },
] as const;

/** Tools for drawing, and the list of what was drawn, from which it is selected and removed without a pointer. */
export function DrawingTools(): ReactNode {
  const { tool, selected } = useSnapshot(interaction);
  const { drawings, symbol } = useSnapshot(content);
  const steps = useSnapshot(history)[symbol];
  const here = drawings.filter((drawing) => drawing.symbol === symbol);
  return (
    <div className="tools" role="toolbar" aria-label="Drawing tools">
      {CHART_TOOLS.map(({ name, title }) => (
        <Tooltip key={name} content={title} side="right">
          <IconButton
            variant={tool === name ? "solid" : "ghost"}
            color="gray"
            aria-label={title}
            aria-pressed={tool === name}
            onClick={() => takeTool(name)}
          >
            <ToolIcon name={name} />
          </IconButton>
        </Tooltip>
      ))}
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>
          <IconButton
            variant="ghost"
            color="gray"
            aria-label={`Drawings (${here.length})`}
            disabled={here.length === 0}
          >
            <ToolIcon name="list" />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content>
          {here.map((drawing, index) => (
            <DropdownMenu.Sub key={drawing.id}>
              <DropdownMenu.SubTrigger>
                {index + 1} {CHART_TOOLS.find(({ name }) => name === drawing.tool)?.title}
                {drawing.text === "" ? "" : `: ${drawing.text.slice(0, 30)}`}
                {drawing.id === selected ? " (selected)" : ""}
              </DropdownMenu.SubTrigger>
              <DropdownMenu.SubContent>
                <DropdownMenu.Item
                  onSelect={() => {
                    interaction.selected = drawing.id;
                  }}
                >
                  Select
                </DropdownMenu.Item>
                <DropdownMenu.Item
                  onSelect={() => {
                    Object.assign(interaction, { selected: drawing.id, editing: drawing.id });
                  }}
                >
                  Edit …
                </DropdownMenu.Item>
                <DropdownMenu.Item color="red" onSelect={() => removeDrawing(drawing.id)}>
                  Remove
                </DropdownMenu.Item>
              </DropdownMenu.SubContent>
            </DropdownMenu.Sub>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {STEPS.map(({ name, title, step, left }) => (
        <Tooltip key={name} content={title} side="right">
          <IconButton
            variant="ghost"
            color="gray"
            aria-label={title}
            aria-disabled={left(steps) === 0}
            className={left(steps) === 0 ? "greyed" : ""}
            onClick={step}
          >
            <ToolIcon name={name} />
          </IconButton>
        </Tooltip>
      ))}
    </div>
  );
}
