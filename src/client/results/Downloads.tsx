import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { FORMATS } from "../../contract/index.ts";
import type { Format } from "../../contract/index.ts";
import { Icon } from "../ui/icons.tsx";
import { DownloadLink } from "./DownloadLink.tsx";
import "./downloads.css";

/** What files are called. */
export const FORMAT_LABELS: Readonly<Record<Format, string>> = { xlsx: "Workbook", csv: "CSV", parquet: "Parquet" };

/** The files of a finished run. */
export function Downloads({ id }: { readonly id: string }): ReactNode {
  return (
    <span className="downloads" data-part="">
      {FORMATS.map((format, index) => (
        <Button key={format} asChild size="2" variant={index === 0 ? "solid" : "soft"}>
          <DownloadLink id={id} format={format}>
            <Icon name="download" /> {FORMAT_LABELS[format]}
          </DownloadLink>
        </Button>
      ))}
    </span>
  );
}
