/** The page in the browser: a request as formulas, its preview, its runs. Starts in `main.tsx`; nothing imports it. */
export { App } from "./App.tsx";
