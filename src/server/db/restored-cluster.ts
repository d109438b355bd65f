import { rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { clusterFolder } from "./postgres-files.ts";

/** Where a restored cluster lies when it is whole: from then on it is the one that counts. */
export const restoredCluster = (data: string): string => `${clusterFolder(data)}.restored`;

const isThere = (folder: string): Promise<boolean> =>
  stat(join(folder, "PG_VERSION")).then(
    () => true,
    () => false,
  );

export const hasCluster = (data: string): Promise<boolean> => isThere(clusterFolder(data));

/**
 * Puts a restored cluster into its place, the one that was there beside it. Begun again by the next start where this is cut
 * off between the two. Nobody may run on either.
 */
export async function takeRestored(data: string): Promise<void> {
  const folder = clusterFolder(data);
  if (!(await isThere(restoredCluster(data)))) return;
  if (await isThere(folder))
    await rename(folder, `${folder}.before-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  await rename(restoredCluster(data), folder);
}
