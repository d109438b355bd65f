import { useState } from "react";
import type { FormEvent } from "react";
import type { CallResult } from "../../api-client/index.ts";
import { messageOf } from "../../api-client/index.ts";

interface Submission {
  readonly busy: boolean;
  /** What is wrong with all of it, where no field of the form is wrong. */
  readonly failure: string | null;
  /** What is wrong with what was sent, by its name there, whether the form has a field for it or not. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

export const textOf = (fields: FormData, name: string): string => {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
};

/** A form that is one call: busy while it is under way, then done, or with the server's words at their fields. */
export function useSubmission<T>(
  send: (fields: FormData) => Promise<CallResult<T>>,
  done: (value: T, form: HTMLFormElement) => void,
): Submission {
  const [state, setState] = useState<Omit<Submission, "onSubmit">>({ busy: false, failure: null, errors: {} });
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    setState({ busy: true, failure: null, errors: {} });
    void send(new FormData(form)).then((answer) => {
      if (answer.ok) {
        setState({ busy: false, failure: null, errors: {} });
        done(answer.value, form);
        return;
      }
      const { error } = answer;
      const errors = error.kind === "problem" ? error.problem.errors : [];
      const isPlaced = errors.some(({ path }) => form.elements.namedItem(path) !== null);
      setState({
        busy: false,
        errors: Object.fromEntries(errors.map(({ path, message }) => [path, message])),
        failure: isPlaced ? null : messageOf(error),
      });
    });
  };
  return { ...state, onSubmit };
}
