import { Skeleton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { lazily } from "../ui/lazily.tsx";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import { ReadDialog } from "../ui/ReadDialog.tsx";
import { useRoute } from "../state/queries/use-route.ts";
import type { RequestItem, TemplateItem } from "./item.ts";

const waiting = <Skeleton height="320px" />;
// The builder's part of it is a chunk of its own.
const RequestReview = lazily(() => import("../builder/RequestReview.tsx"), waiting);

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
        <RequestReview kind="template" name={item.name} request={item.template.request} />
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
      {request === null ? error === null && waiting : <RequestReview kind="request" name={name} request={request} />}
    </>
  );
}
