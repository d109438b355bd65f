import { Checkbox, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";

const NAME = "revoke_tokens";

/** Asks with a new password whether API tokens end too: sessions do, but whoever knew the old one may have made tokens. */
export function RevokeTokens(): ReactNode {
  return (
    <Text as="label" size="2" className="choice">
      <Checkbox name={NAME} /> Also revoke all API tokens. Scripts and apps that use them stop working; choose this if
      someone else may have known the old password.
    </Text>
  );
}

export const revokesTokens = (fields: FormData): boolean => fields.get(NAME) === "on";
