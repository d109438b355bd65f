import { Button, Dialog, Flex, Skeleton } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { lazily } from "../ui/lazily.tsx";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import { useRoute } from "../state/server/use-route.ts";
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
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content maxWidth="820px" className="looked-at">
        <Dialog.Title size="4">{item.name}</Dialog.Title>
        <Dialog.Description size="2" color="gray" mb="3">
          It is in the trash: it can be looked at. Restore it to change or run it.
        </Dialog.Description>
        {item.kind === "template" ? (
          <RequestReview kind="template" name={item.name} request={item.template.request} />
        ) : (
          <OfRequest item={item} />
        )}
        <Flex justify="end" mt="3">
          <Dialog.Close>
            <Button variant="soft" color="gray">
              Close
            </Button>
          </Dialog.Close>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
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
