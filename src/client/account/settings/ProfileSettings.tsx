import { Button, Skeleton, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { LoadFailure } from "../../ui/LoadFailure.tsx";
import { showDay } from "../../ui/dates.ts";
import { call } from "../../state/queries/calls.ts";
import { user } from "../../state/session/session.ts";
import { showToast } from "../../state/slices/toast.ts";
import { useRoute } from "../../state/queries/use-route.ts";
import { Failure } from "../Failure.tsx";
import { Field } from "../Field.tsx";
import { textOf, useSubmission } from "../submission.ts";
import { Section } from "./Section.tsx";

/** Name and address of the account. */
export function ProfileSettings(): ReactNode {
  const { value: profile, error, again } = useRoute("profile");
  const { busy, failure, errors, onSubmit } = useSubmission(
    (fields) => call("changeProfile", { body: { name: textOf(fields, "name") } }),
    ({ name }) => {
      user.name = name;
      showToast("Profile saved");
    },
  );
  return (
    <Section title="Profile">
      <LoadFailure error={error} again={again} />
      {profile === null ? (
        error === null && <Skeleton height="160px" />
      ) : (
        <form onSubmit={onSubmit}>
          <Field label="Name" name="name" defaultValue={profile.name} required maxLength={200} error={errors["name"]} />
          <Field label="E-mail" value={profile.email} readOnly />
          <Text as="p" size="2" color="gray">
            Member since {showDay(profile.created_at)}.
          </Text>
          <Failure text={failure} />
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </form>
      )}
    </Section>
  );
}
