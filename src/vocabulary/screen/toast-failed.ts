/** On its own, so that the sign-in page, which may have to say it, loads none of the other texts. */
export const TOAST_FAILED = "Something went wrong please try again";

/** What went wrong, where a button beside it says to try again. */
export const failureText = (text: string): string => (text === TOAST_FAILED ? "The server could not answer." : text);
