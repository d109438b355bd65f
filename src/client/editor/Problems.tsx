import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { applyShownFix, diagnosticAddress } from "./findings.ts";
import type { Finding } from "../../contract/index.ts";
import { Icon } from "../ui/icons.tsx";
import { editorOf, focusEditor } from "../state/page/caret.ts";
import type { Part } from "../state/page/checks.ts";
import "./findings.css";

interface ProblemsProps {
  readonly id: string;
  readonly part: Part;
  readonly entry: string;
  readonly findings: readonly Finding[];
  readonly nameError?: string | null;
}

const ICONS = { error: "cross", warning: "warning", info: "info" } as const;

/** The problems of one formula as a list: a click goes to the place, a fix is a button. */
export function Problems({ id, part, entry, findings, nameError = null }: ProblemsProps): ReactNode {
  return (
    <ul className="findings" id={id} aria-live="polite">
      {nameError !== null && (
        <li className="error">
          <Icon name="cross" size={14} />
          <span>{nameError}</span>
        </li>
      )}
      {findings.map((found) => (
        <li key={`${found.code} ${found.from} ${found.to}`} className={found.severity}>
          <Icon name={ICONS[found.severity]} size={14} />
          <button type="button" onClick={() => focusEditor(part, entry, found)}>
            {found.message}
          </button>
          <a
            className="code"
            href={diagnosticAddress(found.code)}
            target="_blank"
            rel="noreferrer"
            aria-label={`${found.code} in the reference`}
            title="In the language reference"
          >
            {found.code}
          </a>
          {found.fixes?.map((fix) => (
            <Button
              key={fix.label}
              size="1"
              variant="soft"
              onClick={() => {
                const view = editorOf(part, entry);
                if (view) applyShownFix(view, found, fix);
              }}
            >
              {fix.label}
            </Button>
          ))}
        </li>
      ))}
    </ul>
  );
}
