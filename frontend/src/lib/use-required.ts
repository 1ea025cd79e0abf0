import { type SubmitEvent, useState } from 'react';
import { focusFirstField } from '../ui/focus.ts';

/**
 * The error of a required value, shown from a press without the value until it is there. `isThere` is called by the
 * form's submit event; without the value it shows the error and focuses the first empty field.
 */
export function useRequired(isMissing: boolean, sentence: string) {
  const [isAsked, setAsked] = useState(false);
  if (isAsked && !isMissing) setAsked(false);
  return {
    error: isAsked && isMissing && sentence,
    isThere({ currentTarget }: SubmitEvent<HTMLFormElement>): boolean {
      setAsked(isMissing);
      if (isMissing) focusFirstField(currentTarget);
      return !isMissing;
    },
  };
}
