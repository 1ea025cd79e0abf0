import { type RefObject, useEffect, useRef, useState } from 'react';

export interface Typed {
  /** The text of the field; null while it shows the value. */
  typed: string | null;
  setTyped: (text: string | null) => void;
  /** The value that the field has sent last. */
  sent: RefObject<string>;
}

/**
 * The own text of a field whose value is rendered later than a change of it, as that of an address: with a value of
 * before React would undo what is typed. The text is dropped when the value changes otherwise, by Back or by a link.
 */
export function useTyped(value: string): Typed {
  const [typed, setTyped] = useState<string | null>(null);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(null);
  }, [value]);
  return { typed, setTyped, sent };
}
