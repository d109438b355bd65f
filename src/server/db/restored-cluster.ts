import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { clusterFolder } from "./postgres-files.ts";

/** Folder of a restored cluster that is complete and takes the place of the current one. */
export const restoredCluster = (data: string): string => `${clusterFolder(data)}.restored`;

const isThere = (folder: string): Promise<boolean> =>
  stat(join(folder, "PG_VERSION")).then(
    () => true,
    () => false,
  );

export const hasCluster = (data: string): Promise<boolean> => isThere(clusterFolder(data));

/**
 * Puts a restored cluster in place and keeps the old one under another name. An interrupted move is finished by the next
 * start. Neither cluster may be running.
 */
export async function takeRestored(data: string): Promise<void> {
  const folder = clusterFolder(data);
  if (!(await isThere(restoredCluster(data)))) return;
  if (await isThere(folder))
    await rename(folder, `${folder}.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  await rename(restoredCluster(data), folder);
}
