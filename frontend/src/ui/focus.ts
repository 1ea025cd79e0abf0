import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

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

/**
 * For a part that shows one object after another; `key` is that of the current one. When a control with the focus is
 * removed with its object, the focus goes to the part's element with a tabIndex, or else to its first control.
 */
export function useFocusOnNext<Part extends HTMLElement>(key: string | undefined): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const before = useRef(key);
  useEffect(() => {
    const isNext = before.current !== undefined && before.current !== key;
    before.current = key;
    if (!isNext || document.activeElement !== document.body) return;
    const target = part.current?.querySelector<HTMLElement>('[tabindex="-1"]') ?? part.current?.querySelector(CONTROLS);
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [key]);
  return part;
}

/**
 * For a list from which rows are removed by a control in them; `keys` are those of its rows. When the row with the focus
 * is removed, the focus goes to the row in its place, or to the last one, or else to the element that has the returned
 * properties instead of the list.
 */
export function useFocusOnRemoval(keys: readonly string[]) {
  const list = useRef<HTMLElement>(null);
  const focused = useRef<{ key: string | undefined; index: number } | null>(null);
  const next = () => rowControl(list.current, focused.current?.index ?? 0) ?? list.current;
  useEffect(() => {
    if (!focused.current?.key || keys.includes(focused.current.key)) return;
    focused.current.key = undefined;
    if (document.activeElement === document.body) next()?.focus({ preventScroll: true });
  });
  return {
    ref: (element: HTMLElement | null) => {
      list.current = element;
    },
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      const index = [...currentTarget.children].findIndex((row) => row.contains(target));
      focused.current = { key: keys[index], index };
    },
  };
}

/** The first control for the keyboard in the row at an index, or in the last row. */
export const rowControl = (list: HTMLElement | null, index: number): HTMLElement | null | undefined =>
  (list?.children[index] ?? list?.lastElementChild)?.querySelector<HTMLElement>(`${CONTROLS}:not([tabindex="-1"])`);
