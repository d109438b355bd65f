import { TextArea } from "@radix-ui/themes";
import { useId } from "react";
import type { ReactNode } from "react";
import type { Statement } from "../../request/index.ts";
import { change } from "../state/slices/builder.ts";
import { DateRangeFields } from "./DateRange.tsx";
import { RequestSwitches } from "./Review.tsx";
import { OutcomeChoice } from "./OutcomeChoice.tsx";
import { useContent } from "./use-request.ts";

/** The fields of the first step and of the review for what a text says of the request as a whole. */
export function InspectedHead({ kind }: { readonly kind: Statement["kind"] }): ReactNode {
  if (kind === "about") return <Description />;
  if (kind === "outcome" || kind === "parameter" || kind === "hold") return <OutcomeChoice />;
  if (kind === "options") return <RequestSwitches />;
  if (kind === "request" || kind === "dates") return <DateRangeFields />;
  return null;
}

function Description(): ReactNode {
  const id = useId();
  const { description } = useContent();
  return (
    <div className="inspector-about">
      <label htmlFor={id}>Description</label>
      <TextArea
        id={id}
        rows={4}
        value={description}
        onChange={({ target: { value } }) =>
          change("the description", (now) => ({ ...now, description: value }), { typed: true })
        }
      />
    </div>
  );
}
