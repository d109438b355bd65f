import { Button, Callout, Card, Flex, Heading, Text, TextField } from "@radix-ui/themes";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { call, messageOf } from "../state/calls.ts";
import { keepSession } from "../state/session.ts";
import { takeSignInLink } from "./sign-in-link.ts";
import type { Credentials } from "./sign-in-link.ts";

/** E-mail and password; with the link that `start` prints signed in at once. */
export function Login(): ReactNode {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const linkRead = useRef(false);

  const signIn = useCallback(async (given: Credentials, code?: string) => {
    setBusy(true);
    setFailure(null);
    const body = { ...given, ...(code === undefined || code === "" ? {} : { code }) };
    const answer = await call("signIn", { body });
    setBusy(false);
    if (answer.ok) {
      keepSession(answer.value.token, new Date(answer.value.expires_at));
      return;
    }
    if (answer.error.kind === "problem" && answer.error.problem.type === "/problems/second-factor") setNeedsCode(true);
    setFailure(messageOf(answer.error));
  }, []);

  useEffect(() => {
    if (linkRead.current) return;
    linkRead.current = true;
    const link = takeSignInLink();
    if (link !== null) void signIn(link);
  }, [signIn]);

  return (
    <main className="sign-in">
      <Card size="4">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget);
            const text = (name: string): string => String(fields.get(name) ?? "");
            void signIn({ email: text("email"), password: text("password") }, text("code"));
          }}
        >
          <Flex direction="column" gap="4">
            <Heading as="h1" size="6">
              Sign in to Scanbook
            </Heading>
            <Text as="label" size="2">
              E-mail
              <TextField.Root name="email" type="email" autoComplete="username" required autoFocus size="3" mt="1" />
            </Text>
            <Text as="label" size="2">
              Password
              <TextField.Root
                name="password"
                type="password"
                autoComplete="current-password"
                required
                size="3"
                mt="1"
              />
            </Text>
            {needsCode && (
              <Text as="label" size="2">
                Code of your authenticator, or a recovery code
                <TextField.Root name="code" autoComplete="one-time-code" autoFocus size="3" mt="1" />
              </Text>
            )}
            {failure !== null && (
              <Callout.Root color="red" role="alert" size="1">
                <Callout.Text>{failure}</Callout.Text>
              </Callout.Root>
            )}
            <Button size="3" type="submit" loading={busy}>
              Sign in
            </Button>
            <Text size="2" color="gray">
              Started on this machine? The terminal shows a link that signs in as the demo account.
            </Text>
          </Flex>
        </form>
      </Card>
    </main>
  );
}
