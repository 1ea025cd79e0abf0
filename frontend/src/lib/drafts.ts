import { useEffect, useState } from 'react';
import { type Observable, observable, useObservable } from './observable.ts';
import { DRAFTS, session, useMe, VISITOR_DRAFTS } from './session.ts';
import { local, parseJson, readJson, type SafeStorage, tab } from './storage.ts';

/**
 * The drafts of this tab by key, shared by the screen that shows one and the mutation that sends it in the background.
 * One that no screen shows is removed, unless its content is in memory only.
 */
const drafts = new Map<string, SharedDraft>();

interface SharedDraft<T = unknown> {
  value: Observable<T>;
  /** Reads the stored draft. */
  restore: () => T;
  /** This tab has changed it since it was last read: it then does not follow other tabs. */
  isChangedHere: boolean;
  /** The number of components that show it. */
  viewers: number;
}

/**
 * Like `session.start` on the device: who signs in finds and leaves no drafts of others in this tab. What they have typed
 * as a visitor since their session expired becomes their own.
 */
function followSession(): void {
  const author = session.get().user?.id;
  if (author === undefined) return;
  const own = `${DRAFTS}${author}:`;
  for (const key of drafts.keys()) if (!key.startsWith(own)) drafts.delete(key);
  if (!session.isExpired(author)) return;
  for (const key of tab.keys(VISITOR_DRAFTS)) {
    const ownKey = own + key.slice(VISITOR_DRAFTS.length);
    local.write(ownKey, JSON.stringify(asOwn(readJson(tab, key))));
    tab.remove(key);
    const open = drafts.get(ownKey);
    open?.value.set(open.restore());
  }
}

// The screen of the sign-in may not have loaded this module.
followSession();
session.subscribe(followSession);

/** The values of a form that differ from those of a visitor: other fields have the initial values of the person. */
function asOwn(stored: unknown): unknown {
  if (!isChangedContent(stored)) return stored;
  const blank = new Map<string, unknown>(Object.entries(Object(parseJson(stored.base))));
  const typed = Object.entries(stored.content).filter(([name, value]) => !Object.is(blank.get(name), value));
  return { typed: Object.fromEntries(typed) };
}

/** Updates a draft from its current value; also after the component that created it has unmounted. */
type Change<T> = (change: (before: T) => T) => void;

/** The current value and its setter. */
export type Draft<T> = [T, Change<T>];

function draftAt<T>(key: string, restore: () => T, shown?: SharedDraft<T>): SharedDraft<T> {
  const draft = drafts.get(key) ??
    shown ?? { value: observable<unknown>(restore()), restore, isChangedHere: false, viewers: 0 };
  drafts.set(key, draft);
  window.addEventListener('storage', followOtherTab);
  // Each name has drafts of one type.
  return draft as SharedDraft<T>;
}

/** Counts a component that shows a draft; returns a function that ends it. */
function view(key: string, draft: SharedDraft): () => void {
  if (!drafts.has(key)) drafts.set(key, draft);
  draft.viewers += 1;
  return () => {
    draft.viewers -= 1;
    // The stored draft, or a blank one, is the same.
    if (draft.viewers === 0 && drafts.get(key) === draft && isEqual(draft.value.get(), draft.restore()))
      drafts.delete(key);
  };
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Another tab has changed, sent or discarded a draft. */
function followOtherTab({ key }: StorageEvent): void {
  const draft = key === null ? undefined : drafts.get(key);
  if (draft && !draft.isChangedHere) draft.value.set(draft.restore());
}

/** Whether the person has not signed out since the input: nothing of their draft is stored after that. */
function mayChange(author: string | undefined): boolean {
  const current = session.get().user?.id;
  if (current === author) return true;
  // A message that failed because their session has expired.
  return current === undefined && author !== undefined && session.isExpired(author);
}

/** Returns the storage and key of a draft: the tab for visitors, who may share a device. */
const addressOf = (draftName: string, userId: string | undefined) =>
  userId === undefined
    ? { key: VISITOR_DRAFTS + draftName, storage: tab }
    : { key: `${DRAFTS}${userId}:${draftName}`, storage: local };

/** Whether the current person has a stored draft under a name. */
export function isDraftStored(draftName: string): boolean {
  const { key, storage } = addressOf(draftName, session.get().user?.id);
  return storage.read(key) !== null;
}

function useStored<T>(
  draftName: string,
  restore: (key: string, storage: SafeStorage) => T,
  keep: (key: string, next: T, storage: SafeStorage) => void,
): Draft<T> {
  const userId = useMe()?.id;
  const { key, storage } = addressOf(draftName, userId);
  const shown = draftAt(key, () => restore(key, storage));
  useEffect(() => view(key, shown), [key, shown]);
  const change: Change<T> = (by) => {
    if (!mayChange(userId)) return;
    // Another one, once this one was removed and the screen opened again.
    const draft = draftAt(key, shown.restore, shown);
    const before = draft.value.get();
    const next = by(before);
    draft.value.set(next);
    // A form that shows the same content again has not changed it.
    draft.isChangedHere ||= !isEqual(next, before);
    keep(key, next, storage);
  };
  return [useObservable(shown.value), change];
}

/**
 * The draft of the signed-in person under a name (e.g. `chat:38`), stored on this device until it is equal to `blank`
 * again; that of a visitor is stored for the tab. `read` validates the stored JSON and returns null when it is invalid.
 * A draft for which `isWorthStoring` is false stays in memory for the life of the tab.
 */
export function useDraft<T>(
  draftName: string,
  blank: T,
  read: (stored: unknown) => T | null,
  isWorthStoring: (draft: T) => boolean = () => true,
): Draft<T> {
  return useStored<T>(
    draftName,
    (key, storage) => read(readJson(storage, key)) ?? blank,
    (key, next, storage) => {
      if (isEqual(next, blank) || !isWorthStoring(next)) storage.remove(key);
      else storage.write(key, JSON.stringify(next));
    },
  );
}

/** A draft of one text. */
export function useTextDraft(draftName: string): Draft<string> {
  return useDraft(draftName, '', (stored) => (typeof stored === 'string' ? stored : null));
}

/** A draft that cannot be stored, e.g. of files: in memory for the life of the tab. */
export function useTabDraft<T>(draftName: string, blank: T): Draft<T> {
  return useStored<T>(
    draftName,
    () => blank,
    () => undefined,
  );
}

/** The unsent content of a form. */
export interface FormDraft<Values> {
  /** The displayed values and their setter; for `useDraftForm` or for a form with state of its own. */
  draft: Draft<Values>;
  /** The values without the changes. */
  initial: Values;
  isChanged: boolean;
  /** Whether the form opened with unsent content of an earlier visit. */
  isRestored: boolean;
  discard: () => void;
  /** Deletes the draft as this rendering showed it: text typed while it was being sent stays. */
  markSent: () => void;
  /**
   * As `markSent`, for a form of saved values: it then shows these, and what was typed since as a change. Returns whether
   * nothing was typed since, so that the form may close.
   */
  markSaved: (saved: Values) => boolean;
}

/** Changed content, and the initial values it was based on. */
interface ChangedContent<Values> {
  base: string;
  content: Values;
}

/**
 * The content of a form, stored on this device until it is sent or discarded. `latest` has the initial values: blank
 * fields, or the saved ones. A draft of an earlier visit is dropped when the saved values have changed since or its
 * shape is another. While the form is open, typed content stays. Content for which `isWorthStoring` is false stays in
 * memory.
 */
export function useFormDraft<Values extends object>(
  draftName: string,
  latest: Values,
  isWorthStoring: (content: Values) => boolean = () => true,
): FormDraft<Values> {
  const [initial, setInitial] = useState(latest);
  const base = JSON.stringify(initial);
  const [stored, keep] = useDraft<ChangedContent<Values> | null>(
    draftName,
    null,
    (stored) => readChanged(stored, initial),
    (changed) => changed !== null && isWorthStoring(changed.content),
  );
  const contentOf = (changed: typeof stored) => (changed?.base === base ? changed.content : initial);
  const content = contentOf(stored);
  const isChanged = content !== initial;
  if (!isChanged && JSON.stringify(latest) !== base) setInitial(latest);
  const [wasChanged] = useState(isChanged);
  const isSent = (now: typeof stored) => isEqual(now, stored);
  return {
    draft: [content, (by) => keep((before) => changedFrom(initial, by(contentOf(before))))],
    initial,
    isChanged,
    isRestored: wasChanged && isChanged,
    discard: () => keep(() => null),
    markSent: () => keep((now) => (isSent(now) ? null : now)),
    markSaved(saved) {
      let isUnchanged = true;
      keep((now) => {
        isUnchanged = isSent(now);
        return isUnchanged ? null : changedFrom(saved, contentOf(now));
      });
      setInitial(saved);
      return isUnchanged;
    },
  };
}

function changedFrom<Values>(initial: Values, content: Values): ChangedContent<Values> | null {
  const base = JSON.stringify(initial);
  return JSON.stringify(content) === base ? null : { base, content };
}

function readChanged<Values extends object>(stored: unknown, initial: Values): ChangedContent<Values> | null {
  const { base, content, typed }: { base?: unknown; content?: unknown; typed?: unknown } = Object(stored);
  if (typed) {
    const merged = { ...initial, ...Object(typed) };
    return isLike(initial, merged) ? { base: JSON.stringify(initial), content: merged } : null;
  }
  return typeof base === 'string' && isLike(initial, content) ? { base, content } : null;
}

const isChangedContent = (stored: unknown): stored is ChangedContent<object> =>
  typeof Object(stored).base === 'string' && typeof Object(stored).content === 'object';

/** Whether a stored value has the keys of another, with values of the same types; null matches any type. */
function isLike<Values extends object>(model: Values, stored: unknown): stored is Values {
  const values = new Map<string, unknown>(Object.entries(Object(stored)));
  return Object.entries(model).every(([key, value]) => value === null || kindOf(value) === kindOf(values.get(key)));
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

/** Removes all drafts from this device, for signing out. */
export function forgetDrafts(): void {
  drafts.clear();
  for (const storage of [local, tab]) storage.removeAll(DRAFTS);
}
