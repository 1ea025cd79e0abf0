import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { searchOf } from '../../lib/search-text.ts';

const DEBOUNCE_MS = 300;

interface TypedSearch {
  /** The text of the field. */
  text: string;
  /** The text searched for: that of the address. */
  q: string;
  type: (text: string) => void;
  /** Searches at once. */
  submit: (text: string) => void;
}

/**
 * The search in the address, `?q=`, which follows the field when the person pauses. Only the first text after an empty
 * field is a new entry of the history, so that Back returns to the page without a search.
 */
export function useTypedSearch(): TypedSearch {
  const [params] = useSearchParams();
  const navigate = useNavigate();
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
    const { pathname, search } = window.location;
    const current = searchOf(new URLSearchParams(search));
    if (text === current) return;
    void navigate({ pathname, search: text && `?${new URLSearchParams({ q: text })}` }, { replace: current !== '' });
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
