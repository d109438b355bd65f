import { Button, Dialog, Flex, TextArea } from "@radix-ui/themes";
import { useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { translate } from "../../formula/index.ts";
import type { TranslatedFormula, Translation } from "../../formula/index.ts";
import type { PasteFrom } from "../state/page/paste-from.ts";
import { insertCode } from "./insert.ts";
import { insertIntoText } from "./paste-into.ts";
import "./paste-formula.css";

const NONE = "This is recognised as no formula of TC2000, Pine Script, thinkScript or Excel.";

/** What is shown of the parts that were understood: each once, so many of them at most. */
const PIECES_SHOWN = 12;
const differentPieces = (pieces: Translation["pieces"]): Translation["pieces"] =>
  [...new Map(pieces.map((piece) => [`${piece.text}\n${piece.code}`, piece])).values()].slice(0, PIECES_SHOWN);

/** One of the formulas that a text can mean, and what is assumed then. */
interface Choice extends TranslatedFormula {
  readonly assumes: string;
}

/** A formula of another platform beside what it is here. What cannot be said is named; Enter puts the translation in. */
export default function PasteFormula({
  paste,
  onClose,
}: {
  readonly paste: PasteFrom;
  readonly onClose: () => void;
}): ReactNode {
  const [text, setText] = useState(paste.raw);
  const [chosen, setChosen] = useState(0);
  const insert = useRef<HTMLButtonElement>(null);
  const found = useMemo(() => translate(text), [text]);
  const choices: readonly Choice[] = (found?.readings ?? []).flatMap(({ assumes, formulas }) =>
    formulas.map((formula) => ({ ...formula, assumes })),
  );
  const choice = choices[Math.min(chosen, choices.length - 1)];
  const asIs = (): void => {
    onClose();
    setTimeout(() => {
      paste.view.dispatch(paste.view.state.replaceSelection(paste.raw));
      paste.view.focus();
    });
  };
  const put = (): void => {
    if (choice === undefined) return;
    onClose();
    // The dialog gives the focus back first.
    setTimeout(() =>
      paste.inText ? insertIntoText(paste.view, choice.code, choice.name) : insertCode(paste.view, choice.code),
    );
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Content
        maxWidth="860px"
        className="paste-formula"
        onOpenAutoFocus={(event) => {
          if (choice === undefined) return;
          event.preventDefault();
          insert.current?.focus();
        }}
      >
        <Dialog.Title size="4">
          {found === null ? "Paste from another platform" : `Paste from ${found.label}`}
        </Dialog.Title>
        <Dialog.Description size="2" color="gray" mb="3">
          A formula of TC2000, Pine Script, thinkScript or Excel, and what it is here.
        </Dialog.Description>
        <div className="sides">
          <div>
            <h3 id="paste-theirs">There</h3>
            <TextArea
              aria-labelledby="paste-theirs"
              rows={8}
              value={text}
              spellCheck={false}
              placeholder="ta.rsi(close, 14) > 70"
              onChange={(event) => {
                setText(event.target.value);
                setChosen(0);
              }}
              onPaste={() => setTimeout(() => insert.current?.focus())}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
                event.preventDefault();
                put();
              }}
            />
          </div>
          <div aria-live="polite">
            <h3 id="paste-ours">Here</h3>
            {choices.length > 0 ? (
              <div role="radiogroup" aria-labelledby="paste-ours" className="choices">
                {choices.map((one, index) => (
                  <label key={`${one.assumes} ${one.code}`}>
                    <input
                      type="radio"
                      name="paste-choice"
                      checked={one === choice}
                      onChange={() => setChosen(index)}
                      onKeyDown={(event) => event.key === "Enter" && put()}
                    />
                    <span>
                      {one.assumes !== "" && <small>With {one.assumes}</small>}
                      {one.name !== null && choices.length > 1 && <small>{one.name}</small>}
                      <code>{one.code}</code>
                    </span>
                  </label>
                ))}
              </div>
            ) : (
              <p>{found !== null ? "Not all of it can be said here." : text.trim() === "" ? "" : NONE}</p>
            )}
          </div>
        </div>
        {found !== null && found.unsaid.length > 0 && (
          <>
            <h3>What cannot be said</h3>
            <ul className="unsaid">
              {found.unsaid.map(({ text: part, why }) => (
                <li key={part}>
                  <code>{part}</code>: {why}.
                </li>
              ))}
            </ul>
          </>
        )}
        {found !== null && found.pieces.length > 0 && (
          <table className="pieces">
            <tbody>
              {differentPieces(found.pieces).map(({ from, text: part, code }) => (
                <tr key={from}>
                  <td>
                    <code>{part}</code>
                  </td>
                  <td>
                    <code>{code}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <Flex gap="3" mt="3" justify="end" wrap="wrap">
          <Button variant="soft" color="gray" onClick={onClose}>
            Cancel
          </Button>
          {paste.raw !== "" && (
            <Button variant="soft" color="gray" onClick={asIs}>
              Paste as it is
            </Button>
          )}
          <Button ref={insert} disabled={choice === undefined} onClick={put}>
            Insert
          </Button>
        </Flex>
      </Dialog.Content>
    </Dialog.Root>
  );
}
