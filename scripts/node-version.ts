/** Imported first by every script: says what to do where Node is too old. */
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
  console.error(
    `This needs Node 24; this is Node ${process.versions.node}.\n` +
      "`npm ci` brings Node 24 along; run scripts by npm: `npm test`, `npm run dev`.",
  );
  process.exit(2);
}
