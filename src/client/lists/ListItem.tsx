import { Badge, Button } from "@radix-ui/themes";
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { OwnDataItem } from "../../contract/index.ts";
import { call, reasonOf } from "../state/queries/calls.ts";
import { useRoute } from "../state/queries/use-route.ts";
import { confirmed } from "../state/slices/confirm.ts";
import { showToast } from "../state/slices/toast.ts";
import { CopyButton } from "../ui/CopyButton.tsx";
import { showMoment } from "../ui/dates.ts";
import { LoadState } from "../ui/LoadState.tsx";
import { showCount } from "../ui/values.ts";
import { base64Of, saveAs } from "./file-bytes.ts";
import { OwnReportView } from "./OwnReportView.tsx";

/** A list or numbers of the account, with all that can be done with it. */
export function ListItem({ item, again }: { readonly item: OwnDataItem; readonly again: () => void }): ReactNode {
  const { id, name, kind, rows, file_name, changes, updated_at, fields } = item;
  const [open, setOpen] = useState(false);
  const report = useId();
  const ended = (
    answer: { readonly ok: true } | { readonly ok: false; readonly error: Parameters<typeof reasonOf>[0] },
    said: string,
  ): void => {
    if (answer.ok) showToast(said);
    else showToast(reasonOf(answer.error), "error");
    again();
  };
  const give = (mode: "replace" | "append") => async (file: File) =>
    ended(
      await call("changeOwnData", {
        params: { id },
        body: { file_name: file.name, file: await base64Of(file), mode },
      }),
      mode === "append" ? `Rows added to ${name}` : `${name} replaced`,
    );
  const save = async (): Promise<void> => {
    const answer = await call("exportOwnData", { params: { id } });
    if (answer.ok) saveAs(`${name.replaceAll(/[^\p{L}\p{N} _()+,-]+/gu, "-")}.csv`, answer.value.csv);
    else showToast(reasonOf(answer.error), "error");
  };
  const remove = async (): Promise<void> => {
    const text = `Requests and templates that name ${name} no longer run. This cannot be undone.`;
    if (
      (await confirmed({ title: kind === "list" ? "Delete list" : "Delete numbers", text, action: "Delete" })) === null
    )
      return;
    ended(await call("deleteOwnData", { params: { id } }), `${name} deleted`);
  };
  const codes = kind === "list" ? [`in_list("${name}")`] : fields.map((field) => `[mine ${field.name}]`);
  return (
    <li>
      <header>
        <h3>{name}</h3>
        <Badge color={kind === "list" ? "blue" : "green"}>{kind === "list" ? "list" : "numbers"}</Badge>
        <small>
          {showCount(rows)} {rows === 1 ? "row" : "rows"} · version {changes}, {showMoment(updated_at)}
          {file_name !== "" && ` · ${file_name}`}
        </small>
      </header>
      <p className="codes">
        {codes.map((code) => (
          <span key={code}>
            <code>{code}</code>
            <CopyButton size="1" variant="ghost" text={() => code} aria-label={`Copy ${code}`} />
          </span>
        ))}
      </p>
      <footer>
        <Button
          size="1"
          variant="soft"
          aria-expanded={open}
          aria-controls={report}
          aria-label={`Report of ${name}`}
          onClick={() => setOpen(!open)}
        >
          Report
        </Button>
        <FileButton label={`Replace ${name}`} onFile={give("replace")}>
          Replace
        </FileButton>
        <FileButton label={`Add rows to ${name}`} onFile={give("append")}>
          Add rows
        </FileButton>
        <Button size="1" variant="soft" aria-label={`Export ${name}`} onClick={() => void save()}>
          Export
        </Button>
        <Button size="1" variant="soft" color="red" aria-label={`Delete ${name}`} onClick={() => void remove()}>
          Delete
        </Button>
      </footer>
      <div id={report} hidden={!open}>
        {open && <Report id={id} name={name} />}
      </div>
    </li>
  );
}

function Report({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const loaded = useRoute("ownDataReport", { params: { id } });
  return (
    <>
      <LoadState loaded={loaded} height="140px" doing="Matching the file with the market" />
      {loaded.value !== null && <OwnReportView preview={loaded.value} name={name} />}
    </>
  );
}

/** A button that asks for a file. */
export function FileButton({
  label,
  onFile,
  children,
  size = "1",
}: {
  readonly label: string;
  readonly onFile: (file: File) => unknown;
  readonly children: ReactNode;
  readonly size?: "1" | "2";
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size={size} variant="soft" aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file !== undefined) void onFile(file);
        }}
      />
    </>
  );
}
