import { Button, Callout, SegmentedControl, Text, TextField } from "@radix-ui/themes";
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import type { AnswerOf } from "../../contract/index.ts";
import type { CallError } from "../state/queries/calls.ts";
import { call, messageOf } from "../state/queries/calls.ts";
import { showToast } from "../state/slices/toast.ts";
import { base64Of, nameOf } from "./file-bytes.ts";
import { OwnReportView } from "./OwnReportView.tsx";

type Kind = AnswerOf<"ownDataReport">["kind"];

/** What is wrong with a file, each with its row and field. */
const mistakesOf = (error: CallError): readonly string[] => {
  const listed = error.kind === "problem" ? error.problem.errors.map(({ message }) => message) : [];
  return listed.length > 0 ? listed : [messageOf(error)];
};

/** A file that was dropped: what it holds, before it is kept under a name. */
export function NewList({ file, onEnd }: { readonly file: File; readonly onEnd: (kept: boolean) => void }): ReactNode {
  const [name, setName] = useState(() => nameOf(file.name));
  const [kind, setKind] = useState<Kind>("list");
  const [preview, setPreview] = useState<AnswerOf<"previewOwnData"> | null>(null);
  const [mistakes, setMistakes] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let current = true;
    void (async () => {
      const answer = await call("previewOwnData", { body: { kind, file: await base64Of(file) } });
      if (!current) return;
      setPreview(answer.ok ? answer.value : null);
      setMistakes(answer.ok ? [] : mistakesOf(answer.error));
    })();
    return () => {
      current = false;
    };
  }, [file, kind]);
  const keep = async (): Promise<void> => {
    setBusy(true);
    const body = { kind, name, file_name: file.name, file: await base64Of(file) };
    const answer = await call("makeOwnData", { body });
    setBusy(false);
    if (!answer.ok) return setMistakes(mistakesOf(answer.error));
    const [field] = preview?.fields ?? [];
    showToast(`Kept. Write ${kind === "list" || field === undefined ? `in_list("${name}")` : `[mine ${field.name}]`}`);
    onEnd(true);
  };
  return (
    <section className="new-list" aria-label="New list">
      <h2>{file.name}</h2>
      <div className="choices">
        <Text as="label" size="2">
          Name
          <TextField.Root value={name} maxLength={80} onChange={({ target }) => setName(target.value)} />
        </Text>
        <SegmentedControl.Root
          aria-label="What it is"
          value={kind}
          onValueChange={(chosen) => setKind(chosen === "numbers" ? "numbers" : "list")}
        >
          <SegmentedControl.Item value="list">A list</SegmentedControl.Item>
          <SegmentedControl.Item value="numbers">Numbers</SegmentedControl.Item>
        </SegmentedControl.Root>
        <Button disabled={busy || preview === null || name.trim() === ""} onClick={() => void keep()}>
          Keep
        </Button>
        <Button variant="soft" color="gray" onClick={() => onEnd(false)}>
          Cancel
        </Button>
      </div>
      {mistakes.length > 0 && (
        <Callout.Root color="red" role="alert">
          <ul>
            {mistakes.map((mistake) => (
              <li key={mistake}>{mistake}</li>
            ))}
          </ul>
        </Callout.Root>
      )}
      {preview === null && mistakes.length === 0 && <p role="status">Reading the file…</p>}
      {preview !== null && <OwnReportView preview={preview} name={name} />}
    </section>
  );
}
