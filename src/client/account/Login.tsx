import { Button, Callout, Card, Flex, Heading, Text, TextField } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { signIn, signingIn } from "../state/sign-in.ts";

const textOf = (value: FormDataEntryValue | null): string => (typeof value === "string" ? value : "");

/** E-mail and password. */
export default function Login(): ReactNode {
  const { busy, failure, needsCode } = useSnapshot(signingIn);
  return (
    <main className="sign-in">
      <Card size="4">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const fields = new FormData(event.currentTarget);
            const given = { email: textOf(fields.get("email")), password: textOf(fields.get("password")) };
            void signIn(given, textOf(fields.get("code")));
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
