import { Badge, Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { LoadState } from "../../ui/LoadState.tsx";
import { showMoment } from "../../ui/dates.ts";
import { call, messageOf } from "../../state/queries/calls.ts";
import type { CallResult } from "../../state/queries/calls.ts";
import { showToast } from "../../state/slices/toast.ts";
import { useRoute } from "../../state/queries/use-route.ts";
import { programName } from "./program-name.ts";
import { Section } from "./Section.tsx";
import "./rows-of.css";

/** The sessions of the account; each can be ended. */
export function SessionSettings(): ReactNode {
  const { value, error, again } = useRoute("sessions");
  const after = async (called: Promise<CallResult<unknown>>): Promise<void> => {
    const answer = await called;
    if (answer.ok) showToast("Signed out there");
    else showToast(messageOf(answer.error), "error");
    again();
  };
  const others = value?.items.some(({ current }) => !current) === true;
  return (
    <Section title="Sessions" about="Where you are signed in. Don't recognise one? End it and change your password.">
      <LoadState loaded={{ value, error, again }} height="120px" />
      <ul className="rows-of">
        {value?.items.map((session) => (
          <li key={session.id}>
            <div>
              <strong title={session.agent ?? undefined}>
                {session.agent === null ? "Unknown program" : programName(session.agent)}
              </strong>
              <small>
                {session.address ?? "unknown address"} · used {showMoment(session.used_at)} · since{" "}
                {showMoment(session.created_at)}
              </small>
            </div>
            {session.current ? (
              <Badge color="green">This session</Badge>
            ) : (
              <Button
                size="1"
                variant="soft"
                color="red"
                onClick={() => void after(call("endSession", { params: { id: session.id } }))}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others && (
        <Button variant="soft" color="red" onClick={() => void after(call("endOtherSessions"))}>
          End all others
        </Button>
      )}
    </Section>
  );
}
