import { useState } from 'react';
import { type Observable, observable, useObservable } from './observable.ts';
import { session, useMe } from './session.ts';
import { local, readJson } from './storage.ts';

const PREFIX = 'draft:';
const VISITOR = 'visitor';

/** The drafts of this tab by key, shared by the screen that shows one and the mutation that sends it in the background. */
const drafts = new Map<string, Observable<unknown>>();

/** Updates a draft from its current value; also after the component that created it has unmounted. */
type Change<T> = (change: (before: T) => T) => void;

/** The current value, and its setter. */
export type Draft<T> = [T, Change<T>];

function draftAt<T>(key: string, restore: (key: string) => T): Observable<T> {
  const draft = drafts.get(key) ?? observable<unknown>(restore(key));
  drafts.set(key, draft);
  // Each place holds drafts of one type.
  return draft as Observable<T>;
}

function useKept<T>(place: string, restore: (key: string) => T, keep: (key: string, next: T) => void): Draft<T> {
  const userId = useMe()?.id;
  const key = `${PREFIX}${userId ?? VISITOR}:${place}`;
  const draft = draftAt(key, restore);
  const change: Change<T> = (by) => {
    // The person signed out meanwhile: nothing of theirs is stored.
    if (session.get().user?.id !== userId) return;
    const next = by(draft.get());
    draft.set(next);
    keep(key, next);
  };
  return [useObservable(draft), change];
}

/**
 * The draft of the signed-in person, or of the visitor, at a place (e.g. `chat:38`), stored on this device until it is
 * equal to `blank` again. `read` validates the stored JSON; null stands for an invalid draft. One that is not
 * `isWorthStoring` is kept in memory for the life of the tab.
 */
export function useDraft<T>(
  place: string,
  blank: T,
  read: (kept: unknown) => T | null,
  isWorthStoring: (draft: T) => boolean = () => true,
): Draft<T> {
  return useKept<T>(
    place,
    (key) => read(readJson(local, key)) ?? blank,
    (key, next) => {
      if (JSON.stringify(next) === JSON.stringify(blank) || !isWorthStoring(next)) local.remove(key);
      else local.write(key, JSON.stringify(next));
    },
  );
}

/** A draft of one text. */
export function useTextDraft(place: string): Draft<string> {
  return useDraft(place, '', (kept) => (typeof kept === 'string' ? kept : null));
}

/** A draft that cannot be stored, e.g. of files: kept in memory for the life of the tab. */
export function useTabDraft<T>(place: string, blank: T): Draft<T> {
  return useKept<T>(
    place,
    () => blank,
    () => undefined,
  );
}

/** The unsent content of a form. */
export interface FormDraft<Values> {
  /** What the form shows, and how it changes; for `useDraftForm` or for a form with state of its own. */
  draft: Draft<Values>;
  isChanged: boolean;
  /** Whether the form opened with content of an earlier visit, which is not sent. */
  isRestored: boolean;
  discard: () => void;
  /** Deletes what the rendering showed that this belongs to: what was typed while it was being sent stays. */
  markSent: () => void;
}

/** Changed content, and what the form began with then. */
interface ChangedContent<Values> {
  base: string;
  content: Values;
}

/**
 * The content of a form, stored on this device until it is sent or discarded. `latest` is what the form begins with: blank
 * fields, or what is saved. A draft of an earlier visit is dropped when that is not what it was then, because somebody
 * else changed it meanwhile, or when its shape is another. While the form is open, what is typed stays.
 */
export function useFormDraft<Values extends object>(place: string, latest: Values): FormDraft<Values> {
  const [initial, setInitial] = useState(latest);
  const base = JSON.stringify(initial);
  const [kept, keep] = useDraft<ChangedContent<Values> | null>(place, null, (stored) => readChanged(stored, initial));
  const contentOf = (changed: typeof kept) => (changed?.base === base ? changed.content : initial);
  const content = contentOf(kept);
  const isChanged = content !== initial;
  if (!isChanged && JSON.stringify(latest) !== base) setInitial(latest);
  const [wasChanged] = useState(isChanged);
  return {
    draft: [
      content,
      (by) =>
        keep((before) => {
          const next = by(contentOf(before));
          return JSON.stringify(next) === base ? null : { base, content: next };
        }),
    ],
    isChanged,
    isRestored: wasChanged && isChanged,
    discard: () => keep(() => null),
    markSent: () => keep((now) => (JSON.stringify(now) === JSON.stringify(kept) ? null : now)),
  };
}

function readChanged<Values extends object>(stored: unknown, initial: Values): ChangedContent<Values> | null {
  const { base, content }: Partial<Record<keyof ChangedContent<Values>, unknown>> = Object(stored);
  return typeof base === 'string' && isLike(initial, content) ? { base, content } : null;
}

/** Whether a stored value has the keys of another, with values of the same types; null stands for any. */
function isLike<Values extends object>(model: Values, stored: unknown): stored is Values {
  const values = new Map<string, unknown>(Object.entries(Object(stored)));
  return Object.entries(model).every(([key, value]) => value === null || kindOf(value) === kindOf(values.get(key)));
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

/** Removes all drafts from this device, for signing out. */
export function forgetDrafts(): void {
  drafts.clear();
  local.removeAll(PREFIX);
}
