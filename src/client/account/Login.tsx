import { Button, Callout, Text } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link, useSearch } from "wouter";
import { GOOGLE_ROUTES } from "../../contract/index.ts";
import type { GoogleOutcome } from "../../contract/index.ts";
import { lazily } from "../ui/lazily.tsx";
import { callRoute } from "../state/queries/call-route.ts";
import { ENDED, takeMessage } from "../state/session/kept.ts";
import { goToGoogle, signIn, signInByGoogleCode, signingIn } from "../state/sign-in/sign-in.ts";
import { Failure } from "./Failure.tsx";
import { Field } from "./Field.tsx";
import { SignInPage } from "./SignInPage.tsx";
import { textOf } from "./submission.ts";

// Loaded when needed, so that the sign-in page stays small.
const SendAgain = lazily(() => import("./SendAgain.tsx"));
const Front = lazily(() => import("./Front.tsx"));

/** Messages for sign-ins with Google that did not succeed. */
const OUTCOMES: Readonly<Record<GoogleOutcome, (email: string) => string>> = {
  link: (email) =>
    `There is already an account for ${email}. Sign in with its password once; after that you can sign in with Google.`,
  "second-factor": (email) => `You signed in to Google as ${email}. Enter the code of this account's second factor.`,
  unverified: () => "Google has not verified your e-mail address. Sign in with your password.",
  refused: () => "This account may not sign in.",
  cancelled: () => "Signing in with Google was cancelled.",
  failed: () => "Signing in with Google did not work. Try again, or use your password.",
};

/** E-mail and password, or Google; the query stays with the links, so that one arrives where one meant to go. */
export default function Login(): ReactNode {
  const { busy, failure, needsCode, email, unconfirmed, google } = useSnapshot(signingIn);
  const search = useSearch();
  const query = search === "" ? "" : `?${search}`;
  const codeOnly = google?.outcome === "second-factor";
  const [ended] = useState(() => takeMessage(ENDED) !== null);
  // Who comes by a link that signs in is gone before it is read.
  const [reads] = useState(!busy);
  return (
    <SignInPage title="Sign in to Scanbook" beside={(reads || !busy) && <Front />}>
      {ended && (
        <Callout.Root size="1" color="amber" role="status">
          <Callout.Text>Your session has ended. Sign in to go on where you were; what you wrote is kept.</Callout.Text>
        </Callout.Root>
      )}
      {google !== null && (
        <Callout.Root size="1" color={google.outcome === "link" || codeOnly ? "blue" : "amber"} role="status">
          <Callout.Text>{OUTCOMES[google.outcome](google.email)}</Callout.Text>
        </Callout.Root>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          const code = textOf(fields, "code");
          if (codeOnly) void signInByGoogleCode(code);
          else void signIn({ email: textOf(fields, "email"), password: textOf(fields, "password") }, code);
        }}
      >
        {!codeOnly && (
          <>
            <Field
              label="E-mail"
              name="email"
              type="email"
              autoComplete="username"
              required
              autoFocus={email === ""}
              size="3"
              defaultValue={google?.outcome === "link" ? google.email : email}
            />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
              autoFocus={email !== ""}
              size="3"
            />
          </>
        )}
        {(needsCode || codeOnly) && (
          <Field
            label="Authenticator code or recovery code"
            name="code"
            autoComplete="one-time-code"
            autoFocus
            required
            size="3"
          />
        )}
        <Failure text={failure} />
        {unconfirmed !== null && <SendAgain email={unconfirmed} />}
        <Button size="3" type="submit" loading={busy}>
          Sign in
        </Button>
      </form>
      {!codeOnly && <Google />}
      <Text as="p" size="2" className="ways">
        <Link to={`/signup${query}`}>Create an account</Link>
        <Link to={`/forgot-password${query}`}>Forgot your password?</Link>
      </Text>
      <Text as="p" size="2" color="gray" className="local">
        Started on this machine? The terminal shows a link that signs in as the demo account.
      </Text>
    </SignInPage>
  );
}

/** Shown only where the server offers sign-in with Google. */
function Google(): ReactNode {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    // Without an answer it is not offered; the password always works.
    void callRoute(GOOGLE_ROUTES.signInWays, { signal: abort.signal }).then(
      (answer) => answer.ok && setOpen(answer.value.google),
    );
    return () => abort.abort();
  }, []);
  return (
    open && (
      <Button size="3" variant="outline" color="gray" className="google" onClick={goToGoogle}>
        Sign in with Google
      </Button>
    )
  );
}
