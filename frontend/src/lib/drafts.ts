import { useRef, useState } from 'react';
import { useMe } from './session.ts';
import { local, readJson } from './storage.ts';

const PREFIX = 'draft:';

/**
 * What somebody has begun to write at a place (e.g. `chat:38`), kept on this device until it is sent or emptied, each
 * person's own. `read` says what of the kept JSON is still a draft; null begins anew. The component is to be keyed by
 * what the place depends on.
 */
export function useDraft<T>(place: string, blank: T, read: (kept: unknown) => T | null): [T, Keep<T>] {
  const me = useMe();
  const key = `${PREFIX}${me?.id}:${place}`;
  const [draft, setDraft] = useState(() => read(readJson(local, key)) ?? blank);
  const latest = useRef(draft);
  // Also works when the component is gone: what could not be sent comes back as the draft of the next visit.
  const keep: Keep<T> = (change) => {
    const next = change(latest.current);
    latest.current = next;
    setDraft(next);
    if (JSON.stringify(next) === JSON.stringify(blank)) local.remove(key);
    else local.write(key, JSON.stringify(next));
  };
  return [draft, keep];
}

/** Changes a draft, given what it is now. */
type Keep<T> = (change: (before: T) => T) => void;

/** A draft of one text. */
export function useTextDraft(place: string): [string, Keep<string>] {
  return useDraft(place, '', (kept) => (typeof kept === 'string' ? kept : null));
}

/** Who signs out leaves nothing behind for the next person at this device. */
export function forgetDrafts(): void {
  local.removeAll(PREFIX);
}
