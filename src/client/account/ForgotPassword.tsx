import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link, useSearch } from "wouter";
import { ACCOUNT_ROUTES } from "../../contract/index.ts";
import { callRoute } from "../state/queries/call-route.ts";
import { Failure } from "./Failure.tsx";
import { Field } from "./Field.tsx";
import { SignInPage } from "./SignInPage.tsx";
import { textOf, useSubmission } from "./submission.ts";
import { UnsentMail } from "./UnsentMail.tsx";

/** Asks for a link to choose a new password. The answer is the same whether there is an account or not. */
export default function ForgotPassword(): ReactNode {
  const [mailed, setMailed] = useState(false);
  const search = useSearch();
  const { busy, failure, errors, onSubmit } = useSubmission(
    (fields) => callRoute(ACCOUNT_ROUTES.forgotPassword, { body: { email: textOf(fields, "email") } }),
    () => setMailed(true),
  );
  return (
    <SignInPage title="Forgot your password?">
      {mailed ? (
        <>
          <Text as="p" size="3" role="status">
            If there is an account with this address, we have sent it a link. It works once, for one hour.
          </Text>
          <UnsentMail />
        </>
      ) : (
        <form onSubmit={onSubmit}>
          <Field
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            size="3"
            error={errors["email"]}
          />
          <Failure text={failure} />
          <Button size="3" type="submit" loading={busy}>
            E-mail me a link
          </Button>
        </form>
      )}
      <Text as="p" size="2" className="ways">
        <Link to={search === "" ? "/login" : `/login?${search}`}>Sign in</Link>
      </Text>
    </SignInPage>
  );
}
