import type * as Argon2 from "@node-rs/argon2";
import { vi } from "vitest";

interface Work {
  hash: number;
  verify: number;
}
declare global {
  var passwordWork: Work | undefined;
}

/** How often passwords were hashed and compared: of who has no account as often as of others. One of the worker, as the mock is. */
const counts = vi.hoisted((): Work => (globalThis.passwordWork ??= { hash: 0, verify: 0 }));
export const passwordWork = counts;

// In all files, since those of a worker share what they import.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof Argon2>();
  return {
    ...real,
    hash: async (...call: Parameters<typeof real.hash>) => {
      counts.hash += 1;
      return real.hash(...call);
    },
    verify: async (...call: Parameters<typeof real.verify>) => {
      counts.verify += 1;
      return real.verify(...call);
    },
  };
});
