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

const { run } = await import("./run.ts");
process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  terminal: process.stderr.isTTY,
  env: process.env,
});
