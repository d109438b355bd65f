import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { Link, useSearch } from "wouter";
import { ACCOUNT_ROUTES } from "../../contract/index.ts";
import { callRoute } from "../state/queries/call-route.ts";
import { Failure } from "./Failure.tsx";
import { Field } from "./Field.tsx";
import SendAgain from "./SendAgain.tsx";
import { SignInPage } from "./SignInPage.tsx";
import { textOf, useSubmission } from "./submission.ts";

/** Makes an account. Its message does not reveal whether there was one already. */
export default function SignUp(): ReactNode {
  const [mailed, setMailed] = useState<string | null>(null);
  const search = useSearch();
  const login = search === "" ? "/login" : `/login?${search}`;
  const { busy, failure, errors, onSubmit } = useSubmission(
    (fields) =>
      callRoute(ACCOUNT_ROUTES.signUp, {
        body: { name: textOf(fields, "name"), email: textOf(fields, "email"), password: textOf(fields, "password") },
      }),
    (_, form) => setMailed(textOf(new FormData(form), "email")),
  );
  if (mailed !== null) {
    return (
      <SignInPage title="Check your inbox">
        <Text as="p" size="3" role="status">
          We sent a link to <strong>{mailed}</strong>. Open it within two days to confirm the address.
        </Text>
        <SendAgain email={mailed} />
        <Text as="p" size="2" className="ways">
          <Link to={login}>Sign in</Link>
        </Text>
      </SignInPage>
    );
  }
  return (
    <SignInPage title="Create an account">
      <form onSubmit={onSubmit}>
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={200}
          autoFocus
          size="3"
          error={errors["name"]}
        />
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          size="3"
          error={errors["email"]}
        />
        <Field
          label="Password, at least 8 characters"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          size="3"
          error={errors["password"]}
        />
        <Failure text={failure} />
        <Button size="3" type="submit" loading={busy}>
          Create the account
        </Button>
        <Text as="p" size="2" color="gray">
          By signing up you accept the <Link to="/terms-and-conditions">terms and conditions</Link>.
        </Text>
      </form>
      <Text as="p" size="2" className="ways">
        <Link to={login}>Already have an account? Sign in</Link>
      </Text>
    </SignInPage>
  );
}
