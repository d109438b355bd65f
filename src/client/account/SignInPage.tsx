import { Card, Heading, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import "./sign-in.css";

/** The card in the middle on which every page before the sign-in stands. */
export function SignInPage({
  title,
  about,
  beside,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  /** What stands before the card where there is room, and below it on a narrow screen. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <main className={beside === undefined || beside === false ? "sign-in" : "sign-in beside"}>
      <Card size="4">
        <Heading as="h1" size="6">
          {title}
        </Heading>
        {about !== undefined && (
          <Text as="p" size="2" color="gray" mt="2">
            {about}
          </Text>
        )}
        {children}
      </Card>
      {beside}
    </main>
  );
}
