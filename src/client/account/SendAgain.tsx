import { Button, Text } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { ACCOUNT_ROUTES } from "../../contract/index.ts";
import { messageOf } from "../../api-client/index.ts";
import { callRoute } from "../state/queries/call-route.ts";
import { Failure } from "./Failure.tsx";
import { UnsentMail } from "./UnsentMail.tsx";

/** The link that confirms an address once more. Its message does not reveal whether an account waits for it. */
export default function SendAgain({ email }: { readonly email: string }): ReactNode {
  const [state, setState] = useState<"idle" | "busy" | "sent">("idle");
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setState("busy");
    setFailure(null);
    const answer = await callRoute(ACCOUNT_ROUTES.resendConfirmation, { body: { email } });
    setState(answer.ok ? "sent" : "idle");
    if (!answer.ok) setFailure(messageOf(answer.error));
  };
  return (
    <>
      <UnsentMail />
      {state === "sent" ? (
        <Text as="p" size="2" role="status">
          If an account with this address waits for its confirmation, the link is on its way again.
        </Text>
      ) : (
        <Button type="button" size="2" variant="soft" loading={state === "busy"} onClick={() => void send()}>
          Send again
        </Button>
      )}
      <Failure text={failure} />
    </>
  );
}
