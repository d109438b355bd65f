import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { call } from "../../state/queries/calls.ts";
import type { CallResult } from "../../state/queries/calls.ts";
import { confirmed } from "../../state/slices/confirm.ts";
import { keepMessage } from "../../state/session/kept.ts";
import { forgetSession } from "../../state/session/session.ts";
import { CurrentPassword } from "../CurrentPassword.tsx";
import { Failure } from "../Failure.tsx";
import { textOf, useSubmission } from "../submission.ts";
import { Section } from "./Section.tsx";

const QUESTION = {
  title: "Delete the account",
  text: "Your requests, templates, folders and results go with it, and a subscription ends.",
  action: "Delete the account",
} as const;

async function ask(password: string): Promise<CallResult<unknown>> {
  if ((await confirmed(QUESTION)) === null) return { ok: false, error: { kind: "aborted" } };
  return call("deleteAccount", { body: { password } });
}

/** Deletes the account, after its password. */
export function DeleteAccount(): ReactNode {
  const { busy, failure, errors, onSubmit } = useSubmission(
    (fields) => ask(textOf(fields, "password")),
    () => {
      keepMessage("Account deleted");
      forgetSession();
    },
  );
  return (
    <Section title="Delete account" about="Sessions and API tokens end at once.">
      <form onSubmit={onSubmit}>
        <CurrentPassword error={errors["password"]} />
        <Failure text={failure} />
        <Button type="submit" color="red" variant="soft" loading={busy}>
          Delete the account
        </Button>
      </form>
    </Section>
  );
}
