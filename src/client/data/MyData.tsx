import { Button, Checkbox, Skeleton } from "@radix-ui/themes";
import { useCallback, useEffect, useLayoutEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link, useLocation, useSearch } from "wouter";
import { addCommands } from "../commands/registry.ts";
import { LIMITS } from "../../vocabulary/index.ts";
import { showCount } from "../ui/values.ts";
import { Icon } from "../ui/icons.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { LoadFailure } from "../ui/LoadFailure.tsx";
import { lazily } from "../ui/lazily.tsx";
import { Pager } from "../ui/Pager.tsx";
import { Slot } from "../ui/slots.tsx";
import { askForProduct } from "../state/queries/product.ts";
import { dataDialog } from "./dialogs.ts";
import { FolderLinks } from "./FolderLinks.tsx";
import { VIEW_TITLES } from "./item.ts";
import { ItemRow } from "./ItemRow.tsx";
import { BulkBar, ListBar } from "./ListBar.tsx";
import { listCommands } from "./list-commands.ts";
import { reload, useList, useProgress } from "./list-answers.ts";
import type { List as Shown } from "./list-answers.ts";
import { listAddress, ofRequests, readListParams } from "./list-query.ts";
import type { ListParams } from "./list-query.ts";
import { keepChosen, myData, showList } from "./my-data.ts";
import { EmptyList } from "./EmptyList.tsx";
import "./item.css";
import "./items.css";
import "./my-data.css";

const NothingHere = lazily(() => import("../ui/NothingHere.tsx"));
const DataDialogs = lazily(async () => ({ default: (await import("./DataDialogs.tsx")).DataDialogs }));

/** Loads the dialogs with the first of them. */
function OpenDialog(): ReactNode {
  const { open } = useSnapshot(dataDialog);
  return open === null ? null : <DataDialogs />;
}

/** Requests, templates and folders in one list. */
export default function MyData(): ReactNode {
  const search = useSearch();
  const [, navigate] = useLocation();
  const params = readListParams(search);
  const { view, folder, status, q, sortBy, page } = params;
  useLayoutEffect(() => showList({ view, folder, status, q, sortBy, page }), [view, folder, status, q, sortBy, page]);
  useEffect(() => void askForProduct(), []);
  useLayoutEffect(() => addCommands(listCommands()), []);
  const ask = useCallback(
    (change: Partial<ListParams>, replace = false) =>
      // Another filter begins at its first page.
      navigate(listAddress({ ...readListParams(location.search), page: 1, ...change }), { replace }),
    [navigate],
  );
  const list = useList(params);
  const { total } = list;
  const title =
    folder === null ? (view === "requests" ? "My Data" : VIEW_TITLES[view]) : (list.folder?.name ?? "Folder");
  return (
    <main className="my-data">
      <Slot name="drawer">
        <FolderLinks />
      </Slot>
      <PageHead>
        <h1>{title}</h1>
        {total > LIMITS.pageRows && (
          <span className="how-many">
            {showCount(total)} in all, {LIMITS.pageRows} on a page
          </span>
        )}
        <div className="ways">
          <Button variant="ghost" color="gray" asChild>
            <Link to="/dashboard">
              <Icon name="gauge" /> Dashboard
            </Link>
          </Button>
          <Button asChild>
            <Link to="/data-request">
              <Icon name="add" /> Create Data Request
            </Link>
          </Button>
        </div>
      </PageHead>
      <ListBar params={params} onAsk={ask} />
      <BulkBar />
      <List params={params} list={list} />
      <Pager label="Pages" page={page} total={total} onPage={(to) => ask({ page: to })} />
      <OpenDialog />
    </main>
  );
}

function List({ params, list }: { readonly params: ListParams; readonly list: Shown }): ReactNode {
  const { phase, items, error, total } = list;
  const { selected } = useSnapshot(myData);
  const progress = useProgress(items, params.view);
  useEffect(() => {
    if (phase === "ready") keepChosen(items);
  }, [phase, items]);
  const ticks = items.filter(({ kind }) => kind === "request").length;
  if (list.gone) return <NothingHere title="There is no folder with this id." />;
  if (phase === "ready" && items.length === 0) return <EmptyList params={params} />;
  return (
    <>
      <LoadFailure error={error} again={() => void reload()} />
      {(phase === "loading" || items.length > 0) && (
        <table className="items" aria-busy={phase === "loading"} aria-label={VIEW_TITLES[params.view]}>
          <thead>
            <tr>
              <th className="tick">
                {ticks > 0 && (
                  <Checkbox
                    aria-label="Select all on this page"
                    checked={selected.length === 0 ? false : selected.length === ticks ? true : "indeterminate"}
                    onCheckedChange={(all) => {
                      myData.selected =
                        all === true ? items.flatMap(({ kind, id }) => (kind === "request" ? [id] : [])) : [];
                    }}
                  />
                )}
              </th>
              <th className="mark">
                <span className="visually-hidden">Favourite</span>
              </th>
              <th className="name">Name</th>
              <th className="status">{ofRequests(params.view) ? "Status" : ""}</th>
              <th className="rows">{params.view === "folders" ? "Requests" : ofRequests(params.view) ? "Rows" : ""}</th>
              <th className="date">Created</th>
              <th className="do">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {phase === "loading" && items.length === 0
              ? Array.from({ length: Math.min(LIMITS.pageRows, total || LIMITS.pageRows) }, (_, row) => (
                  <tr key={row} className="item">
                    <td className="tick" />
                    <td className="mark" />
                    <td className="name">
                      <Skeleton height="20px" />
                    </td>
                    <td className="status">
                      <Skeleton height="20px" />
                    </td>
                    <td className="rows" />
                    <td className="date" />
                    <td className="do" />
                  </tr>
                ))
              : items.map((item) => (
                  <ItemRow key={item.id} item={item} view={params.view} seen={progress.get(item.id)} />
                ))}
          </tbody>
        </table>
      )}
    </>
  );
}
