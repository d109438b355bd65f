#!/usr/bin/env node
/** The command line: `scanbook <command>`. Everything else is loaded after the check of Node's version. */
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
  process.stderr.write(
    `Scanbook needs Node 24; this is Node ${process.versions.node}.\n` +
      "Inside the project `npm ci` brings Node 24 along: use `npm start` or `npm run -s cli -- <command>`.\n" +
      "Elsewhere install it from https://nodejs.org.\n",
  );
  process.exit(2);
}

// A full disk or a reader that left fails what was to be written, not the program.
process.stderr.on("error", () => undefined);
process.stdout.on("error", () => {
  process.exitCode = 1;
});

const { run } = await import("./run.ts");
const status = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  terminal: process.stderr.isTTY,
  env: process.env,
});
process.exitCode ||= status;
