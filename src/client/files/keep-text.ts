import { ref, subscribe } from "valtio";
import { builder, provideText } from "../state/slices/builder.ts";

/**
 * Keeps a request's text in step with its cards, also where nobody looks at it: the code for that comes as soon as there is a
 * text. The returned function stops it.
 */
export function keepText(): () => void {
  let loading = false;
  const keep = (): void => {
    if (loading || builder.state.text === null) return;
    loading = true;
    import("./text-file.ts").then(
      ({ textFollowing }) => {
        // From here on a change of the cards changes the text.
        provideText(textFollowing);
        builder.state = ref(textFollowing(builder.state));
      },
      () => {
        loading = false;
      },
    );
  };
  keep();
  return subscribe(builder, keep);
}
