import { Card, Heading, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import "./sign-in.css";

/** "e-mail" in one piece: a line that ends behind its hyphen reads like a mistake. */
const inOnePiece = (title: string): ReactNode =>
  title.split(/(e-mail)/).map((part) =>
    part === "e-mail" ? (
      <span key={part} className="whole-word">
        {part}
      </span>
    ) : (
      part
    ),
  );

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
          {inOnePiece(title)}
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
