import { build } from "vite";
import { ROOT } from "../e2e/product.ts";

/** A page of the bench with everything it imports, as one script and its styles. */
export async function bundle(entry: string): Promise<{ readonly script: string; readonly styles: string }> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      write: false,
      cssCodeSplit: false,
      lib: { entry, formats: ["iife"], name: "bench" },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) => ("output" in one ? one.output : []));
  const script = outputs.find((one) => one.type === "chunk");
  const styles = outputs.find(({ fileName }) => fileName.endsWith(".css"));
  if (script?.type !== "chunk") throw new Error(`${entry} gave no script`);
  return { script: script.code, styles: styles?.type === "asset" ? String(styles.source) : "" };
}
