import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { call } from "../../state/queries/calls.ts";
import { showToast } from "../../state/slices/toast.ts";
import { CurrentPassword } from "../CurrentPassword.tsx";
import { Failure } from "../Failure.tsx";
import { Field } from "../Field.tsx";
import { RevokeTokens, revokesTokens } from "../RevokeTokens.tsx";
import { textOf, useSubmission } from "../submission.ts";
import { Section } from "./Section.tsx";

/** Changes the password and ends all other sessions. */
export function PasswordSettings(): ReactNode {
  const { busy, failure, errors, onSubmit } = useSubmission(
    (fields) =>
      call("changePassword", {
        body: {
          old_password: textOf(fields, "old_password"),
          new_password: textOf(fields, "new_password"),
          revoke_tokens: revokesTokens(fields),
        },
      }),
    (_, form) => {
      form.reset();
      showToast("Password changed; you are signed out everywhere else");
    },
  );
  return (
    <Section title="Password" about="At least 8 characters. A change signs you out everywhere else.">
      <form onSubmit={onSubmit}>
        <CurrentPassword label="Old password" name="old_password" error={errors["old_password"]} />
        <Field
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          error={errors["new_password"]}
        />
        <RevokeTokens />
        <Failure text={failure} />
        <Button type="submit" loading={busy}>
          Change password
        </Button>
      </form>
    </Section>
  );
}
