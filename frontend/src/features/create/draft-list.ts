import { DRAFTS, session } from '../../lib/session.ts';
import { local, parseJson, readJson } from '../../lib/storage.ts';
import { type CreateFields, type CreateKind, readFields } from './fields.ts';

/** A stored draft of the signed-in person. */
export interface ListedDraft {
  /** The name under which `useDraft` stores it. */
  name: string;
  kind: CreateKind;
  fields: CreateFields;
}

export const draftsMax = 20;
const DAY_MS = 86_400_000;
/** A draft beyond the limit stays at least this long after its last change. */
const UNCHANGED_MS = 30 * DAY_MS;

/** Without an id: a draft from before there were several. */
const NAME = /^create:(story|post|reel)(:|$)/;

/** The key of a draft in localStorage, and of its pictures. */
export const draftKey = (name: string): string => `${DRAFTS}${session.get().user?.id}:${name}`;

function kindOfName(name: string): CreateKind | null {
  const [, kind] = NAME.exec(name) ?? [];
  return kind === 'story' || kind === 'post' || kind === 'reel' ? kind : null;
}

/** Returns all stored drafts, the last changed first. */
export function listDrafts(): ListedDraft[] {
  const start = draftKey('');
  const drafts = local.keys(`${start}create:`).flatMap((key) => {
    const name = key.slice(start.length);
    const [kind, fields] = [kindOfName(name), readFields(readJson(local, key))];
    return kind && fields ? [{ name, kind, fields }] : [];
  });
  return drafts.sort((one, other) => other.fields.savedAt - one.fields.savedAt);
}

/** Returns the last changed draft of a kind for a tribe, or without one; for any tribe when `tribeId` is null. */
export function findDraft(drafts: readonly ListedDraft[], kind: CreateKind, tribeId: number | null): string | null {
  const fits = ({ fields }: ListedDraft) => [null, fields.tribeId].includes(tribeId) || fields.tribeId === null;
  return drafts.find((draft) => draft.kind === kind && fits(draft))?.name ?? null;
}

/** Returns the drafts beyond the limit that have not changed for thirty days; the list begins with the newest. */
export const findExpired = (drafts: readonly ListedDraft[], now: number): ListedDraft[] =>
  drafts.slice(draftsMax).filter(({ fields }) => now - fields.savedAt >= UNCHANGED_MS);

/** Deletes a draft, but not yet its pictures; returns a function that restores it. */
export function deleteDraft({ name }: Pick<ListedDraft, 'name'>): () => void {
  const key = draftKey(name);
  const stored = local.read(key);
  local.remove(key);
  return () => {
    if (stored !== null && parseJson(stored) !== null) local.write(key, stored);
  };
}
