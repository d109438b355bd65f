import { readdirSync } from "node:fs";
import { resolve } from "node:path";

/** Rooms that only the browser runs; Vite watches them. */
const OF_THE_BROWSER = ["client", "charting"];

/** The folders of `src` that the server may run: `npm run dev` starts it again when one of them changes. */
export const WATCHED_ROOMS: readonly string[] = readdirSync(resolve(import.meta.dirname, "../src")).filter(
  (room) => !OF_THE_BROWSER.includes(room),
);
