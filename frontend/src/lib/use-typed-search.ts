import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currentParams, useChangeParams } from './address-params.ts';
import { searchOf } from './search-text.ts';
import { useTyped } from './use-typed.ts';

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
  /** Parameters of the address that another text removes: the page of its results. */
  removes?: readonly string[];
}

/** The search in the address, `?q=`, which follows the field when the person pauses. */
export function useTypedSearch({ backEnds = false, removes = [] }: Options = {}): TypedSearch {
  const [params] = useSearchParams();
  const changeParams = useChangeParams();
  const q = searchOf(params);
  const { typed, setTyped, sent } = useTyped(q);

  const submit = (text: string) => {
    setTyped(text);
    sent.current = text;
    // The rendered address may be an earlier one: of another kind, or before the last search.
    const current = searchOf(currentParams());
    if (text === current) return;
    const removed = Object.fromEntries(removes.map((name) => [name, '']));
    changeParams({ q: text, ...removed }, { replace: !backEnds || current !== '' });
  };

  // At the address of that moment: the person may have opened another kind of results since.
  const submitTyped = useEffectEvent(submit);
  useEffect(() => {
    if (typed === null || typed === sent.current) return;
    const timer = setTimeout(() => submitTyped(typed), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);

  return { text: typed ?? q, q: q.trim(), type: setTyped, submit };
}
