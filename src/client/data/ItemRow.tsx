import { Badge, Checkbox, IconButton, Progress } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import type { StatusAnswer } from "../../contract/index.ts";
import { DownloadLink } from "../results/DownloadLink.tsx";
import { showCount } from "../ui/values.ts";
import { showMoment } from "../ui/dates.ts";
import { Icon } from "../ui/icons.tsx";
import { openDialog } from "./dialogs.ts";
import { ItemMenu } from "./ItemMenu.tsx";
import { itemAddress, many, statusColour } from "./item.ts";
import type { Item, RequestItem } from "./item.ts";
import { useFolderNames } from "./list-answers.ts";
import { isTrash } from "./list-query.ts";
import type { View } from "./list-query.ts";
import { myData, toggleSelected } from "./my-data.ts";
import { dragged } from "./dragged.ts";
import { withVerbs } from "./with-verbs.ts";
import "./item.css";

/** One row: name, status and actions. */
export function ItemRow({
  item,
  view,
  seen,
}: {
  readonly item: Item;
  readonly view: View;
  /** Progress of its scan while it waits or runs. */
  readonly seen: StatusAnswer | undefined;
}): ReactNode {
  const { selected, current } = useSnapshot(myData);
  const ticked = selected.includes(item.id);
  const draggable = item.kind === "request" && view !== "trash";
  return (
    <tr
      data-item={item.id}
      className={`item ${ticked ? "ticked" : ""} ${current === item.id ? "current" : ""}`}
      aria-selected={ticked}
      draggable={draggable}
      onDragStart={(event) => draggable && dragged.start(event, item.id)}
      onFocusCapture={() => {
        myData.current = item.id;
      }}
      onPointerDown={() => {
        myData.current = item.id;
      }}
    >
      <td className="tick">
        {item.kind === "request" && (
          <Checkbox
            aria-label={`Select ${item.name}`}
            checked={ticked}
            onCheckedChange={() => toggleSelected(item.id)}
          />
        )}
      </td>
      <td className="mark">
        {item.kind === "request" ? (
          <Star item={item} view={view} />
        ) : (
          <Icon name={item.kind === "folder" ? "folder" : "sheet"} />
        )}
      </td>
      <td className="name" colSpan={item.kind === "template" ? 3 : 1}>
        {isTrash(view) ? (
          <button
            type="button"
            className="item-name"
            onClick={() => item.kind !== "folder" && openDialog({ kind: "review", item })}
          >
            {item.name}
          </button>
        ) : (
          <Link className="item-name" to={itemAddress(item)} draggable={false}>
            {item.name}
          </Link>
        )}
        <ItemDetails item={item} />
      </td>
      {item.kind !== "template" && (
        <>
          <td className="status">{item.kind === "request" && <StatusCell item={item} seen={seen} />}</td>
          <td className="rows">
            {item.kind === "folder"
              ? showCount(item.folder.requests)
              : item.request.rows !== null && showCount(item.request.rows)}
          </td>
        </>
      )}
      <td className="date">{item.at === null ? "" : showMoment(item.at)}</td>
      <td className="do">
        {item.kind === "request" && item.request.status === "Finished" && view !== "trash" && (
          <DownloadLink id={item.id} format="xlsx" label={`Download the workbook of ${item.name}`} draggable={false}>
            <Icon name="download" />
          </DownloadLink>
        )}
        <ItemMenu item={item} view={view} />
      </td>
    </tr>
  );
}

function Star({ item, view }: { readonly item: RequestItem; readonly view: View }): ReactNode {
  return (
    <IconButton
      variant="ghost"
      color={item.request.favourite ? "amber" : "gray"}
      className={item.request.favourite ? "star on" : "star"}
      aria-label={`Favourite: ${item.name}`}
      aria-pressed={item.request.favourite}
      disabled={view === "trash"}
      onClick={() => void withVerbs((verbs) => verbs.favourite([item]))}
    >
      <Icon name="star" />
    </IconButton>
  );
}

/** Under the name: folder and description. */
function ItemDetails({ item }: { readonly item: Item }): ReactNode {
  const { params } = useSnapshot(myData);
  const folders = useFolderNames();
  if (item.kind === "folder") return <small>{many(item.folder.requests, "request")}</small>;
  if (item.kind === "template") {
    return (
      <small>
        {item.template.builtin ? "Built in" : "Yours"}
        {item.template.description !== "" && ` · ${item.template.description}`}
      </small>
    );
  }
  const { folder_id, data_updates } = item.request;
  const folder = params.folder === folder_id ? undefined : folders?.find(({ id }) => id === folder_id);
  const said = [folder?.name, data_updates ? "Daily updates" : undefined].filter((text) => text !== undefined);
  return (
    <small>
      {item.at !== null && <span className="narrow">{showMoment(item.at)}</span>}
      {said.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </small>
  );
}

function StatusCell({
  item,
  seen,
}: {
  readonly item: RequestItem;
  readonly seen: StatusAnswer | undefined;
}): ReactNode {
  const status = seen?.status ?? item.request.status;
  const badge = <Badge color={statusColour(status)}>{status}</Badge>;
  if (status === "Running") {
    const share = seen?.progress == null || seen.progress.total === 0 ? 0 : seen.progress.done / seen.progress.total;
    return (
      <>
        {badge}
        <Progress value={Math.round(share * 100)} size="1" aria-label={`Progress of ${item.name}`} />
      </>
    );
  }
  if (status === "Pending" && seen !== undefined && seen.waiting > 0) {
    return (
      <>
        {badge} <small>{seen.waiting} before it</small>
      </>
    );
  }
  return badge;
}
