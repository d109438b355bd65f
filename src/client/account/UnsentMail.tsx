import { Callout } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { SHELL_ROUTES } from "../../contract/index.ts";
import type { ShellAnswer } from "../../contract/index.ts";
import { callRoute } from "../state/queries/call-route.ts";

/** Its address gives access to accounts, so no page contains it: the server prints it at its start. */
const WHERE: Readonly<Record<ShellAnswer["mail"], string | null>> = {
  sent: null,
  outbox:
    "This machine sends no mail: open the outbox. Its link is in the terminal, in the line Mails that start printed; the mails lie in the folder outbox of the data folder.",
  kept: "This server sends no mail: whoever runs it finds the mail in the folder outbox of the data folder.",
};

/** Where to read a mail on a server that sends none; nothing where mails are sent. */
export function UnsentMail(): ReactNode {
  const [mail, setMail] = useState<ShellAnswer["mail"]>("sent");
  useEffect(() => {
    const abort = new AbortController();
    void callRoute(SHELL_ROUTES.shell, { signal: abort.signal }).then(
      (answer) => answer.ok && setMail(answer.value.mail),
    );
    return () => abort.abort();
  }, []);
  const where = WHERE[mail];
  return (
    where !== null && (
      <Callout.Root size="1" color="amber" role="note">
        <Callout.Text>{where}</Callout.Text>
      </Callout.Root>
    )
  );
}
