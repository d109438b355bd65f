import { expect, test } from "vitest";
import { programName } from "../../src/client/account/settings/program-name.ts";

const LINUX = "Mozilla/5.0 (X11; Linux x86_64)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";
const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${LINUX} ${WEBKIT} Chrome/156.0.0.0 Safari/537.36`, "Chrome 156 on Linux"],
  [`${WINDOWS} ${WEBKIT} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`, "Edge 156 on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox 145 on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
    "Safari 19 on iOS",
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/156.0.0.0 Mobile Safari/537.36`, "Chrome 156 on Android"],
  ["curl/8.5.0", "curl/8.5.0"],
  ["Mozilla/5.0 (compatible; something)", "Mozilla/5.0 (compatible; something)"],
])("%s is %s", (agent, name) => {
  expect(programName(agent)).toBe(name);
});
