import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currentParams, useChangeParams } from './address-params.ts';
import { searchOf } from './search-text.ts';

const DEBOUNCE_MS = 300;

export interface TypedSearch {
  /** The text of the field. */
  text: string;
  /** The text searched for: that of the address. */
  q: string;
  type: (text: string) => void;
  /** Searches at once. */
  submit: (text: string) => void;
}

interface Options {
  /** The first text after an empty field is a new entry of the history: Back returns to the page without a search. */
  backEnds?: boolean;
}

/**
 * The search in the address, `?q=`, which follows the field when the person pauses. The field has a text of its own: the
 * router renders an address later than React allows for the value of a field, and fast typing would lose letters.
 */
export function useTypedSearch({ backEnds = false }: Options = {}): TypedSearch {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const q = searchOf(params);
  const [draft, setDraft] = useState<string | null>(null);
  const sent = useRef(q);

  // The address changed by Back or by a link.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setDraft(null);
  }, [q]);

  const submit = (text: string) => {
    setDraft(text);
    sent.current = text;
    // The rendered address may be an earlier one: of another kind, or before the last search.
    const current = searchOf(currentParams());
    if (text !== current) changeParams({ q: text }, { replace: !backEnds || current !== '' });
  };

  // At the address of that moment: the person may have opened another kind of results since.
  const submitTyped = useEffectEvent((typed: string) => submit(typed));
  useEffect(() => {
    if (draft === null || draft === sent.current) return;
    const timer = setTimeout(() => submitTyped(draft), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  return { text: draft ?? q, q: q.trim(), type: setDraft, submit };
}
