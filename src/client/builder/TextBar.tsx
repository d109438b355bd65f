import { SegmentedControl } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { NotationName } from "../../formula/index.ts";
import { textIn, withText } from "../../request/index.ts";
import { CheckMark } from "../editor/CheckMark.tsx";
import { PinnedDay } from "../editor/PinnedDay.tsx";
import type { ParseState } from "../editor/server-parse.ts";
import { builder, change } from "../state/slices/builder.ts";
import { showToast } from "../state/slices/toast.ts";
import { ViewSwitch } from "./ViewSwitch.tsx";

const NOTATIONS = [
  { notation: "words", label: "Words" },
  { notation: "code", label: "Code" },
] as const;

/** Puts every formula of the text into the other notation, comments kept. */
function turn(notation: NotationName): void {
  const turned = textIn(builder.state.text ?? "", notation);
  if (turned === null) showToast("A formula does not parse, so the text stays as it is.", "error");
  else change(`show ${notation}`, (now) => withText(now, turned));
}

interface TextBarProps {
  readonly notation: NotationName;
  /** What the server says of the text. */
  readonly parse: ParseState;
}

/** Above the text: its notation, whether the server takes it, the day whose values stand beside it, and the way to the cards. */
export function TextBar({ notation, parse }: TextBarProps): ReactNode {
  return (
    <header className="text-pane-bar">
      <SegmentedControl.Root
        size="1"
        value={notation}
        aria-label="Formulas in"
        onValueChange={(chosen) => turn(chosen === "words" ? "words" : "code")}
      >
        {NOTATIONS.map(({ notation: one, label }) => (
          <SegmentedControl.Item key={one} value={one}>
            {label}
          </SegmentedControl.Item>
        ))}
      </SegmentedControl.Root>
      <CheckMark check={{ parse, findings: [] }} />
      <PinnedDay />
      <span className="space" />
      <ViewSwitch />
    </header>
  );
}
