import { proxy, ref } from "valtio";

export interface Question {
  readonly title: string;
  readonly text: string;
  /** On the button that does it. */
  readonly action: string;
  /** On the button that does not; "Cancel" unless it is a cancelling that is asked about. */
  readonly refusal?: string;
  /** Asks for a reason beside, which may stay empty. */
  readonly reason?: true;
}

/** The reason, empty where none was given. */
type Confirmed = { readonly reason: string } | null;

export const asking = proxy<{ question: Question | null; answer: (confirmed: Confirmed) => void }>({
  question: null,
  answer: ref(() => undefined),
});

/** Asks before something is done that cannot be taken back; null where the user thinks better of it. */
export function confirmed(question: Question): Promise<Confirmed> {
  asking.answer(null);
  return new Promise((resolve) => {
    Object.assign(asking, {
      question,
      answer: ref((answer: Confirmed) => {
        asking.question = null;
        resolve(answer);
      }),
    });
  });
}
