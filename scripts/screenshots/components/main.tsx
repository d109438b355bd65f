import "@radix-ui/themes/styles.css";
import "../../../src/client/client.css";
import "../../../src/client/results/run-strip.css";
import "../../../src/client/study/study.css";
import "./components.css";
import { Theme } from "@radix-ui/themes";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { useSnapshot } from "valtio";
import { appearance } from "../../../src/client/state/slices/appearance.ts";
import { CONTROLS } from "./controls.tsx";
import { OVERLAYS } from "./overlays.tsx";
import { PARTS } from "./parts.tsx";
import type { Shown } from "./shown.ts";
import { Tokens } from "./tokens.tsx";

const Group = ({ title, shown }: { readonly title: string; readonly shown: readonly Shown[] }): ReactNode => (
  <>
    <h2>{title}</h2>
    {shown.map(({ name, states, wide }) => (
      <section key={name}>
        <h3>{name}</h3>
        <div className={`states${wide ? " wide" : ""}`}>
          {states.map(({ state, node, forced }) => (
            <div key={state}>
              <small>{state}</small>
              <div data-forced={forced}>{node}</div>
            </div>
          ))}
        </div>
      </section>
    ))}
  </>
);

/** Every part of the interface in every state it has; over it, what the address names. */
function Components(): ReactNode {
  const { shown } = useSnapshot(appearance);
  const over = OVERLAYS[new URLSearchParams(location.search).get("over") ?? ""];
  return (
    <Theme appearance={shown} accentColor="blue" grayColor="slate" radius="medium" panelBackground="solid">
      <div className="components">
        <h1>Components</h1>
        {over === undefined ? (
          <>
            <Tokens />
            <Group title="Controls" shown={CONTROLS} />
            <Group title="Parts" shown={PARTS} />
          </>
        ) : (
          over()
        )}
      </div>
    </Theme>
  );
}

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(<Components />);
