import { Button, DropdownMenu } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { FORMATS } from "../../contract/index.ts";
import { download, messageOf } from "../state/queries/calls.ts";
import { showToast } from "../state/slices/toast.ts";
import { Icon } from "../ui/icons.tsx";
import { FORMAT_LABELS } from "./Downloads.tsx";
import { showCount } from "../ui/values.ts";
import type { RowsQuery } from "./rows-order.ts";

interface DownloadShownProps {
  readonly id: string;
  /** Which rows in which order. */
  readonly query: RowsQuery;
  readonly rows: number;
}

/** Files of the rows that are looked at, in their order; the run's own files have all of them. */
export default function DownloadShown({ id, query, rows }: DownloadShownProps): ReactNode {
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger>
        <Button size="1" variant="soft" color="gray">
          <Icon name="download" size={14} /> Download these rows
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content size="1">
        <DropdownMenu.Label>{showCount(rows)} rows, in this order</DropdownMenu.Label>
        {FORMATS.map((format) => (
          <DropdownMenu.Item
            key={format}
            onSelect={() =>
              void download("export", { id }, { ...query, format }).then((error) => {
                if (error !== null) showToast(messageOf(error), "error");
              })
            }
          >
            {FORMAT_LABELS[format]}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
