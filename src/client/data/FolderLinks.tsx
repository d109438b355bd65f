import { IconButton } from "@radix-ui/themes";
import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { showCount } from "../ui/values.ts";
import { Icon } from "../ui/icons.tsx";
import type { IconName } from "../ui/icons.tsx";
import { openDialog } from "./dialogs.ts";
import { dragged } from "./dragged.ts";
import { VIEW_TITLES } from "./item.ts";
import type { Folder } from "./item.ts";
import { useBeside } from "./list-answers.ts";
import { listAddress, VIEWS } from "./list-query.ts";
import type { View } from "./list-query.ts";
import { myData } from "./my-data.ts";
import "./data-links.css";

const ICONS: Readonly<Record<View, IconName>> = {
  requests: "sheet",
  favourites: "star",
  updates: "calendar",
  templates: "columns",
  folders: "folder",
  trash: "trash",
  "template-trash": "trash",
};

/** In the drawer: the views of the list with their counts, and the newest folders, into which requests are dropped. */
export function FolderLinks(): ReactNode {
  const { params } = useSnapshot(myData);
  const { counts, folders, folderTotal } = useBeside();
  const count: Readonly<Partial<Record<View, number | undefined>>> = {
    requests: counts?.total,
    favourites: counts?.favourite,
    updates: counts?.data_updates,
    folders: folders === null ? undefined : folderTotal,
    trash: counts?.trashed,
  };
  return (
    <section className="data-links" aria-label="My Data">
      <ul>
        {VIEWS.map((view) => {
          const here = params.view === view && params.folder === null;
          return (
            <li key={view}>
              <Link to={listAddress({ view })} aria-current={here ? "page" : undefined}>
                <Icon name={ICONS[view]} /> {VIEW_TITLES[view]}
                {count[view] !== undefined && <span className="count">{showCount(count[view])}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
      <header>
        <h2>Folders</h2>
        <IconButton
          size="1"
          variant="ghost"
          color="gray"
          aria-label="New folder"
          onClick={() => openDialog({ kind: "new-folder" })}
        >
          <Icon name="add" />
        </IconButton>
      </header>
      {folders?.length === 0 && (
        <p className="empty">A folder keeps the requests of one idea together. Drag requests here.</p>
      )}
      <ul>
        {folders?.map((folder) => (
          <FolderLink key={folder.id} folder={folder} here={params.folder === folder.id} />
        ))}
        {folders !== null && folderTotal > folders.length && (
          <li>
            <Link to={listAddress({ view: "folders" })}>All {showCount(folderTotal)} folders</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

function FolderLink({ folder, here }: { readonly folder: Folder; readonly here: boolean }): ReactNode {
  const [over, setOver] = useState(false);
  return (
    <li
      className={over ? "over" : ""}
      onDragOver={(event) => setOver(dragged.over(event))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        dragged.drop(event, folder);
      }}
    >
      <Link to={listAddress({ folder: folder.id })} aria-current={here ? "page" : undefined} title={folder.name}>
        <Icon name="folder" /> <span className="what">{folder.name}</span>
        <span className="count">{showCount(folder.requests)}</span>
      </Link>
    </li>
  );
}
