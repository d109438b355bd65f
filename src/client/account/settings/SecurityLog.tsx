import { useState } from "react";
import type { ReactNode } from "react";
import { LIMITS, securityActionText } from "../../../vocabulary/index.ts";
import { LoadState } from "../../ui/LoadState.tsx";
import { showMoment } from "../../ui/dates.ts";
import { Pager } from "../../ui/Pager.tsx";
import { useRoute } from "../../state/queries/use-route.ts";
import { Section } from "./Section.tsx";
import "./rows-of.css";

/** What was done; what was paid for or changed stands behind it. */
const said = (action: string, { what }: Readonly<Record<string, unknown>>): string =>
  `${securityActionText(action)}${typeof what === "string" ? `: ${what.replaceAll("-", " ")}` : ""}`;
const BY = { you: "you", admin: "an administrator" } as const;

/** The security log of the account, newest first. */
export function SecurityLog(): ReactNode {
  const [page, setPage] = useState(1);
  const { value, error, again } = useRoute("securityLog", { query: { page, page_size: LIMITS.pageRows } });
  return (
    <Section
      title="Security log"
      about="Sign-ins, failures and changes. Don't recognise something? Change your password."
    >
      <LoadState loaded={{ value, error, again }} height="320px" />
      <ul className="rows-of">
        {value?.items.map((entry) => (
          <li key={entry.id}>
            <div>
              <strong>{said(entry.action, entry.details)}</strong>
              <small>
                {showMoment(entry.at)}
                {entry.by !== null && ` · by ${BY[entry.by]}`}
                {entry.address !== null && ` · from ${entry.address}`}
              </small>
            </div>
          </li>
        ))}
      </ul>
      {value !== null && <Pager label="Pages of the security log" page={page} total={value.total} onPage={setPage} />}
    </Section>
  );
}
