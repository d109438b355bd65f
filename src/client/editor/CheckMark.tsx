import { Spinner, Tooltip } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Icon } from "../ui/icons.tsx";
import type { EditorCheck } from "./check.ts";
import type { ParseState } from "./server-parse.ts";
import "./check.css";

const LABELS: Readonly<Record<ParseState, string>> = {
  idle: "Not checked yet",
  loading: "Checking",
  success: "Checked by the server",
  failure: "Does not parse",
  offline: "The server does not answer; checked in the browser only",
};

/** The true/false indicator of a formula: the local errors at once, the server's word when it comes. */
export function CheckMark({ check }: { readonly check: Pick<EditorCheck, "findings" | "parse"> }): ReactNode {
  const broken = check.findings.some(({ severity }) => severity === "error");
  const state: ParseState = broken && check.parse !== "loading" ? "failure" : check.parse;
  const label = LABELS[state];
  return (
    <Tooltip content={label}>
      <span className={`check ${state}`} role="img" aria-label={label}>
        {state === "loading" && <Spinner size="1" />}
        {state === "success" && <Icon name="check" />}
        {state === "failure" && <Icon name="cross" />}
        {state === "offline" && <Icon name="offline" />}
      </span>
    </Tooltip>
  );
}
