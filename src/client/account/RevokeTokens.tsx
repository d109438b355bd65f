import { Checkbox, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";

const NAME = "revoke_tokens";

/** With a new password, the choice to revoke API tokens too: somebody who knew the old one may have made some. */
export function RevokeTokens(): ReactNode {
  return (
    <Text as="label" size="2" className="choice">
      <Checkbox name={NAME} /> Also revoke all API tokens. Scripts and apps that use them stop working; choose this if
      someone else may have known the old password.
    </Text>
  );
}

export const revokesTokens = (fields: FormData): boolean => fields.get(NAME) === "on";
