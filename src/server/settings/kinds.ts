import { z } from "zod";

/** What a value may be. Its schema's own message (code `custom`) goes before `expects` in an error. */
export interface SettingKind<Value = unknown> {
  readonly type: z.ZodType<Value, string>;
  /** Follows "has to be". */
  readonly expects: string;
}

export const whole = (min: number, max: number): SettingKind<number> => ({
  type: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max)),
  expects: `a whole number from ${min} to ${max}`,
});

/** An address with one of the schemes. */
export const address = (...schemes: readonly string[]): SettingKind<string> => ({
  type: z.url({ protocol: new RegExp(`^(${schemes.join("|")})$`) }),
  expects: `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`,
});

export const web = address("https", "http");

export const oneOf = <const Name extends string>(names: readonly Name[]): SettingKind<Name> => ({
  type: z.enum(names),
  expects: names.length === 1 ? (names[0] ?? "") : `one of ${names.join(", ")}`,
});

export const text = (max: number): SettingKind<string> => ({
  type: z.string().max(max),
  expects: `a text of at most ${max} characters`,
});

const PLACEHOLDER = /^(change[-_ ]?me|secret|password|example|placeholder|xxx+|todo|your[-_].*)$/i;

/** Refuses a secret left as in an example. */
export const secret: SettingKind<string> = {
  type: z
    .string()
    .refine((value) => value.length >= 8, "is too short")
    .refine((value) => !PLACEHOLDER.test(value), "is still a placeholder"),
  expects: "a secret of at least 8 characters",
};

export const matching = (pattern: RegExp, expects: string): SettingKind<string> => ({
  type: z.string().regex(pattern),
  expects,
});

/** Read by a function that throws an error with the reason as its message. */
export const readBy = <Value>(read: (value: string) => Value, expects: string): SettingKind<Value> => ({
  type: z.string().transform((value, context) => {
    try {
      return read(value);
    } catch (error) {
      context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  }),
  expects,
});
