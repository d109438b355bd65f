import "@radix-ui/themes/styles.css";
import "./charting.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { enter } from "./state/session.ts";

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");
void enter();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
