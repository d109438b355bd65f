import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { IN_SOAK } from "../cases.ts";
import { importCsv } from "../../src/market/index.ts";
import { folderOf } from "./csv-folder.ts";
import { openTestMarket } from "./open-market.ts";

const SEMICOLONS = "date;open;high;low;close;volume\n2024-01-02;1;2;1;2;5\n";

/** Translates a file and waits, copy in hand. */
const COPYING = `
const { PlainCopies } = await import(${JSON.stringify(new URL("../../src/market/import/plain-copy.ts", import.meta.url).href)});
const copy = await new PlainCopies().of(process.argv[1], "A.csv", () => null);
console.log(copy.path);
setInterval(() => undefined, 1000);
`;

// What a copy holds is in `import-vendors`; one that stays takes room and no more.
test.runIf(IN_SOAK)(
  "copies of an import that was killed are removed by the next one, those of a running one stay",
  async () => {
    const folder = folderOf({ "A.csv": SEMICOLONS });
    const start = async () => {
      const importing = spawn(process.execPath, ["--input-type=module", "-e", COPYING, join(folder, "A.csv")], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = await once(importing.stdout, "data");
      return { process: importing, copy: String(line).trim() };
    };
    const [killed, running] = [await start(), await start()];
    killed.process.kill("SIGKILL");
    await once(killed.process, "exit");
    expect([existsSync(killed.copy), existsSync(running.copy)]).toEqual([true, true]);
    const market = await openTestMarket();
    try {
      const report = await importCsv(market, folder, { kind: "daily" });
      expect(report.translated).toEqual([{ file: "A.csv", from: "semicolons" }]);
      expect([existsSync(killed.copy), existsSync(running.copy)]).toEqual([false, true]);
      running.process.kill("SIGKILL");
      await once(running.process, "exit");
      await importCsv(market, folder, { kind: "daily" });
      expect(existsSync(running.copy)).toBe(false);
      const left = readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`) && /copies/.test(name));
      expect(left).toEqual([]);
    } finally {
      await market.close();
    }
  },
);
