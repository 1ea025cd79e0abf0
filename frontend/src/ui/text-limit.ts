import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useFormat, useTexts } from '../lib/i18n.ts';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

export interface TextLimit<Control> {
  control: { ref: Ref<Control>; onInput: () => void };
  used: number;
  /** The number of characters beyond the limit. */
  excess: number;
}

/**
 * Limits a text control without cutting pasted text: it accepts all, and while it is too long, its form is not
 * submitted. `limit` undefined is no limit; `ref` is that of the component around the control.
 */
export function useTextLimit<Control extends TextControl>(
  limit: number | undefined,
  lengthOf: (text: string) => number,
  ref: Ref<Control> | undefined,
): TextLimit<Control> {
  const control = useRef<Control>(null);
  const [used, setUsed] = useState(0);
  const measure = () => {
    if (limit !== undefined) setUsed(lengthOf(control.current?.value ?? ''));
  };
  useImperativeHandle<Control | null, Control | null>(ref, () => control.current, []);
  // After every rendering, because a form writes into its fields when it restores or resets them.
  useLayoutEffect(measure);

  useEffect(() => {
    const form = control.current?.form;
    if (!form || limit === undefined) return;
    const refuse = (event: SubmitEvent) => {
      if (!control.current || lengthOf(control.current.value) <= limit) return;
      event.preventDefault();
      // Stops the form's own handler and that of a second field that is too long, which would take the focus.
      event.stopImmediatePropagation();
      control.current.focus();
    };
    form.addEventListener('submit', refuse);
    return () => form.removeEventListener('submit', refuse);
  }, [limit, lengthOf]);

  return {
    control: { ref: control, onInput: measure },
    used,
    excess: limit === undefined ? 0 : Math.max(0, used - limit),
  };
}

/** Returns the error of a field whose text is too long; undefined otherwise. */
export function useTooLong(excess: number, limit = 0): string | undefined {
  const { t } = useTexts();
  const format = useFormat();
  if (excess === 0) return undefined;
  return t('ui.tooLong', { count: excess, shown: format.number(excess), max: format.number(limit) });
}
