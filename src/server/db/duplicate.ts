/** Whether an error of `pg` says that a row with that key is there already (SQLSTATE unique_violation). */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23505";
