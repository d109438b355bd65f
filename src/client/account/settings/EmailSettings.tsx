import { Button, Callout, Skeleton, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { LoadFailure } from "../../ui/LoadFailure.tsx";
import { call } from "../../state/queries/calls.ts";
import { useRoute } from "../../state/queries/use-route.ts";
import { CurrentPassword } from "../CurrentPassword.tsx";
import { Failure } from "../Failure.tsx";
import { Field } from "../Field.tsx";
import { textOf, useSubmission } from "../submission.ts";
import { UnsentMail } from "../UnsentMail.tsx";
import { Section } from "./Section.tsx";

/** Another e-mail address; it counts once the link mailed there is opened. */
export function EmailSettings(): ReactNode {
  const { value: profile, error, again } = useRoute("profile");
  const password = profile?.password === true;
  const { busy, failure, errors, onSubmit } = useSubmission(
    (fields) =>
      call("changeEmail", {
        body: { email: textOf(fields, "email"), ...(password ? { password: textOf(fields, "password") } : {}) },
      }),
    (_, form) => {
      form.reset();
      again();
    },
  );
  return (
    <Section
      title="E-mail address"
      about="We send a link to the new address to confirm it. After that, sign in again with that address."
    >
      <LoadFailure error={error} again={again} />
      {profile === null ? (
        error === null && <Skeleton height="160px" />
      ) : (
        <>
          <Text as="div" size="2">
            Now: <strong>{profile.email}</strong>
          </Text>
          {profile.new_email !== null && (
            <Callout.Root role="status" size="1">
              <Callout.Text>
                We sent a link to <strong>{profile.new_email}</strong>. Until it is opened, everything stays as it is.
                It works for one day.
              </Callout.Text>
            </Callout.Root>
          )}
          {profile.new_email !== null && <UnsentMail />}
          <form onSubmit={onSubmit}>
            <Field
              label="New e-mail"
              name="email"
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              error={errors["email"]}
            />
            {password && <CurrentPassword error={errors["password"]} />}
            <Failure text={failure} />
            <Button type="submit" loading={busy}>
              Change e-mail
            </Button>
          </form>
        </>
      )}
    </Section>
  );
}
