import { dictionary } from "@zxcvbn-ts/language-common";

/** The 49,000 passwords seen most in leaks, lower case; whoever guesses tries these first. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary["passwords-common"]);
