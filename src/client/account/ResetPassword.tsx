import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { ACCOUNT_ROUTES } from "../../contract/index.ts";
import { callRoute } from "../state/queries/call-route.ts";
import { Failure } from "./Failure.tsx";
import { Field } from "./Field.tsx";
import { useMailedToken } from "./mailed-token.ts";
import { RevokeTokens, revokesTokens } from "./RevokeTokens.tsx";
import { SignInPage } from "./SignInPage.tsx";
import { textOf, useSubmission } from "./submission.ts";

/** Sets a new password by the mailed link; all sessions end. */
export default function ResetPassword(): ReactNode {
  const token = useMailedToken();
  const [done, setDone] = useState(false);
  const { busy, failure, errors, onSubmit } = useSubmission(
    (fields) =>
      callRoute(ACCOUNT_ROUTES.resetPassword, {
        body: { token, password: textOf(fields, "password"), revoke_tokens: revokesTokens(fields) },
      }),
    () => setDone(true),
  );
  if (done) {
    return (
      <SignInPage title="Your password was changed">
        <Text as="p" size="3" role="status">
          You are signed out everywhere.
        </Text>
        <Button size="3" asChild>
          <Link to="/login">Sign in</Link>
        </Button>
      </SignInPage>
    );
  }
  return (
    <SignInPage
      title="Choose a new password"
      {...(token === "" ? { about: "This link is incomplete. Open the whole link from the e-mail." } : {})}
    >
      {token !== "" && (
        <form onSubmit={onSubmit}>
          <Field
            label="New password, at least 8 characters"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            autoFocus
            size="3"
            error={errors["password"]}
          />
          <RevokeTokens />
          <Failure text={errors["token"] ?? failure} />
          <Button size="3" type="submit" loading={busy}>
            Set password
          </Button>
        </form>
      )}
      <Text as="p" size="2" className="ways">
        <Link to="/forgot-password">Ask for a new link</Link>
        <Link to="/login">Sign in</Link>
      </Text>
    </SignInPage>
  );
}
