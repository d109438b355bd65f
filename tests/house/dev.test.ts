import { expect, test } from "vitest";
import { WATCHED_ROOMS } from "../../scripts/watched-rooms.ts";
import { SOURCES } from "../../src/cli/client-build.ts";
import { ROOMS } from "./rooms.ts";

/** A room and every room it is made of, with the folders of data they hold. */
function reachOf(name: string, found = new Set<string>()): Set<string> {
  const room = ROOMS[name];
  if (room === undefined || found.has(`src/${name}`)) return found;
  found.add(`src/${name}`);
  if (room.data !== undefined) found.add(room.data);
  for (const next of room.rooms) reachOf(next, found);
  return found;
}

test("`npm run dev` starts the server again when any room it is made of changes", () => {
  const watched = [...WATCHED_ROOMS.map((room) => `src/${room}`), "presets"];
  expect([...reachOf("cli")].filter((path) => !watched.includes(path))).toEqual([]);
});

test("the built client is old when any room it is made of is newer", () => {
  const reach = [...reachOf("client"), ...reachOf("charting")];
  expect(reach.filter((path) => !SOURCES.includes(path))).toEqual([]);
});
