import { Button, TextField } from "@radix-ui/themes";
import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { explanationText } from "../../../contract/index.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { useExplanation } from "../explanations.ts";
import type { ShownRun } from "../shown-run.ts";
import { SnapshotNotice } from "./CellPanel.tsx";
import { Panel, WhenThere } from "./Panel.tsx";
import { RowExplained } from "./RowExplained.tsx";
import "./why-not.css";

interface WhyNotPanelProps {
  readonly run: ShownRun;
  readonly focus: number | null;
  readonly onClose: () => void;
}

/** A symbol and a day that are not among the rows, and why. */
export function WhyNotPanel({ run, focus, onClose }: WhyNotPanelProps): ReactNode {
  const { hits } = run.status;
  const [symbol, setSymbol] = useState("");
  const [date, setDate] = useState(hits.at(-1)?.date ?? "");
  const [question, setQuestion] = useState<{
    readonly symbol: string;
    readonly date: string;
    readonly turn: number;
  } | null>(null);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (symbol.trim() !== "" && date !== "")
      setQuestion({ symbol: symbol.trim().toUpperCase(), date, turn: (question?.turn ?? 0) + 1 });
  };
  return (
    <Panel title="Why not?" focus={focus} onClose={onClose}>
      <form className="why-not" onSubmit={onSubmit}>
        <TextField.Root
          aria-label="Symbol"
          placeholder="Symbol"
          value={symbol}
          maxLength={20}
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setSymbol(event.target.value)}
        />
        <TextField.Root type="date" aria-label="Day" value={date} onChange={(event) => setDate(event.target.value)} />
        <Button type="submit" variant="soft" disabled={symbol.trim() === "" || date === ""}>
          Why not?
        </Button>
      </form>
      {question === null ? (
        <p className="hint">A symbol and a day: which filter kept it out, and by how much.</p>
      ) : (
        // The same question once more tries again what failed.
        <Answer key={question.turn} run={run} question={question} />
      )}
    </Panel>
  );
}

function Answer({
  run,
  question,
}: {
  readonly run: ShownRun;
  readonly question: { readonly symbol: string; readonly date: string };
}): ReactNode {
  const explanation = useExplanation(run, question.symbol, question.date);
  return (
    <WhenThere {...explanation} doing="Asking each filter about the day">
      {(answer) => (
        <>
          <SnapshotNotice run={run} answer={answer} />
          <RowExplained answer={answer} />
          <CopyButton size="1" variant="soft" className="copy" text={() => explanationText(answer)} />
        </>
      )}
    </WhenThere>
  );
}
