import { type RefObject, useEffect, useRef } from 'react';

const TEXTS = ':is(input:not([type=file], [type=hidden]), textarea)';
const FIELDS = `:is(${TEXTS}, [role=combobox]):not([disabled], [hidden], [aria-hidden=true])`;
const CONTROLS = ':is(button, a[href]):not([disabled])';

/** Focuses the first empty text field of a form, else its first field. */
export function focusFirstField(form: ParentNode | null): void {
  const fields = [...(form?.querySelectorAll<HTMLElement & { value?: string }>(FIELDS) ?? [])];
  (fields.find((field) => field.value === '' && field.matches(TEXTS)) ?? fields[0])?.focus();
}

/**
 * For a section in which a button is replaced by a form, and the form by a button. The pressed control is removed then:
 * focus goes to the form, or to the first button, or to a section without one that has a tabIndex, unless the focus is
 * elsewhere by now.
 */
export function useFocusOnSwap<Part extends HTMLElement>(hasForm: boolean): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const before = useRef(hasForm);
  useEffect(() => {
    const isSwapped = before.current !== hasForm;
    before.current = hasForm;
    if (!isSwapped || document.activeElement !== document.body) return;
    if (hasForm) focusFirstField(part.current);
    else (part.current?.querySelector<HTMLElement>(CONTROLS) ?? part.current)?.focus();
  }, [hasForm]);
  return part;
}
