import "./account.css";
import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link, useSearch } from "wouter";
import { ACCOUNT_ROUTES } from "../../contract/index.ts";
import { callRoute } from "../state/call-route.ts";
import { Failure } from "./Failure.tsx";
import { useMailedToken } from "./mailed-token.ts";
import { SignInPage } from "./SignInPage.tsx";
import { useSubmission } from "./submission.ts";

/** Confirms by the mailed link. A press is asked for: programs that look at mails open links too. */
export default function ConfirmEmail(): ReactNode {
  const token = useMailedToken();
  // Of somebody who has an account and wants another address for it.
  const another = new URLSearchParams(useSearch()).has("another");
  const [confirmed, setConfirmed] = useState(false);
  const { busy, failure, onSubmit } = useSubmission(
    () => callRoute(ACCOUNT_ROUTES.confirmEmail, { body: { token } }),
    () => setConfirmed(true),
  );
  if (confirmed) {
    return (
      <SignInPage title="Your e-mail address is confirmed">
        <Text as="p" size="3" role="status">
          {another
            ? "Sign in with it from now on. You are signed out everywhere."
            : "Sign in and build your first data request."}
        </Text>
        <Button size="3" asChild>
          <Link to="/login">Sign in</Link>
        </Button>
      </SignInPage>
    );
  }
  if (token === "") {
    return (
      <SignInPage title="Confirm your e-mail address">
        <Text as="p" size="3">
          This link is incomplete. Open the whole link from the e-mail.
        </Text>
        <Text as="p" size="2" className="ways">
          <Link to="/login">Sign in</Link>
        </Text>
      </SignInPage>
    );
  }
  return (
    <SignInPage title="Confirm your e-mail address">
      <form onSubmit={onSubmit}>
        <Failure text={failure} />
        <Button size="3" type="submit" loading={busy} autoFocus>
          Confirm
        </Button>
      </form>
      {failure !== null && (
        <Text as="p" size="2" className="ways">
          {another ? (
            <Link to="/user-profile/settings?part=sign-in">Ask for a new link in the settings</Link>
          ) : (
            <Link to="/signup">Ask for a new link by signing up again</Link>
          )}
          <Link to="/login">Sign in</Link>
        </Text>
      )}
    </SignInPage>
  );
}
