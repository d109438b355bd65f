import "@radix-ui/themes/styles.css";
import "./client.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { user } from "./state/session/session.ts";
import { holdSharedLink } from "./state/session/shared-link.ts";
import { signInByAddress } from "./state/sign-in/sign-in.ts";

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");
signInByAddress();
if (!user.isAuth) holdSharedLink();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
