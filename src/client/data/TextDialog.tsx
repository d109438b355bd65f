import type { ReactNode } from "react";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import { lazily } from "../ui/lazily.tsx";
import { useRoute } from "../state/queries/use-route.ts";
import type { RequestItem, TemplateItem } from "./item.ts";

// The builder's part of it is a chunk of its own.
const RequestTextDialog = lazily(() => import("../builder/RequestTextDialog.tsx"));

interface TextDialogProps<Item> {
  readonly item: Item;
  readonly onClose: () => void;
}

/** A request or template of the list as its text. */
export function TextDialog({ item, onClose }: TextDialogProps<RequestItem | TemplateItem>): ReactNode {
  if (item.kind === "request") return <OfRequest item={item} onClose={onClose} />;
  const { description, request } = item.template;
  return (
    <RequestTextDialog kind="template" name={item.name} description={description} request={request} onClose={onClose} />
  );
}

function OfRequest({ item: { id, name }, onClose }: TextDialogProps<RequestItem>): ReactNode {
  const { value: request, error, again } = useRoute("request", { params: { id } });
  if (request === null) return <LoadFailure error={error} again={again} />;
  return <RequestTextDialog kind="request" name={name} request={request} onClose={onClose} />;
}
