import type { Outcome } from './mutation.ts';

/** The outcome of saving a form: closes it, unless `markSaved` returns false because something was typed since. */
export function closeWhenSaved<Saved>(
  markSaved: (saved: Saved) => boolean,
  close: () => void,
): Pick<Outcome<Saved>, 'onSuccess' | 'onScreen'> {
  let isWhole = true;
  return {
    onSuccess: (saved) => {
      isWhole = markSaved(saved);
    },
    onScreen: {
      onSuccess: () => {
        if (isWhole) close();
      },
    },
  };
}
