import { type Observable, observable, useObservable } from './observable.ts';
import { session, useMe } from './session.ts';
import { local, readJson } from './storage.ts';

const PREFIX = 'draft:';

/** Drafts in this tab by their key, so that whoever sends one in the background and whoever shows it mean the same. */
const drafts = new Map<string, Observable<unknown>>();

/** Changes a draft, given what it is now; also when the component that began it is gone. */
type Change<T> = (change: (before: T) => T) => void;

/** What was begun, and the way to change it. */
export type Draft<T> = [T, Change<T>];

function draftAt<T>(key: string, restore: (key: string) => T): Observable<T> {
  const draft = drafts.get(key) ?? observable<unknown>(restore(key));
  drafts.set(key, draft);
  // A place names one kind of draft.
  return draft as Observable<T>;
}

function useKept<T>(place: string, restore: (key: string) => T, keep: (key: string, next: T) => void): Draft<T> {
  const userId = useMe()?.id;
  const key = `${PREFIX}${userId}:${place}`;
  const draft = draftAt(key, restore);
  const change: Change<T> = (by) => {
    // Who signed out meanwhile leaves nothing behind.
    if (session.get().user?.id !== userId) return;
    const next = by(draft.get());
    draft.set(next);
    keep(key, next);
  };
  return [useObservable(draft), change];
}

/**
 * What somebody has begun to write at a place (e.g. `chat:38`), kept on this device until it is sent or emptied, each
 * person's own. `read` says what of the kept JSON is still a draft; null begins anew.
 */
export function useDraft<T>(place: string, blank: T, read: (kept: unknown) => T | null): Draft<T> {
  return useKept<T>(
    place,
    (key) => read(readJson(local, key)) ?? blank,
    (key, next) => {
      if (JSON.stringify(next) === JSON.stringify(blank)) local.remove(key);
      else local.write(key, JSON.stringify(next));
    },
  );
}

/** A draft of one text. */
export function useTextDraft(place: string): Draft<string> {
  return useDraft(place, '', (kept) => (typeof kept === 'string' ? kept : null));
}

/** A draft that no storage takes, e.g. of files: kept as long as the tab lives. */
export function useTabDraft<T>(place: string, blank: T): Draft<T> {
  return useKept<T>(
    place,
    () => blank,
    () => undefined,
  );
}

/** Who signs out leaves nothing behind for the next person at this device. */
export function forgetDrafts(): void {
  drafts.clear();
  local.removeAll(PREFIX);
}
