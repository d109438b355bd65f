import { useState } from "react";
import type { FormEvent } from "react";
import type { CallResult } from "../../api-client/index.ts";
import { messageOf } from "../../api-client/index.ts";

interface Submission {
  readonly busy: boolean;
  /** What is wrong with all of it; what concerns a field is in `errors`. */
  readonly failure: string | null;
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
      const placed =
        error.kind === "problem"
          ? error.problem.errors.filter(({ path }) => form.elements.namedItem(path) !== null)
          : [];
      setState({
        busy: false,
        errors: Object.fromEntries(placed.map(({ path, message }) => [path, message])),
        failure: placed.length > 0 ? null : messageOf(error),
      });
    });
  };
  return { ...state, onSubmit };
}
