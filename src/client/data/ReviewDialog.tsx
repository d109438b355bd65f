import { Skeleton } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import type { RequestReviewProps } from "../builder/RequestReview.tsx";
import { lazily } from "../ui/lazily.tsx";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import { ReadDialog } from "../ui/ReadDialog.tsx";
import { useRoute } from "../state/queries/use-route.ts";
import type { RequestItem, TemplateItem } from "./item.ts";

const waiting = <Skeleton height="320px" />;
// The builder's part of it is a chunk of its own.
const RequestReview = lazily(() => import("../builder/RequestReview.tsx"), waiting);
const RequestText = lazily(async () => ({ default: (await import("../builder/RequestTextDialog.tsx")).RequestText }));

/** What lies in the trash, to be looked at before it comes back: the review without its buttons. */
export function ReviewDialog({
  item,
  onClose,
}: {
  readonly item: RequestItem | TemplateItem;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <ReadDialog
      title={item.name}
      about="It is in the trash: it can be looked at. Restore it to change or run it."
      width={820}
      onClose={onClose}
    >
      {item.kind === "template" ? (
        <Looked kind="template" name={item.name} request={item.template.request} />
      ) : (
        <OfRequest item={item} />
      )}
    </ReadDialog>
  );
}

function OfRequest({ item: { id, name } }: { readonly item: RequestItem }): ReactNode {
  const { value: request, error, again } = useRoute("trashedRequest", { params: { id } });
  return (
    <>
      <LoadFailure error={error} again={again} />
      {request === null ? error === null && waiting : <Looked kind="request" name={name} request={request} />}
    </>
  );
}

/** Its review, and its text for those who ask for it. */
function Looked(props: RequestReviewProps): ReactNode {
  const [asText, setAsText] = useState(false);
  return (
    <>
      <RequestReview {...props} />
      <details onToggle={(event) => setAsText(event.currentTarget.open)}>
        <summary>As text</summary>
        {asText && <RequestText {...props} />}
      </details>
    </>
  );
}
