import { Callout } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { doubtTexts } from "../../../contract/index.ts";
import type { ExplainAnswer } from "../../../contract/index.ts";

/** What the check of the market doubts of the day that is explained; nothing where it doubts nothing. */
export function DoubtNotice({ answer }: { readonly answer: Pick<ExplainAnswer, "doubts"> }): ReactNode {
  return doubtTexts(answer).map((text) => (
    <Callout.Root key={text} size="1" color="amber">
      <Callout.Text>{text}</Callout.Text>
    </Callout.Root>
  ));
}
