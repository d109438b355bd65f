import { readKept, write } from "../state/session/kept.ts";

interface Looked {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

const KEY = "scanbook.users-looked-at";
const MAX_USERS = 12;

const isLooked = (value: unknown): value is Looked =>
  typeof value === "object" &&
  value !== null &&
  ["id", "email", "name"].every((key) => typeof Reflect.get(value, key) === "string");

let last: readonly Looked[] = readKept(KEY, (value) => (Array.isArray(value) ? value.filter(isLooked) : null)) ?? [];
/** A jump does not change the order, so pressing again goes to the one before. */
let jumped: string | null = null;

/** The users an administrator looked at last, the newest first. */
export const lastUsers = (): readonly Looked[] => last;

/** A user is on the screen. */
export function lookedAt({ id, email, name }: Looked): void {
  if (jumped === id && last.some((one) => one.id === id)) return;
  jumped = null;
  last = [{ id, email, name }, ...last.filter((one) => one.id !== id)].slice(0, MAX_USERS);
  write(KEY, last);
}

/** The user looked at before the one on the screen, cycling; null where there is no other. */
export function userBefore(shown: string | null): Looked | null {
  const at = last.findIndex(({ id }) => id === shown);
  const before = last[(at + 1) % last.length] ?? null;
  if (before === null || before.id === shown) return null;
  jumped = before.id;
  return before;
}
