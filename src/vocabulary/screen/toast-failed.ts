/** On its own, so that the sign-in page, which may have to say it, loads none of the other texts. */
export const TOAST_FAILED = "Something went wrong please try again";
