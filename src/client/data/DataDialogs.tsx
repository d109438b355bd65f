import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { closeDialog, dataDialog } from "./dialogs.ts";
import { HistoryDialog } from "./HistoryDialog.tsx";
import { MoveDialog } from "./MoveDialog.tsx";
import { NameDialog } from "./NameDialog.tsx";
import { ReviewDialog } from "./ReviewDialog.tsx";
import { TextDialog } from "./TextDialog.tsx";
import { makeFolder, rename } from "./verbs.ts";

/** The dialog that is open over the list. */
export function DataDialogs(): ReactNode {
  const { open } = useSnapshot(dataDialog);
  if (open === null) return null;
  switch (open.kind) {
    case "rename":
      return (
        <NameDialog
          title={`Rename ${open.item.kind === "request" ? "the request" : `the ${open.item.kind}`}`}
          name={open.item.name}
          onName={(name) => rename(open.item, name)}
          onClose={closeDialog}
        />
      );
    case "new-folder":
      return (
        <NameDialog
          title="New folder"
          name=""
          onName={async (name) => (await makeFolder(name)) !== null}
          onClose={closeDialog}
        />
      );
    case "move":
      return <MoveDialog items={open.items} onClose={closeDialog} />;
    case "history":
      return <HistoryDialog item={open.item} onClose={closeDialog} />;
    case "review":
      return <ReviewDialog item={open.item} onClose={closeDialog} />;
    case "text":
      return <TextDialog item={open.item} onClose={closeDialog} />;
    default:
      return open satisfies never;
  }
}
