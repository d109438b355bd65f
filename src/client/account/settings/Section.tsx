import { Heading, Text } from "@radix-ui/themes";
import type { ReactNode } from "react";
import "./setting.css";

/** A part of the settings: what it is called, what it is for. */
export const Section = ({
  title,
  about,
  children,
}: {
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}): ReactNode => (
  <section className="setting" aria-label={title}>
    <Heading as="h2" size="4">
      {title}
    </Heading>
    {about !== undefined && (
      <Text as="p" size="2" color="gray">
        {about}
      </Text>
    )}
    {children}
  </section>
);
