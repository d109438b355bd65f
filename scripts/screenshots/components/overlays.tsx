import { DropdownMenu, Button } from "@radix-ui/themes";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { ToastMessage } from "../../../src/client/shell/ToastMessage.tsx";
import { confirmed } from "../../../src/client/state/slices/confirm.ts";
import { showToast } from "../../../src/client/state/slices/toast.ts";
import ConfirmDialog from "../../../src/client/ui/ConfirmDialog.tsx";
import { DropHere } from "../../../src/client/ui/DropHere.tsx";
import { FormDialog } from "../../../src/client/ui/FormDialog.tsx";
import { ReadDialog } from "../../../src/client/ui/ReadDialog.tsx";
import { Field } from "../../../src/client/account/Field.tsx";

const nothing = (): void => undefined;
const FOREVER = 3_600_000;

function Confirm(): ReactNode {
  useEffect(() => {
    void confirmed({
      title: "Delete all?",
      text: "You are about to remove all selected Data. Are you sure?",
      action: "Delete",
      reason: true,
    });
  }, []);
  return <ConfirmDialog />;
}

function Toast({ type }: { readonly type: "success" | "error" }): ReactNode {
  useEffect(() => {
    if (type === "success") showToast("Moved to trash", type, nothing, FOREVER);
    else showToast("The formula does not parse. Nothing was run.", type, null, FOREVER);
  }, [type]);
  return <ToastMessage />;
}

function Drop(): ReactNode {
  useEffect(() => {
    const files = new DataTransfer();
    files.items.add(new File([""], "one.csv"));
    dispatchEvent(new DragEvent("dragover", { dataTransfer: files }));
  }, []);
  return <DropHere onFile={nothing}>Drop a list of symbols, or a request</DropHere>;
}

/** What lies over the page, one at a time: the address names it. */
export const OVERLAYS: Readonly<Record<string, () => ReactNode>> = {
  confirm: () => <Confirm />,
  form: () => (
    <FormDialog
      title="Rename"
      about="The name is shown in My Data and in the workbook."
      submit="Rename"
      incomplete
      onSubmit={() => Promise.resolve(true)}
      onClose={nothing}
    >
      <Field label="Name" error="Request name required" />
    </FormDialog>
  ),
  read: () => (
    <ReadDialog title="History" about="Every run of this request." width={460} onClose={nothing}>
      <p>No runs yet.</p>
    </ReadDialog>
  ),
  menu: () => (
    <DropdownMenu.Root open>
      <DropdownMenu.Trigger>
        <Button variant="soft">More</Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content>
        <DropdownMenu.Label>Openings above 2 %</DropdownMenu.Label>
        <DropdownMenu.Item shortcut="E">Edit</DropdownMenu.Item>
        <DropdownMenu.Item disabled>Share</DropdownMenu.Item>
        <DropdownMenu.Separator />
        <DropdownMenu.Item color="red">Delete</DropdownMenu.Item>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  ),
  done: () => <Toast type="success" />,
  failed: () => <Toast type="error" />,
  drop: () => <Drop />,
};
