import { Button } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Icon } from "../ui/icons.tsx";
import type { IconName } from "../ui/icons.tsx";
import { openDialog } from "./dialogs.ts";
import { listAddress, narrows } from "./list-query.ts";
import type { ListParams, View } from "./list-query.ts";
import "./list-nothing.css";

const EMPTY_TEXTS: Readonly<Record<View, { readonly icon: IconName; readonly title: string; readonly text: string }>> =
  {
    requests: {
      icon: "sheet",
      title: "No requests yet",
      text: "A data request names days, filters that choose stocks, and columns to export. Run it, and its workbook waits here.",
    },
    favourites: {
      icon: "star",
      title: "No favourites yet",
      text: "Click the star of a request, or press f on its row, to see it here.",
    },
    updates: {
      icon: "calendar",
      title: "No daily updates yet",
      text: "A request with daily updates runs again after every new session and shows which rows are new and which are gone. Turn them on in a request's menu.",
    },
    templates: {
      icon: "columns",
      title: "No templates",
      text: "A template is a request without its dates. Save any request as a template from its menu.",
    },
    folders: {
      icon: "folder",
      title: "No folders yet",
      text: "A folder keeps the requests of one idea together. Create one, then drag requests onto it, or press m on a row.",
    },
    trash: {
      icon: "trash",
      title: "The trash is empty",
      text: "Deleted requests stay here until you restore them or delete them for good.",
    },
    "template-trash": {
      icon: "trash",
      title: "No deleted templates",
      text: "Templates that you delete stay here until you restore them or delete them for good.",
    },
  };

/** An empty list says what it will hold and how to add it. */
export function EmptyList({ params }: { readonly params: ListParams }): ReactNode {
  if (narrows(params) || params.page > 1) {
    const { view } = params;
    return (
      <div className="list-nothing">
        <Icon name="search" size={28} />
        <h2>No matches</h2>
        <p>
          {params.folder === null
            ? "No request has this name or status."
            : "The folder is empty, or nothing in it matches."}
        </p>
        <Button variant="soft" asChild>
          <Link to={listAddress({ view })}>Show all</Link>
        </Button>
      </div>
    );
  }
  const { icon, title, text } = EMPTY_TEXTS[params.view];
  return (
    <div className="list-nothing">
      <Icon name={icon} size={28} />
      <h2>{title}</h2>
      <p>{text}</p>
      {params.view === "requests" && (
        <div className="ways">
          <Button asChild>
            <Link to="/data-request">Create Data Request</Link>
          </Button>
          <Button variant="soft" asChild>
            <Link to="/templates">Start from a template</Link>
          </Button>
        </div>
      )}
      {params.view === "folders" && <Button onClick={() => openDialog({ kind: "new-folder" })}>New folder</Button>}
    </div>
  );
}
