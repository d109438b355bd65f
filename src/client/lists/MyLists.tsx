import { Text } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useRoute } from "../state/queries/use-route.ts";
import { forgetWaitingList, waitingList } from "../state/page/waiting-list.ts";
import { DropHere } from "../ui/DropHere.tsx";
import { LoadState } from "../ui/LoadState.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { showCount } from "../ui/values.ts";
import { FileButton, ListItem } from "./ListItem.tsx";
import { NewList } from "./NewList.tsx";
import "./my-lists.css";

/** Lists and numbers that the user brings along: dropped, looked at, kept, replaced, exported, deleted. */
export default function MyLists(): ReactNode {
  const loaded = useRoute("ownData");
  const { value, again } = loaded;
  const [file, setFile] = useState(waitingList);
  useEffect(forgetWaitingList, []);
  return (
    <main className="my-lists">
      <PageHead>
        <h1>My lists</h1>
        <Text color="gray" size="2" className="how-many" role="status">
          {value !== null &&
            `${showCount(value.items.length)} of ${showCount(value.limits.files)} kept, up to ${showCount(value.limits.rows)} rows each`}
        </Text>
        <FileButton size="2" label="Choose a file" onFile={setFile}>
          Choose a file
        </FileButton>
      </PageHead>
      <p className="about">
        Drop a CSV file or a workbook with a column <code>symbol</code>, and with <code>day</code> and{" "}
        <code>until</code> where days count, to filter by it. Numbers by symbol and day become fields of your own. Only
        you see your files: a formula that you share carries the name and no rows.
      </p>
      <DropHere onFile={setFile}>Drop a list or numbers</DropHere>
      {file !== null && (
        <NewList
          key={`${file.name} ${file.size} ${file.lastModified}`}
          file={file}
          onEnd={(kept) => {
            setFile(null);
            if (kept) again();
          }}
        />
      )}
      <LoadState loaded={loaded} height="220px" />
      {value !== null && value.items.length === 0 && file === null && (
        <p className="nothing">Nothing here yet. Your first list may be a column of symbols under the word symbol.</p>
      )}
      <ul className="my-lists-items">
        {value?.items.map((item) => (
          <ListItem key={item.id} item={item} again={again} />
        ))}
      </ul>
    </main>
  );
}
