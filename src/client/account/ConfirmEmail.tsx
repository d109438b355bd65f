import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link, useSearch } from "wouter";
import { ACCOUNT_ROUTES } from "../../contract/index.ts";
import type { RouteAnswer } from "../../contract/index.ts";
import { callRoute } from "../state/queries/call-route.ts";
import type { CallResult } from "../../api-client/index.ts";
import { enterConfirmed, signingIn } from "../state/sign-in/sign-in.ts";
import { Failure } from "./Failure.tsx";
import { Field } from "./Field.tsx";
import { useMailedToken } from "./mailed-token.ts";
import { SignInPage } from "./SignInPage.tsx";
import { textOf, useSubmission } from "./submission.ts";

const missesPassword = (answer: CallResult<unknown>): boolean =>
  !answer.ok && answer.error.kind === "problem" && answer.error.problem.errors.some(({ path }) => path === "password");

/**
 * Confirms by the mailed link. A press is asked for: programs that look at mails open links too. In another browser than the
 * one that signed up the server asks for a password: anybody may have signed up with the address. In the one that signed up the product begins at once.
 */
export default function ConfirmEmail(): ReactNode {
  const token = useMailedToken();
  // For an account that changes its address.
  const another = new URLSearchParams(useSearch()).has("another");
  const [confirmed, setConfirmed] = useState(false);
  const [asksPassword, setAsksPassword] = useState(false);
  const { busy, failure, errors, onSubmit } = useSubmission(
    async (fields): Promise<CallResult<RouteAnswer<typeof ACCOUNT_ROUTES.confirmEmail> | null>> => {
      const password = textOf(fields, "password");
      const body = { token, ...(password === "" ? {} : { password }) };
      const answer = await callRoute(ACCOUNT_ROUTES.confirmEmail, { body });
      if (!asksPassword && missesPassword(answer)) {
        setAsksPassword(true);
        return { ok: true, value: null };
      }
      return answer;
    },
    (answer) => {
      if (answer === null) return;
      if (answer.session !== null) return enterConfirmed(answer.session);
      signingIn.email = answer.email;
      setConfirmed(true);
    },
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
        {asksPassword && (
          <>
            <Text as="p" size="3" role="status">
              You signed up in another browser. Enter the password that the account is to have.
            </Text>
            <Field
              label="Password, at least 8 characters"
              name="password"
              type="password"
              autoComplete="new-password"
              required
              autoFocus
              size="3"
              error={errors["password"]}
            />
          </>
        )}
        <Failure text={errors["token"] ?? failure} />
        <Button size="3" type="submit" loading={busy} autoFocus={!asksPassword}>
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
